package cms.review.branch;

import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Finds the open changes that have landed. A commit that the trunk did not reach can only be reached by what the trunk
 * got since then, so that after the first look only new commits and new branches are looked at, however many are open.
 */
public final class LandedTips {
    private static final int COMMITS_MAX = 1_000_000;

    /** By repository and not by name: another repository that gets the name has none of these commits. */
    private final Cache<Repository, Known> byRepository =
            Caffeine.newBuilder().weakKeys().build();

    /** Guarded by its lock. */
    private static final class Known {
        private final ReentrantLock lock = new ReentrantLock();
        private Optional<CommitId> trunk = Optional.empty();
        private List<Branch> branches = List.of();
        private Set<CommitId> open = new HashSet<>();
        private List<Branch> landed = List.of();
        /** Whether {@code landed} is true of the trunk; not where a reading for it has failed. */
        private boolean isCurrent;
    }

    /** Those of the branches whose whole history the trunk contains. */
    List<Branch> landed(Repository repository, CommitId trunk, List<Branch> branches) {
        Known known = byRepository.get(repository, missing -> new Known());
        known.lock.lock();
        try {
            known.isCurrent &= follow(repository, trunk, known);
            if (known.isCurrent && branches == known.branches) {
                return known.landed;
            }
            Set<CommitId> unknown = new HashSet<>();
            branches.stream()
                    .map(Branch::tip)
                    .filter(tip -> !known.open.contains(tip))
                    .forEach(unknown::add);
            if (!unknown.isEmpty()) {
                for (Commit beyond : repository.log(unknown, Set.of(trunk), Instant.EPOCH, COMMITS_MAX)) {
                    known.open.add(beyond.id());
                }
            }
            known.branches = branches;
            known.landed = branches.stream()
                    .filter(branch -> !known.open.contains(branch.tip()))
                    .toList();
            known.open.retainAll(
                    new HashSet<>(branches.stream().map(Branch::tip).toList()));
            known.isCurrent = true;
            return known.landed;
        } finally {
            known.lock.unlock();
        }
    }

    /** Removes known open tips that the trunk has reached since the last call; false when tips must be read again. */
    private static boolean follow(Repository repository, CommitId trunk, Known known) {
        if (known.trunk.filter(trunk::equals).isPresent()) {
            return true;
        }
        boolean stillOpen = false;
        if (known.trunk.isPresent() && repository.isAncestor(known.trunk.get(), trunk)) {
            List<Commit> reached =
                    repository.log(List.of(trunk), List.of(known.trunk.get()), Instant.EPOCH, COMMITS_MAX);
            stillOpen = !known.open.removeAll(reached.stream().map(Commit::id).collect(Collectors.toSet()));
        } else {
            known.open.clear();
        }
        known.trunk = Optional.of(trunk);
        return stillOpen;
    }
}
