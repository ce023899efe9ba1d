package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.ModelReport;
import cms.content.api.ModelRequest;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code save_model}: creates or changes a model; members that are not sent stay. */
final class SaveModelTool implements Tool {
    @Override
    public String name() {
        return "save_model";
    }

    @Override
    public Capability least() {
        return Capability.SAVE_MODEL;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        String id = input.required("id");
        Optional<ModelDefinition> before =
                work.models().stream().filter(model -> model.id().equals(id)).findFirst();
        Written<ModelReport> written = work.contents()
                .saveModel(work.place(), work.author(), work.options(), ModelRequest.over(before, id, input.json()));
        ObjectNode own = Json.object().put("modelId", id);
        ArrayNode impact = own.putArray("impact");
        written.report().breaking().forEach(item -> impact.add(item.json()));
        return ToolResult.written(
                written,
                written.workflow().wireName(),
                written.report().findings(),
                own,
                Optional.of(id),
                Optional.empty());
    }
}
