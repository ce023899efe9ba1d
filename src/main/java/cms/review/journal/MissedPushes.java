package cms.review.journal;

import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.platform.failure.Failure;
import cms.review.branch.BranchNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a fetch did to changes of others whose entry in the journal never followed, because the service was killed or its
 * disk failed between the two: found at the next start, and noted once (decision 46).
 */
public final class MissedPushes {
    private static final Logger LOG = LoggerFactory.getLogger(MissedPushes.class);

    /** What is noted further back than that counts as noted. */
    private static final int ENTRIES_READ_MAX = 10_000;

    private static final int COMMITS_MAX = 100_000;

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

    /** The journal is read first: what opens while the branches are listed is not taken for something that is gone. */
    private List<RefChange> in(Repository mirror) {
        List<RefChange> brought = broughtByEntries(mirror);
        List<RefChange> missed = new ArrayList<>(standing(mirror));
        missed.addAll(gone(mirror, brought));
        return missed;
    }

    /** Where the newest entries have brought branches that were there after them. */
    private List<RefChange> broughtByEntries(Repository mirror) {
        Journal.Newest noted = Journal.newest(Journal.tip(mirror), mirror::commit, pushes.proof(), ENTRIES_READ_MAX);
        return noted.moves().values().stream()
                .filter(move -> move.after() != null && move.branch().startsWith(BranchNames.PREFIX))
                .map(move -> RefChange.of(move.branch(), move.after(), null))
                .toList();
    }

    /** Branches of others that are not there any more, although they have not landed and no entry has taken them away. */
    private List<RefChange> gone(Repository mirror, List<RefChange> brought) {
        List<RefChange> absent = brought.stream()
                .filter(change -> mirror.tip(change.branch()).isEmpty() && isForeignStill(mirror, change))
                .toList();
        List<CommitId> tips =
                absent.stream().map(RefChange::before).filter(Objects::nonNull).toList();
        List<CommitId> trunk = mirror.tip(BranchNames.TRUNK).stream().toList();
        Set<CommitId> open = mirror.log(tips, trunk, Instant.EPOCH, COMMITS_MAX).stream()
                .map(Commit::id)
                .collect(Collectors.toSet());
        return absent.stream().filter(change -> open.contains(change.before())).toList();
    }

    /** A commit that no branch reaches any more may have been cleared away: then nothing can be said of it. */
    private boolean isForeignStill(Repository mirror, RefChange change) {
        try {
            return pushes.isForeign(mirror, change);
        } catch (Failure clearedAway) {
            return false;
        }
    }

    /** Branches that stand where others have put them, and where no entry has brought them. */
    private List<RefChange> standing(Repository mirror) {
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
