package cms.git.mirror;

import cms.git.disk.Upstream;
import cms.git.graph.NewPack;
import cms.git.graph.ObjectSource.GitObject;
import cms.git.refs.RefMove;
import cms.git.remote.GitClient;
import cms.git.remote.PushReport;
import cms.git.remote.RefCommand;
import cms.git.remote.RemoteAddresses;
import cms.git.remote.RemoteException;
import cms.git.remote.RemoteState;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection of one mirror to its repository on a Git host: looks there, fetches, and pushes what the writer offers.
 */
public final class Mirror implements Upstream {
    private static final Logger LOG = LoggerFactory.getLogger(Mirror.class);

    /** How long a branch is treated as taking no pushes before a push to it is tried again. */
    private static final Duration HELD = Duration.ofMinutes(10);

    private static final int OUTCOME_LOOKS = 4;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(400);

    private final String fullName;
    private final Remote remote;
    private final HostConnection line;
    private final Fetches fetches;
    private final Ancestry ancestry;
    private final UpstreamListener news;
    private final Outage outage;
    private final ConcurrentMap<String, Instant> held = new ConcurrentHashMap<>();
    /** Refs that were held only to try the present batch without them; the host has yet to take the batch. */
    private final Set<String> tentative = new HashSet<>();

    private volatile @Nullable Instant lookedAt;
    private volatile boolean doubtful = true;
    private volatile @Nullable BackgroundRefCheck refCheck;
    private @Nullable NavigableMap<String, ObjectId> seen;
    private boolean knownToBeAtomic;

    /** The host, client and clock that all mirrors of one host share. */
    public record Remote(RemoteAddresses host, GitClient client, InstantSource clock) {}

    /** Says which files of a commit are content; all paths are without a slash at their ends. */
    public interface ContentOf {
        /** The folders that are content by their names alone; no file is read. */
        Set<String> homes(ObjectId tip);

        /** The folders that files in {@code homes} point to. */
        Set<String> further(ObjectId tip, Set<String> homes);
    }

    /** Whether a commit contains another. */
    @FunctionalInterface
    public interface Ancestry {
        boolean contains(ObjectId descendant, ObjectId ancestor);
    }

    /** Notified of moved branches, on the writer's thread, so that it must not wait for a write. */
    public interface UpstreamListener {
        /** Branches that others have moved on the host were fetched, and the refs here moved with them. */
        void followed(List<RefMove> moves);

        /** A push from here has moved branches on the host. */
        void pushed();

        /** Others have moved branches on the host, and the new commits are not fetched yet. */
        void behind();
    }

    /** Access to the mirror's own objects, commits and content folders. */
    public record Reading(org.eclipse.jgit.lib.Repository files, Ancestry ancestry, ContentOf contentOf) {}

    public Mirror(String fullName, Remote remote, Reading reading, UpstreamListener news) {
        this.fullName = fullName;
        this.remote = remote;
        this.line = new HostConnection(fullName, remote.host());
        this.fetches = new Fetches(line, remote, reading);
        this.ancestry = reading.ancestry();
        this.news = news;
        this.outage = new Outage(remote.clock());
    }

    public RemoteState state() {
        return new RemoteState(lookedAt, outage.failure(), fetches.progress());
    }

    /** Makes the next write fetch the branches of the host before it runs. */
    public void doubt() {
        doubtful = true;
    }

    /** Records that a branch takes no pushes, or takes them again. */
    public void hold(String ref, boolean isHeld) {
        if (isHeld) {
            held.put(ref, now().plus(HELD));
        } else {
            held.remove(ref);
        }
    }

    @Override
    public boolean takes(String ref) {
        Instant until = held.get(ref);
        boolean takes = until == null || !now().isBefore(until);
        if (takes && until != null) {
            held.remove(ref, until);
        }
        return takes;
    }

    @Override
    public boolean isFetchDue() {
        return doubtful || lookedAt == null;
    }

    @Override
    public boolean isRefCheckDue() {
        Instant last = lookedAt;
        BackgroundRefCheck present = refCheck;
        return (present == null || present.isOver())
                && (last == null
                        || !now().isBefore(last.plus(remote.host().limits().lookLasts())));
    }

    @Override
    public void refCheck(NavigableMap<String, ObjectId> local) {
        BackgroundRefCheck fresh = new BackgroundRefCheck(now(), local);
        refCheck = fresh;
        Thread.ofVirtual().name("look at " + fullName).start(() -> run(fresh));
    }

    private void run(BackgroundRefCheck fresh) {
        try {
            boolean hasNews = fresh.run(this::branches);
            if (fresh == refCheck && hasNews) {
                doubtful = true;
                news.behind();
            } else if (fresh == refCheck) {
                lookedAt = fresh.startedAt();
            }
            fresh.ends(hasNews);
        } catch (Throwable failed) {
            LOG.info("{} could not be looked at beside a write: {}", fullName, failed.getMessage());
            fresh.fails(failed);
        }
    }

    @Override
    public boolean isBehind() {
        BackgroundRefCheck present = refCheck;
        try {
            return present != null && present.hasNews();
        } catch (RemoteException error) {
            throw outage.begins(error);
        }
    }

    @Override
    public void followed(List<RefMove> moves) {
        news.followed(moves);
    }

    @Override
    public NavigableMap<String, ObjectId> fetchBranches(NavigableMap<String, ObjectId> local) {
        outage.refuseWhileFresh();
        doubtful = false;
        refCheck = null; // This fetch finds whatever the check would find.
        boolean known = false;
        try {
            Instant asked = now();
            NavigableMap<String, ObjectId> branches = seen != null ? seen : branches();
            seen = null;
            fetches.fetch(branches, local);
            lookedAt = asked;
            outage.isOver();
            known = true;
            return branches;
        } catch (IOException failed) {
            throw outage.begins(failed);
        } finally {
            doubtful |= !known;
        }
    }

    @Override
    public Offer offer(List<RefMove> moves, Set<String> optional, Map<ObjectId, GitObject> objects) {
        outage.refuseWhileFresh();
        List<RefCommand> commands = moves.stream().map(Mirror::command).toList();
        try {
            requireAtomic();
            byte[] pack = moves.stream().allMatch(move -> move.after() == null)
                    ? new byte[0]
                    : NewPack.of(objects).pack();
            BackgroundRefCheck present = refCheck;
            if (present != null) {
                present.moving(moves.stream().map(RefMove::ref).toList());
            }
            PushReport report = line.ask(address -> remote.client().push(address, commands, pack));
            return report.isTaken() ? taken() : refused(moves, optional, report);
        } catch (RemoteException unknown) {
            doubtful = true;
            return outcome(moves, unknown);
        } catch (IOException broken) {
            throw outage.begins(broken);
        }
    }

    private Offer taken() {
        tentative.clear();
        outage.isOver();
        news.pushed();
        return Offer.TAKEN;
    }

    private void requireAtomic() throws RemoteException {
        if (!knownToBeAtomic) {
            Set<String> can = line.ask(address -> remote.client().pushCapabilities(address));
            if (!can.contains("atomic") || !can.contains("report-status")) {
                throw Failure.unavailable("The Git host cannot move several branches in one step, which saving needs.");
            }
            knownToBeAtomic = true;
        }
    }

    /**
     * A refused push moved nothing: either branches on the host have moved, or the host refuses to move one of them.
     * The text of its refusal is not interpreted: when the rest goes through without the optional branches, they were
     * the cause.
     */
    private Offer refused(List<RefMove> moves, Set<String> optional, PushReport report) throws RemoteException {
        NavigableMap<String, ObjectId> there = branches();
        if (moves.stream().anyMatch(move -> !Objects.equals(there.get(move.ref()), move.before()))) {
            seen = there;
            doubtful = true;
            return Offer.ANEW;
        }
        LOG.info("A push to {} was refused: {}", fullName, report.refused());
        Set<String> without = new HashSet<>(optional);
        without.retainAll(moves.stream().map(RefMove::ref).toList());
        if (!report.unpacked() || without.isEmpty()) {
            tentative.forEach(held::remove);
            tentative.clear();
            return Offer.REFUSED;
        }
        without.forEach(ref -> hold(ref, true));
        tentative.addAll(without);
        return Offer.ANEW;
    }

    /**
     * The connection broke after the push was sent. When the branches of the host are where the push leads, it has
     * taken the push; when they have moved elsewhere it never will, because the push names the expected value of each
     * branch. A host whose branches have not moved may still be working on the push: then the caller must not be told
     * of a success, and the same push must not be sent again.
     */
    private Offer outcome(List<RefMove> moves, RemoteException unknown) {
        if (unknown.kind() != RemoteException.Kind.DOWN) {
            throw outage.begins(unknown);
        }
        try {
            for (int i = 0; i < OUTCOME_LOOKS; i++) {
                NavigableMap<String, ObjectId> there = branches();
                if (moves.stream().anyMatch(move -> !Objects.equals(there.get(move.ref()), move.before()))) {
                    fetches.fetch(there, there);
                    return moves.stream().allMatch(move -> isIn(there, move)) ? taken() : Offer.ANEW;
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        } catch (IOException stillDown) {
            LOG.info("What became of a push to {} is not known yet", fullName, stillDown);
        }
        throw outage.begins(unknown);
    }

    /** Whether a branch is where it was pushed to, or has moved on from there. */
    private boolean isIn(Map<String, ObjectId> there, RefMove move) {
        ObjectId tip = there.get(move.ref());
        ObjectId after = move.after();
        return Objects.equals(tip, after) || tip != null && after != null && ancestry.contains(tip, after);
    }

    private NavigableMap<String, ObjectId> branches() throws RemoteException {
        return line.ask(address -> remote.client().branches(address));
    }

    @Override
    public boolean bring(ObjectId blob) {
        return fetches.bring(blob);
    }

    private Instant now() {
        return remote.clock().instant();
    }

    private static RefCommand command(RefMove move) {
        ObjectId before = move.before();
        ObjectId after = move.after();
        return new RefCommand(
                move.ref(), before == null ? ObjectId.zeroId() : before, after == null ? ObjectId.zeroId() : after);
    }
}
