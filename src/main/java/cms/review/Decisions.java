package cms.review;

import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.platform.repeats.RepeatMark;
import cms.project.Project;
import cms.review.branch.BranchNames;
import cms.review.history.CommitProof;
import cms.review.history.RepeatIndex;
import cms.review.journal.Journal;
import cms.review.journal.JournalMove;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What people decide about open changes: they land, are brought up to date, discarded or cleared away. */
final class Decisions {
    private final TrunkWriter writer;
    private final RepeatIndex repeats;
    private final CommitProof proof;

    Decisions(TrunkWriter writer, RepeatIndex repeats, CommitProof proof) {
        this.writer = writer;
        this.repeats = repeats;
        this.proof = proof;
    }

    Changes.Landed merge(Project project, String branch, Closing.Verdict verdict) {
        BranchNames.check(branch);
        Optional<RepeatMark.Write> mark = RepeatMark.next();
        Optional<Commit> made = made(project, mark);
        if (made.isPresent()) {
            CommitId sha =
                    Journal.answer(proof.said(made.get())).orElse(made.get().id());
            return new Changes.Landed(true, sha, null);
        }
        Changes.Landed landed = act(project, closing -> closing.merge(branch, verdict, mark));
        return new Changes.Landed(true, landed.sha(), writer.proposal(project).orElse(null));
    }

    Changes.Updated update(Project project, String branch, Closing.Verdict verdict, boolean anybodys) {
        BranchNames.check(branch);
        Optional<RepeatMark.Write> mark = RepeatMark.next();
        Optional<Commit> made = made(project, mark);
        return made.isPresent()
                ? new Changes.Updated(true, made.get().id())
                : act(project, closing -> closing.update(branch, verdict, anybodys, mark));
    }

    void reject(Project project, String branch, Closing.Verdict verdict) {
        Closing.refuseTrunk(branch);
        BranchNames.check(branch);
        Optional<RepeatMark.Write> mark = RepeatMark.next();
        if (made(project, mark).isEmpty()) {
            act(project, closing -> closing.reject(branch, verdict, mark));
        }
    }

    /** Clears away what has landed, on behalf of somebody; the names of what is gone. */
    List<String> cleanUp(Project project, Actor actor, Supplier<List<Branch>> landed) {
        Optional<RepeatMark.Write> mark = RepeatMark.next();
        Optional<Commit> made = made(project, mark);
        if (made.isPresent()) {
            return Journal.moves(proof.said(made.get())).stream()
                    .map(JournalMove::branch)
                    .toList();
        }
        List<Branch> branches = landed.get();
        return act(project, closing -> closing.delete(branches, Optional.of(actor), mark));
    }

    /** Deletes those that still stand where they were seen. */
    void delete(Project project, List<Branch> branches) {
        act(project, closing -> closing.delete(branches, Optional.empty(), Optional.empty()));
    }

    private Optional<Commit> made(Project project, Optional<RepeatMark.Write> mark) {
        return repeats.made(writer.repository(project), mark, writer.clock().instant());
    }

    private <T> T act(Project project, Function<Closing, T> work) {
        return writer.write(
                project,
                (trunk, writing) -> work.apply(
                        new Closing(project, trunk, writing, writer.clock().instant())));
    }
}
