package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** {@code list_submissions}: what visitors have sent; nothing for a model without a form. */
final class ListSubmissionsTool implements Tool {
    @Override
    public String name() {
        return "list_submissions";
    }

    @Override
    public Capability least() {
        return Capability.READ_SUBMISSIONS;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {

        ModelDefinition model = work.model(input.required("modelId"));
        ObjectNode value = Json.object().put("modelId", model.id());
        value.putArray("submissions");
        return ToolResult.of(value.put("total", 0));
    }
}
