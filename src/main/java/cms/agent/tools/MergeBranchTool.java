package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Effect;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.platform.json.Json;
import cms.review.DecisionOptions;
import cms.review.submit.Landed;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code merge_branch}: lands an open change. */
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
        Landed landed = work.changes()
                .reviews()
                .merge(work.place(), work.author(), branch, about(input).marked(Optional.of(work.mark())));
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

    /** The expected state, where the model names one; nothing else is merged. */
    private static DecisionOptions about(ToolInput input) {
        return input.text("expectedSha")
                .map(sha -> DecisionOptions.none().expecting(Set.of(sha)))
                .orElse(DecisionOptions.none());
    }
}
