package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Effect;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.platform.json.Json;
import cms.review.DecisionOptions;
import java.util.Optional;
import java.util.Set;

/** {@code reject_branch}: rejects an open change. */
final class RejectBranchTool implements Tool {
    @Override
    public String name() {
        return "reject_branch";
    }

    @Override
    public Capability least() {
        return Capability.REJECT_BRANCH;
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
        work.changes()
                .reviews()
                .reject(
                        work.place(),
                        work.author(),
                        branch,
                        DecisionOptions.none().marked(Optional.of(work.mark())));
        return new ToolResult(
                Json.object().put("branch", branch).put("rejected", true),
                false,
                new Effect(Set.of(), Set.of(), false, true, branch, null, 0));
    }
}
