package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code validate_schema}: the health of models and configuration. */
final class ValidateSchemaTool implements Tool {
    @Override
    public String name() {
        return "validate_schema";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        return ToolResult.of(work.health());
    }
}
