package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.platform.json.Json;
import cms.review.BranchHealth;

/** {@code branch_health}: the number of open changes, and whether a push is parked. */
final class BranchHealthTool implements Tool {
    @Override
    public String name() {
        return "branch_health";
    }

    @Override
    public Capability least() {
        return Capability.READ_BRANCHES;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        BranchHealth health = work.changes().reviews().health(work.place());
        return ToolResult.of(Json.object()
                .put("status", health.status())
                .put("unmergedCount", health.unmergedCount())
                .put("parkedPush", health.parkedPush().orElse(null))
                .put("defaultBranch", health.defaultBranch()));
    }
}
