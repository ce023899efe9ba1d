package cms.review;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Bot;
import cms.project.Project;
import cms.review.Moved.Cause;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One write on its way: the tip is shown to the writer, the answer is stored and maybe landed. */
record Submission(
        Project project, Actor actor, BranchTopic topic, LandingRule rule, boolean reviewOnPlan, BranchNames names) {
    /** Bytes of a configuration file that is read. */
    private static final long FILE_BYTES_MAX = 64L * 1024 * 1024;

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
        Workflow workflow = workflow(paths, files, reviewOnPlan);
        return switch (work.apply(new Tip(tip, files))) {
            case Draft.Refusal<R>(R report) -> new Stored<>(report, null, null, List.of(), false, workflow, tip);
            case Draft.Write<R> write -> {
                String message = Trailers.message(write.message(), actor, write.operation());
                CommitId commit = writing.commit(files, write.changes(), List.of(tip), Bot.at(now), message);
                String branch =
                        names.fresh(topic, now, name -> writing.tip(name).isPresent());
                List<FileChange> diff = writing.diff(files, writing.tree(commit));
                boolean lands = rule == LandingRule.AT_ONCE || workflow == Workflow.AUTO_MERGE;
                CommitId after = tip;
                if (lands) {
                    // The branch would be created and deleted in the same move, so its ref is never written.
                    String landing = Trailers.message("Merge " + branch + " into cms", actor);
                    after = trunk.land(tip, commit, writing.tree(commit), operation(write.operation(), now), landing);
                } else {
                    trunk.create(branch, commit, Cause.SUBMITTED);
                }
                yield new Stored<>(write.report(), branch, commit, diff, lands, workflow, after);
            }
        };
    }

    private ContextFile.Operation operation(Operation done, Instant now) {
        return new ContextFile.Operation(done.tool(), done.model(), done.locale(), done.entries(), now, actor.client());
    }

    /**
     * The one place that decides whether a change waits for a person (design 2.2, reference 4.2.6). The workflow that counts: {@code review} only when the plan has it and the configuration wants it.
     *
     * <p>A configuration that cannot be read counts as wanting it: nothing lands unseen because a file is broken.
     */
    private static Workflow workflow(ContentPaths paths, Tree tip, boolean reviewOnPlan) {
        if (!reviewOnPlan) {
            return Workflow.AUTO_MERGE;
        }
        return tip.read(paths.config(), FILE_BYTES_MAX)
                .map(bytes -> switch (ContentFile.json(paths.config(), bytes)) {
                    case ContentFile.Json json -> new ProjectConfig(json.members()).workflow();
                    case ContentFile.Markdown markdown -> Workflow.REVIEW;
                    case ContentFile.Unreadable unreadable -> Workflow.REVIEW;
                })
                .orElse(Workflow.AUTO_MERGE);
    }
}
