package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.DeleteRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code delete_content}: deletes entries, documents or keys of a dictionary. */
final class DeleteContentTool implements Tool {
    @Override
    public String name() {
        return "delete_content";
    }

    @Override
    public Capability least() {
        return Capability.DELETE_CONTENT;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ModelDefinition model = work.model(input.required("model"));
        Optional<String> locale = work.locale(model, input.text("locale"));
        List<String> ids = input.texts("entryIds");
        Written<SaveReport> written = work.contents()
                .delete(work.place(), work.author(), work.options(), new DeleteRequest(model.id(), locale, ids));
        ObjectNode own = Json.object();
        ids.forEach(own.putArray("deleted")::add);
        return ToolResult.saved(written, own, Optional.of(model.id()), locale).removing(ids.size());
    }
}
