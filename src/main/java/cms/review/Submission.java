package cms.review;

import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.format.ProjectConfig.Workflow;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Bot;
import cms.project.Project;
import cms.review.Moved.Cause;
import cms.review.files.WorkflowDecision;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One write on its way: the tip is shown to the writer, the answer is stored and maybe landed. */
record Submission(
        Project project, Actor actor, BranchTopic topic, LandingRule rule, boolean reviewOnPlan, BranchNames names) {
    /** What was stored; without branch and commit the writer refused. */
    record Stored<R>(
            R report,
            @Nullable String branch,
            @Nullable CommitId commit,
            List<FileChange> diff,
            boolean merged,
            Workflow workflow,
            CommitId tip) {}

    /** Runs inside the repository's write. */
    <R> Stored<R> run(Trunk trunk, Writing writing, Instant now, Function<Tip, Draft<R>> work) {
        CommitId tip = trunk.ensure();
        Tree files = writing.tree(tip);
        ContentPaths paths = ContentPaths.under(project.contentRoot());
        Workflow workflow = WorkflowDecision.of(paths, files, reviewOnPlan);
        return switch (work.apply(new Tip(tip, files))) {
            case Draft.Refusal<R>(R report) -> new Stored<>(report, null, null, List.of(), false, workflow, tip);
            case Draft.Write<R> write -> {
                String message = Trailers.message(write.message(), actor, write.operation());
                CommitId commit = writing.commit(files, write.changes(), List.of(tip), Bot.at(now), message);
                String branch = names.fresh(
                        topic, now, name -> writing.tip(name).isPresent());
                List<FileChange> diff = writing.diff(files, writing.tree(commit));
                boolean lands = rule == LandingRule.AT_ONCE || workflow == Workflow.AUTO_MERGE;
                CommitId after = tip;
                if (lands) {
                    // The branch would be created and deleted in the same move, so its ref is never written.
                    String landing = Trailers.message("Merge " + branch + " into cms", actor);
                    after = trunk.land(
                            tip, commit, writing.tree(commit), operation(write.operation(), now), landing);
                } else {
                    trunk.create(branch, commit, Cause.SUBMITTED);
                }
                yield new Stored<>(write.report(), branch, commit, diff, lands, workflow, after);
            }
        };
    }

    private ContextFile.Operation operation(Operation done, Instant now) {
        return new ContextFile.Operation(
                done.tool(), done.model(), done.locale(), done.entries(), now, actor.client());
    }
}
