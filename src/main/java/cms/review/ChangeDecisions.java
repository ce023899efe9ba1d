package cms.review;

import cms.access.Author;
import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.idempotency.IdempotencyMark;
import cms.project.Project;
import cms.review.branch.BranchNames;
import cms.review.branch.OpenChanges;
import cms.review.history.CommitProof;
import cms.review.history.IdempotencyIndex;
import cms.review.history.NotedWrites;
import cms.review.journal.Announcer;
import cms.review.journal.Journal;
import cms.review.journal.JournalMove;
import cms.review.submit.Landed;
import cms.review.submit.Updated;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Carries out decisions about open changes: it lands them, brings them up to date, discards or clears them away. */
final class ChangeDecisions {
    private final TrunkWriter writer;
    private final IdempotencyIndex idempotency;
    private final CommitProof proof;
    private final NotedWrites noted;
    private final Announcer announcer;

    ChangeDecisions(
            TrunkWriter writer,
            IdempotencyIndex idempotency,
            CommitProof proof,
            NotedWrites noted,
            Announcer announcer) {
        this.writer = writer;
        this.idempotency = idempotency;
        this.proof = proof;
        this.noted = noted;
        this.announcer = announcer;
    }

    Landed merge(Project project, String branch, Closing.Decision decision) {
        BranchNames.check(branch);
        Function<Commit, Landed> again =
                made -> new Landed(true, Journal.answer(proof.trailers(made)).orElse(made.id()), null);
        Landed landed = ending(
                project,
                branch,
                () -> decide(
                        project,
                        branch,
                        decision.options().mark(),
                        again,
                        closing -> closing.merge(branch, decision),
                        (contained, cms) -> contained ? Optional.of(new Landed(true, cms, null)) : Optional.empty()));
        return new Landed(
                true,
                decision.commits().inPlaceOf(landed.sha()),
                writer.proposal(project).orElse(null));
    }

    Updated update(Project project, String branch, Closing.Decision decision, boolean ofAnyOpener) {
        BranchNames.check(branch);
        return decide(
                project,
                branch,
                decision.options().mark(),
                made -> new Updated(true, made.id()),
                closing -> closing.update(branch, decision, ofAnyOpener),
                (contained, cms) -> Optional.empty());
    }

    void reject(Project project, String branch, Closing.Decision decision) {
        Closing.refuseTrunk(branch);
        BranchNames.check(branch);
        ending(
                project,
                branch,
                () -> decide(
                        project,
                        branch,
                        decision.options().mark(),
                        Commit::id,
                        closing -> closing.reject(branch, decision),
                        (contained, cms) -> contained ? Optional.empty() : Optional.of(cms)));
    }

    /**
     * Carries out a merge or a rejection. On a remote host it is noted before that this instance announces it, and that
     * is taken back where the change is still open after a refusal.
     */
    private <T> T ending(Project project, String branch, Supplier<T> decision) {
        Repository repository = writer.repository(project);
        boolean isNoted =
                repository.remote().isPresent() && repository.tip(branch).isPresent();
        if (isNoted) {
            announcer.willEnd(project, branch, writer.clock().instant());
        }
        try {
            return decision.get();
        } catch (RuntimeException refused) {
            if (isNoted && repository.tip(branch).isPresent()) {
                announcer.willNotEnd(project, branch);
            }
            throw refused;
        }
    }

    /** Deletes the branches of landed changes on behalf of a person. */
    OpenChanges.Cleanup cleanUp(Project project, Author author, Optional<IdempotencyMark.Write> mark) {
        List<String> deleted = made(writer.repository(project), mark)
                .map(made -> Journal.moves(proof.trailers(made)).stream()
                        .map(JournalMove::branch)
                        .toList())
                .orElseGet(() -> deleteLanded(project, author, mark));
        return new OpenChanges.Cleanup(deleted, writer.opened(project).openCount(_ -> true));
    }

    private List<String> deleteLanded(Project project, Author author, Optional<IdempotencyMark.Write> mark) {
        List<Branch> branches = writer.opened(project).merged();
        return act(project, closing -> closing.delete(branches, Optional.of(author), mark));
    }

    /** Deletes the branches that have not moved since they were listed. */
    void delete(Project project, List<Branch> branches) {
        if (branches.isEmpty()) {
            return;
        }
        act(project, closing -> closing.delete(branches, Optional.empty(), Optional.empty()));
    }

    /** Deletes the notes of requests that are too old to be repeated. */
    void forgetOld() {
        noted.forgetOld();
    }

    /**
     * Decides once. On a remote host the decision may have been made by a push whose answer never came, or at another
     * instance: then it is found in a commit that came with the fetch, or inferred from a noted branch that is gone.
     *
     * @param again the answer from the commit that was made before
     * @param gone the answer when the branch is gone that was noted, by whether {@code cms} contains it
     */
    private <T> T decide(
            Project project,
            String branch,
            Optional<IdempotencyMark.Write> mark,
            Function<Commit, T> again,
            Function<Closing, T> work,
            BiFunction<Boolean, CommitId, Optional<T>> gone) {
        Repository repository = writer.repository(project);
        Optional<Commit> made = made(repository, mark);
        if (made.isPresent()) {
            return again.apply(made.get());
        }
        if (repository.remote().isEmpty() || mark.isEmpty()) {
            return act(project, work);
        }
        Optional<CommitId> before = noted.decided(mark.get());
        repository.tip(branch).ifPresent(tip -> noted.deciding(mark.get(), branch, tip));
        try {
            return act(project, closing -> made(repository, mark).map(again).orElseGet(() -> work.apply(closing)));
        } catch (Failure failed) {
            if (failed.kind() != FailureKind.NOT_FOUND) {
                throw failed;
            }
            CommitId cms = writer.sync(project).commit();
            return before.flatMap(tip -> gone.apply(contains(repository, cms, tip), cms))
                    .orElseThrow(() -> failed);
        }
    }

    /** Whether a branch contains a commit; false for a commit that this mirror does not have. */
    private static boolean contains(Repository repository, CommitId tip, CommitId commit) {
        try {
            return repository.isAncestor(commit, tip);
        } catch (Failure unknown) {
            if (unknown.kind() != FailureKind.NOT_FOUND) {
                throw unknown;
            }
            return false;
        }
    }

    private Optional<Commit> made(Repository repository, Optional<IdempotencyMark.Write> mark) {
        return idempotency.made(repository, mark, writer.clock().instant());
    }

    private <T> T act(Project project, Function<Closing, T> work) {
        return writer.write(
                project,
                (trunk, writing) -> work.apply(
                        new Closing(project, trunk, writing, writer.clock().instant())));
    }
}
