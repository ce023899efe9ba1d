package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.Finding;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code validate}: the findings of the checks on stored entries. */
final class ValidateTool implements Tool {
    @Override
    public String name() {
        return "validate";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        input.text("model").ifPresent(work::model);
        List<Finding> findings = work.validated(input.text("model"), input.text("locale"));
        ObjectNode value = Json.object().put("valid", Finding.valid(findings)).put("total", findings.size());
        ArrayNode list = value.putArray("errors");
        findings.stream().map(Finding::json).forEach(list::add);
        return ToolResult.of(value);
    }
}
