package cms.review.files;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.git.Tree;

/** The one place that decides whether a change waits for a person (design 2.2, reference 4.2.6). */
public final class WorkflowDecision {
    /** Bytes of a configuration file that is read. */
    private static final long FILE_BYTES_MAX = 64L * 1024 * 1024;

    private WorkflowDecision() {}

    /**
     * The workflow that counts: {@code review} only when the plan has it and the configuration wants it.
     *
     * <p>A configuration that cannot be read counts as wanting it: nothing lands unseen because a file is broken.
     */
    public static Workflow of(ContentPaths paths, Tree tip, boolean reviewOnPlan) {
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
