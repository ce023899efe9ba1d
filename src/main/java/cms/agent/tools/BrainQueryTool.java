package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.EntryPage;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code brain_query}: one entry, or the entries of a model in short. */
final class BrainQueryTool implements Tool {
    private static final int LIMIT = 100;

    @Override
    public String name() {
        return "brain_query";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ModelDefinition model = work.model(input.required("model"));
        List<String> ids = input.text("entryId").map(List::of).orElse(List.of());
        EntryPage page = work.list(EntryReading.query(work, model, input, ids, LIMIT));
        if (!ids.isEmpty() && page.entries().isEmpty()) {
            return ToolResult.failed(
                    "not_found",
                    "There is no entry " + ids.getFirst() + " in " + model.id() + ".",
                    "Call brain_search with words of it, or brain_query without entryId.");
        }
        Strangers strangers = new Strangers(work);
        strangers.look(model.id(), page.entries());
        ObjectNode value = Json.object()
                .put("modelId", model.id())
                .put("locale", page.locale())
                .put("version", page.commit().sha())
                .put("total", page.total());
        ArrayNode entries = value.putArray("entries");
        boolean whole = !ids.isEmpty() || !input.texts("fields").isEmpty();
        for (EntryPage.Item item : page.entries()) {
            ObjectNode shown = entries.addObject()
                    .put("id", item.id())
                    .put("title", strangers.title(model.id(), item))
                    .put("status", item.meta().path("status").asString(null));
            if (whole || page.entries().size() == 1) {
                shown.set("data", strangers.data(model.id(), item));
                shown.set("meta", item.meta());
            }
        }
        page.next().ifPresent(next -> value.put("cursor", next));
        return strangers.marked(value);
    }
}
