package cms.git;

import cms.git.graph.GitNames;
import cms.git.graph.PortableNames;
import cms.git.mirror.IncomingPacks;
import cms.git.protocol.Capacity;
import cms.git.protocol.DeepTrees;
import cms.git.remote.GitClient;
import cms.git.remote.RemoteAddress;
import cms.git.remote.RemoteException;
import cms.git.remote.Wanted;
import cms.platform.compute.FairPlaces;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.StreamClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.transport.ReceiveCommand;

/**
 * Copies the branches of a public repository into an empty one, once; later changes there are not followed. At most 512
 * MiB of pack, 100 MiB a file, 1,000 branches and two minutes each; one copy for a person and eight in all at a time.
 */
public final class Imports {
    private static final int PACK_BYTES_MAX = 512 << 20;
    private static final long OBJECT_BYTES_MAX = 100L << 20;
    private static final int BRANCHES_MAX = 1_000;
    private static final int EACH_AT_ONCE = 1;
    private static final int AT_ONCE = 8;
    private static final Duration WAIT_MAX = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PACK_TIMEOUT = Duration.ofMinutes(2);

    private final GitClient client;
    private final FairPlaces places;

    /** @param outside the guarded client for URLs that people enter */
    public Imports(StreamClient outside, InstantSource clock) {
        this.client = new GitClient(outside, clock, () -> TIMEOUT, PACK_TIMEOUT);
        this.places = new FairPlaces(clock, EACH_AT_ONCE, AT_ONCE);
    }

    /**
     * Fills an empty repository; its HEAD then names the same branch as the HEAD of the copied one.
     *
     * @param url as {@code git clone} takes it
     * @param personId the person who asks for the copy; one at a time for each
     * @throws Failure INVALID for a URL that may not be reached or has no public repository, UNPROCESSABLE for a
     *     repository that is empty, too large or damaged, BAD_GATEWAY for a host that does not answer properly,
     *     UNAVAILABLE when no place became free for a minute
     */
    public void fill(Repository target, URI url, String personId) {
        if (!places.enter(personId, WAIT_MAX)) {
            throw Failure.unavailable("Other repositories are being copied; try again in a minute.")
                    .withRetryAfter(WAIT_MAX);
        }
        try {
            Outside.waiting(() -> copy(target, RemoteAddress.anonymous(url)));
        } catch (RemoteException error) {
            throw failure(error).causedBy(error);
        } catch (IOException broken) {
            throw damaged(broken);
        } finally {
            places.leave(personId);
        }
    }

    private Repository copy(Repository target, RemoteAddress from) throws IOException {
        NavigableMap<String, ObjectId> branches = new TreeMap<>(client.branches(from));
        branches.keySet().removeIf(name -> !isTaken(name));
        if (branches.isEmpty()) {
            throw Failure.unprocessable("The repository at `importUrl` has no branch yet.");
        }
        if (branches.size() > BRANCHES_MAX) {
            throw Failure.unprocessable("The repository at `importUrl` has more than " + BRANCHES_MAX + " branches.");
        }
        String head = client.head(from).filter(branches::containsKey).orElseGet(() -> usual(branches));
        var wanted = new Wanted(new HashSet<>(branches.values()), List.of(), false, false);
        org.eclipse.jgit.lib.Repository files = target.disk().jgit();
        var checker = PortableNames.requiredBy(IncomingPacks.lenient());
        client.fetch(
                from,
                wanted,
                PACK_BYTES_MAX,
                new IncomingPacks(
                        files, OBJECT_BYTES_MAX, Capacity.SizeLimits.standard().objectsMax(), checker));
        check(files, branches);
        target.disk().syncPacks();
        target.pointTo(branch(head)); // before its branches: cut off in between, the copy has none and is made anew
        target.write(writing -> {
            branches.forEach((name, tip) -> writing.create(branch(name), CommitId.of(tip)));
            return target;
        });
        return target;
    }

    /**
     * Checks the copy without trusting the host: every tip is a commit, and all objects that it needs were received.
     */
    private static void check(org.eclipse.jgit.lib.Repository files, Map<String, ObjectId> branches)
            throws IOException {
        try (ObjectWalk walk = new ObjectWalk(files)) {
            for (ObjectId tip : branches.values()) {
                walk.markStart(walk.parseCommit(tip));
            }
            walk.checkConnectivity();
        }
        DeepTrees.refuse(
                files,
                branches.entrySet().stream()
                        .map(one -> new ReceiveCommand(ObjectId.zeroId(), one.getValue(), one.getKey()))
                        .toList());
    }

    /**
     * Whether a branch is left out, because its name would clash with branches of this service or is invalid for some
     * clients.
     */
    private static boolean isTaken(String ref) {
        try {
            String branch = branch(ref);
            return GitNames.branchRef(branch).equals(ref) && !branch.equals("cr") && !branch.startsWith("cms/");
        } catch (RuntimeException noName) {
            return false;
        }
    }

    private static String usual(NavigableMap<String, ObjectId> branches) {
        return List.of("main", "master").stream()
                .map(GitNames::branchRef)
                .filter(branches::containsKey)
                .findFirst()
                .orElseGet(branches::firstKey);
    }

    private static String branch(String ref) {
        return ref.startsWith(GitNames.HEADS) ? ref.substring(GitNames.HEADS.length()) : ref;
    }

    private static Failure failure(RemoteException error) {
        return switch (error.kind()) {
            case UNAUTHORIZED, FORBIDDEN, GONE ->
                Failure.invalid("There is no repository at `importUrl` that anybody may read; push it here instead.");
            case MOVED ->
                Failure.invalid(
                        "The host of `importUrl` sends on to another address, and nobody follows; name the address"
                                + " that it sends to, as `git ls-remote` shows it.");
            case TOO_LARGE ->
                Failure.unprocessable("The repository at `importUrl` is larger than " + (PACK_BYTES_MAX >> 20)
                        + " MiB, or a file in it than " + (OBJECT_BYTES_MAX >> 20) + " MiB; push it here instead.");
            case BUSY -> Failure.unavailable("The host of `importUrl` asks us to wait; try again later.");
            case DOWN ->
                error.getCause() instanceof CorruptObjectException damaged
                        ? damaged(damaged)
                        : Failure.of(
                                FailureKind.BAD_GATEWAY,
                                "The host of `importUrl` did not answer as a Git host of protocol version 2 does.");
        };
    }

    private static Failure damaged(IOException why) {
        String message = switch (why) {
            case CorruptObjectException named ->
                "The repository at `importUrl` has what is not taken: " + named.getMessage();
            case MissingObjectException half -> "The host of `importUrl` sent half a repository.";
            case IncorrectObjectTypeException odd -> "A branch of the repository at `importUrl` is no commit.";
            default -> "The repository at `importUrl` could not be stored.";
        };
        return Failure.unprocessable(message).causedBy(why);
    }
}
