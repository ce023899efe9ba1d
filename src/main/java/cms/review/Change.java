package cms.review;

import cms.format.ProjectConfig.Workflow;
import cms.git.Commit;
import cms.git.FileChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored change, as the content routes answer it (spec 4.8).
 *
 * @param commit the commit on the branch, never the merge
 * @param diff the files that differ from {@code cms} before the change, sorted by path
 * @param merged whether it has landed on {@code cms}
 * @param workflow the workflow that decided, plan included
 * @param pullRequestUrl null unless a pull request was opened on a remote host
 * @param tip {@code cms} after the change, landed or not
 */
public record Change(
        String branch,
        Commit commit,
        List<FileChange> diff,
        boolean merged,
        Workflow workflow,
        @Nullable String pullRequestUrl,
        Tip tip) {
    public Change {
        diff = List.copyOf(diff);
    }
}
