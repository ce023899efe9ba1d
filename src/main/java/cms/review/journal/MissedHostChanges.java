package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.review.branch.ParkingPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds, at a start, moves of changes on a remote host that have no entry in the journal here, because the service was
 * killed or its disk failed between the two, and notes them once (decisions 46 and 51).
 */
public final class MissedHostChanges {
    private static final Logger LOG = LoggerFactory.getLogger(MissedHostChanges.class);

    /** Moves further back than so many entries count as noted. */
    private static final int ENTRIES_READ_MAX = 10_000;

    private final Hosting hosting;
    private final HostChanges hostChanges;

    public MissedHostChanges(Hosting hosting, HostChanges hostChanges) {
        this.hosting = hosting;
        this.hostChanges = hostChanges;
    }

    /**
     * Notes the missed moves on a thread of its own, and then fetches what has come to the host since.
     *
     * @param repositories full names
     * @param listener called with the missed moves in one of them
     */
    public void begin(Collection<String> repositories, BiConsumer<String, List<RefChange>> listener) {
        Thread.ofVirtual().name("missed pushes").start(() -> {
            repositories.stream()
                    .distinct()
                    .filter(hosting::isReady)
                    .forEach(fullName -> hosting.reading("missed pushes", fullName, () -> note(fullName, listener)));
            hosting.refreshSoon(repositories);
        });
    }

    private void note(String fullName, BiConsumer<String, List<RefChange>> listener) {
        try {
            Repository mirror = hosting.repository(fullName);
            List<RefChange> missed = mirror.remote().isEmpty() ? List.of() : in(mirror);
            if (!missed.isEmpty()) {
                listener.accept(fullName, hostChanges.followed(mirror, missed));
            }
        } catch (RuntimeException failed) {
            LOG.warn("missed moves in {} could not be read; the next start tries again", fullName, failed);
        }
    }

    /** The missed moves. The journal is read first, so that a branch that opens meanwhile does not count as deleted. */
    private List<RefChange> in(Repository mirror) {
        List<RefChange> brought = broughtByEntries(mirror);
        List<RefChange> missed = new ArrayList<>(standing(mirror));
        missed.addAll(deletedBranches(mirror, brought));
        return missed;
    }

    /** The branches that existed after their newest entry, and the commit that it brought them to. */
    private List<RefChange> broughtByEntries(Repository mirror) {
        Journal.Newest noted =
                Journal.newest(Journal.tip(mirror), mirror::commit, hostChanges.proof(), ENTRIES_READ_MAX);
        return noted.moves().values().stream()
                .filter(move -> move.after() != null && move.branch().startsWith(ContentBranches.CHANGES))
                .map(move -> RefChange.of(move.branch(), move.after(), null))
                .toList();
    }

    /** Branches that do not exist any more, although no entry has removed them. */
    private static List<RefChange> deletedBranches(Repository mirror, List<RefChange> brought) {
        return brought.stream()
                .filter(change -> mirror.tip(change.branch()).isEmpty())
                .filter(change -> change.before() != null && HostChanges.isStored(mirror, change.before()))
                .toList();
    }

    /** Branches whose tip is not the one to which their newest entry has brought them. */
    private List<RefChange> standing(Repository mirror) {
        Map<String, CommitId> open = mirror.branches(ContentBranches.CHANGES).stream()
                .filter(branch -> !isParked(mirror, branch))
                .collect(Collectors.toMap(Branch::name, Branch::tip, (one, other) -> one, TreeMap::new));
        Journal.Newest noted = Journal.newest(
                Journal.tip(mirror), mirror::commit, hostChanges.proof(), open.keySet(), ENTRIES_READ_MAX);
        return open.entrySet().stream()
                .filter(branch -> noted.isWhole() || noted.moves().containsKey(branch.getKey()))
                .filter(branch -> !noted.brought(branch.getKey(), branch.getValue()))
                .map(branch -> RefChange.of(branch.getKey(), noted.place(branch.getKey()), branch.getValue()))
                .toList();
    }

    /** Whether this service has made the branch itself, for a push that clashes with {@code cms}. */
    private static boolean isParked(Repository mirror, Branch branch) {
        return new ParkingPlace(mirror.commit(branch.tip())).names().contains(branch.name());
    }
}
