package cms.review.journal;

import cms.git.Branch;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.review.branch.BranchNames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open changes that came from a remote host with a fetch whose entry in the journal never followed, because the service
 * was killed or its disk failed between the two: found at the next start, and noted once (decision 46).
 */
public final class MissedPushes {
    private static final Logger LOG = LoggerFactory.getLogger(MissedPushes.class);

    /** What is noted further back than that counts as noted. */
    private static final int ENTRIES_READ_MAX = 10_000;

    private final Hosting hosting;
    private final Pushes pushes;

    public MissedPushes(Hosting hosting, Pushes pushes) {
        this.hosting = hosting;
        this.pushes = pushes;
    }

    /**
     * Notes what was missed, on a thread of its own, and then looks at what has come to the host since.
     *
     * @param repositories full names
     * @param told is called with what was missed in one of them
     */
    public void begin(Collection<String> repositories, BiConsumer<String, List<RefChange>> told) {
        Thread.ofVirtual().name("missed pushes").start(() -> {
            repositories.stream().distinct().filter(hosting::isReady).forEach(fullName -> note(fullName, told));
            hosting.refreshSoon(repositories);
        });
    }

    private void note(String fullName, BiConsumer<String, List<RefChange>> told) {
        try {
            Repository mirror = hosting.repository(fullName);
            List<RefChange> missed = mirror.remote().isEmpty() ? List.of() : in(mirror);
            if (!missed.isEmpty()) {
                told.accept(fullName, pushes.followed(mirror, missed));
            }
        } catch (RuntimeException failed) {
            LOG.warn("what came to {} before the start is looked for again at the next one", fullName, failed);
        }
    }

    /** Branches that stand where others have put them, and where no entry has brought them. */
    private List<RefChange> in(Repository mirror) {
        Map<String, CommitId> foreign = new TreeMap<>();
        for (Branch branch : mirror.branches(BranchNames.PREFIX)) {
            RefChange change = RefChange.of(branch.name(), null, branch.tip());
            if (pushes.isForeign(mirror, change) && !isParked(mirror, branch)) {
                foreign.put(branch.name(), branch.tip());
            }
        }
        Journal.Newest noted =
                Journal.newest(Journal.tip(mirror), mirror::commit, pushes.proof(), foreign.keySet(), ENTRIES_READ_MAX);
        return foreign.entrySet().stream()
                .filter(branch -> noted.isWhole() || noted.moves().containsKey(branch.getKey()))
                .filter(branch -> !noted.brought(branch.getKey(), branch.getValue()))
                .map(branch -> RefChange.of(branch.getKey(), noted.place(branch.getKey()), branch.getValue()))
                .toList();
    }

    /** What this service has put there itself: a push that clashes with {@code cms}. */
    private static boolean isParked(Repository mirror, Branch branch) {
        return BranchNames.ofPush(
                        branch.tip(), mirror.commit(branch.tip()).author().time())
                .equals(branch.name());
    }
}
