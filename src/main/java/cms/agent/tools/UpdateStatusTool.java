package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.content.api.EntryQuery;
import cms.content.api.StatusRequest;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code update_status}: sets entries to draft, published or archived, and returns the status before. */
final class UpdateStatusTool implements Tool {

    @Override
    public String name() {
        return "update_status";
    }

    @Override
    public Capability least() {
        return Capability.CHANGE_STATUS;
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
        EntryStatus status = StatusRequest.offered(input.required("status"));
        ObjectNode own = Json.object();
        ArrayNode updated = own.putArray("updated");
        EntryQuery query = EntryQuery.byIds(work.branch(), model.id(), locale, ids, AgentLimits.CALL_ENTRIES_MAX);
        work.list(query)
                .entries()
                .forEach(item -> updated.addObject()
                        .put("id", item.id())
                        .put("from", item.meta().path("status").asString("published")) // without one it is delivered
                        .put("to", status.wireName()));
        var request = new StatusRequest(model.id(), locale, ids, status);
        var written = work.contents().changeStatus(work.place(), work.author(), work.options(), request);
        String workflow =
                written.change().map(change -> change.workflow().wireName()).orElse("");
        return ToolResult.written(written, workflow, List.of(), own, Optional.of(model.id()), locale);
    }
}
