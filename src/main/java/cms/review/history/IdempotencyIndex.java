package cms.review.history;

import cms.format.ContentBranches;
import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds the commit that a request with an {@code Idempotency-Key} made before: the truth about such a write is in Git,
 * also when the process died before it could note the answer.
 *
 * <p>The commits of the last day are read once; every later query reads only those that are new, and what is older than
 * two days is forgotten.
 */
public final class IdempotencyIndex {
    private static final Duration REMEMBERED = Duration.ofHours(25);
    private static final int COMMITS_MAX = 200_000;
    private static final int GENERATION_MAX = 100_000;

    /** By repository and not by name: another repository that gets the name has none of these commits. */
    private final Cache<Repository, Known> byRepository =
            Caffeine.newBuilder().weakKeys().expireAfterAccess(REMEMBERED).build();

    private final CommitProof proof;

    public IdempotencyIndex(CommitProof proof) {
        this.proof = proof;
    }

    /**
     * Guarded by its lock. {@code earlier} is the generation before the one that began at {@code since}; a write lives
     * through two of them.
     */
    private static final class Known {
        private final ReentrantLock lock = new ReentrantLock();
        private Map<String, CommitId> commits = new HashMap<>();
        private Map<String, CommitId> earlier = Map.of();
        private Instant since = Instant.MIN;
        private Optional<CommitId> trunk = Optional.empty();
        private Optional<CommitId> journal = Optional.empty();
        private List<Branch> branches = List.of();
        private Set<CommitId> others = Set.of();
    }

    /**
     * The commit that an earlier attempt of the same request made, whose answer was not stored.
     *
     * @throws Failure UNPROCESSABLE when it was made for another body
     */
    public Optional<Commit> made(Repository repository, Optional<IdempotencyMark.Write> mark, Instant now) {
        return mark.flatMap(known -> find(repository, known.write(), now)
                .map(repository::commit)
                .map(commit -> ofSameContent(commit, known)));
    }

    private Commit ofSameContent(Commit commit, IdempotencyMark.Write mark) {
        String stated = proof.trailers(commit).value(Trailers.REPEAT);
        if (!stated.endsWith(" " + mark.content())) {
            throw Failure.unprocessable("This Idempotency-Key was used for another request; take a new key.")
                    .withCode("idempotency.reused");
        }
        return commit;
    }

    /** {@code write} is the first word of the trailer; commits of open changes count, those of rejected ones do not. */
    private Optional<CommitId> find(Repository repository, String write, Instant now) {
        Known known = byRepository.get(repository, missing -> new Known());
        known.lock.lock();
        try {
            forgetOld(now, known);
            readNew(repository, now, known);
            return Optional.ofNullable(known.commits.get(write))
                    .or(() -> Optional.ofNullable(known.earlier.get(write)));
        } finally {
            known.lock.unlock();
        }
    }

    /** Begins a generation once the present one is old enough or full, and drops the one before it. */
    private static void forgetOld(Instant now, Known known) {
        if (now.isAfter(known.since.plus(REMEMBERED)) || known.commits.size() > GENERATION_MAX) {
            known.earlier = known.commits;
            known.commits = new HashMap<>();
            known.since = now;
        }
    }

    private void readNew(Repository repository, Instant now, Known known) {
        Optional<CommitId> trunk = repository.tip(ContentBranches.TRUNK);
        Optional<CommitId> journal = repository.own("journal");
        Set<CommitId> seen = new HashSet<>();
        known.trunk.ifPresent(seen::add);
        known.journal.ifPresent(seen::add);
        // The same list as long as no open change moves: then not one of thousands is looked at.
        List<Branch> branches = repository.branches(ContentBranches.CHANGES);
        Set<CommitId> others = branches == known.branches ? known.others : tips(branches);
        Set<CommitId> fresh = new HashSet<>();
        if (others != known.others) {
            fresh.addAll(others);
            fresh.removeAll(known.others);
        }
        trunk.ifPresent(fresh::add);
        journal.ifPresent(fresh::add);
        fresh.removeAll(seen);
        if (!fresh.isEmpty()) {
            for (Commit commit : repository.log(fresh, seen, now.minus(REMEMBERED), COMMITS_MAX)) {
                boolean marked = commit.message().contains(Trailers.REPEAT);
                String stated = marked ? proof.trailers(commit).value(Trailers.REPEAT) : "";
                if (!stated.isEmpty()) {
                    known.commits.put(stated.split(" ", 2)[0], commit.id());
                }
            }
        }
        // Not before: what could not be read is read by the next query.
        known.trunk = trunk;
        known.journal = journal;
        known.branches = branches;
        known.others = others;
    }

    private static Set<CommitId> tips(List<Branch> branches) {
        Set<CommitId> tips = new HashSet<>();
        branches.forEach(branch -> tips.add(branch.tip()));
        return tips;
    }
}
