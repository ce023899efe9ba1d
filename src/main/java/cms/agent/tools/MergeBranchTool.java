package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Effect;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.platform.json.Json;
import cms.review.Reviews;
import cms.review.submit.Landed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code merge_branch}: an open change lands. */
final class MergeBranchTool implements Tool {
    @Override
    public String name() {
        return "merge_branch";
    }

    @Override
    public Capability least() {
        return Capability.MERGE_BRANCH;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        String branch = input.required("branch");
        if (work.isTrial()) {
            return ToolResult.of(DecisionTrial.of(work, branch));
        }
        Landed landed = work.changes().reviews().merge(work.place(), work.author(), branch, about(input));
        ObjectNode value = Json.object()
                .put("branch", branch)
                .put("merged", landed.merged())
                .put("sha", landed.sha().sha())
                .put("pullRequestUrl", landed.pullRequestUrl());
        return new ToolResult(
                value,
                false,
                new Effect(Set.of(), Set.of(), true, true, branch, landed.sha().sha(), 0));
    }

    /** Where the model says which state it has seen, nothing else is merged. */
    private static Reviews.Options about(ToolInput input) {
        return input.text("expectedSha")
                .map(sha -> new Reviews.Options(Optional.of(Set.of(sha)), List.of()))
                .orElse(Reviews.Options.none());
    }
}
