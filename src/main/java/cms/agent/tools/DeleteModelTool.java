package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.ModelReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.Optional;

/** {@code delete_model}: deletes a model with its content, unless another model refers to it. */
final class DeleteModelTool implements Tool {
    @Override
    public String name() {
        return "delete_model";
    }

    @Override
    public Capability least() {
        return Capability.DELETE_MODEL;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ModelDefinition model = work.model(input.required("model"));
        Written<ModelReport> written =
                work.contents().deleteModel(work.place(), work.author(), work.options(), model.id());
        return ToolResult.written(
                        written,
                        written.workflow().wireName(),
                        written.report().findings(),
                        Json.object().put("deleted", model.id()),
                        Optional.of(model.id()),
                        Optional.empty())
                .removing(1);
    }
}
