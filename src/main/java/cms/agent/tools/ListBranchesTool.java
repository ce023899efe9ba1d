package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.git.Branch;
import cms.platform.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code list_branches}: the open changes. */
final class ListBranchesTool implements Tool {
    @Override
    public String name() {
        return "list_branches";
    }

    @Override
    public Capability least() {
        return Capability.READ_BRANCHES;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ObjectNode value = Json.object();
        ArrayNode list = value.putArray("branches");
        for (Branch branch : work.changes().reviews().openChanges(work.place())) {
            list.addObject()
                    .put("name", branch.name())
                    .put("sha", branch.tip().sha())
                    .put(
                            "isOfThisConversation",
                            work.branch().filter(branch.name()::equals).isPresent());
        }
        return ToolResult.of(value.put("total", list.size()));
    }
}
