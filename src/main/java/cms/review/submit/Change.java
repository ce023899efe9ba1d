package cms.review.submit;

import cms.format.ProjectConfig.Workflow;
import cms.git.Commit;
import cms.git.FileChange;
import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stored change, as the content routes answer it (spec 4.8).
 *
 * @param commit the commit on the branch, never the merge
 * @param diff the files that differ from {@code cms} before the change, sorted by path
 * @param merged whether it has landed on {@code cms}
 * @param workflow the workflow that decided, plan included
 * @param pullRequestUrl null unless a pull request was opened on a remote host
 * @param diverged whether the default branch has something that {@code cms} has not, so that nothing lands there
 * @param tip {@code cms} after the change, landed or not
 */
public record Change(
        String branch,
        Commit commit,
        List<FileChange> diff,
        boolean merged,
        Workflow workflow,
        @Nullable String pullRequestUrl,
        boolean diverged,
        Tip tip) {
    public Change {
        diff = List.copyOf(diff);
    }

    /** {@code { branch, commit, diff, merged, workflow, pullRequestUrl }}. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("branch", branch);
        json.putObject("commit")
                .put("sha", commit.id().sha())
                .put("message", commit.message())
                .put("timestamp", commit.author().time().toString())
                .putObject("author")
                .put("name", commit.author().name())
                .put("email", commit.author().email());
        ArrayNode files = json.putArray("diff");
        diff.forEach(file -> files.addObject()
                .put("path", file.path())
                .put("status", file.status().name().toLowerCase(Locale.ROOT)));
        json.put("merged", merged).put("workflow", workflow.wireName()).put("pullRequestUrl", pullRequestUrl);
        return addDivergence(json);
    }

    /** Adds {@code defaultBranch: "diverged"} where landed content does not reach the default branch. */
    public ObjectNode addDivergence(ObjectNode json) {
        return diverged ? json.put("defaultBranch", "diverged") : json;
    }
}
