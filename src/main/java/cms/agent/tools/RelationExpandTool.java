package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code relation_expand}: the entries that an entry refers to, or that refer to it, of models that the caller may
 * read.
 */
final class RelationExpandTool implements Tool {

    @Override
    public String name() {
        return "relation_expand";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ModelDefinition model = work.model(input.required("model"));
        String id = input.required("entryId");
        ObjectNode value = Json.object().put("modelId", model.id()).put("entryId", id);
        Strangers strangers = new Strangers(work);
        boolean reverse = input.text("direction").filter("reverse"::equals).isPresent();
        ArrayNode relations =
                value.put("direction", reverse ? "reverse" : "forward").putArray("relations");
        if (reverse) {
            backwards(work, model, id, relations, strangers);
            return strangers.marked(value);
        }
        List<EntryPage.Item> found = work.list(EntryReading.query(work, model, input, List.of(id), 1))
                .entries();
        if (found.isEmpty()) {
            return ToolResult.failed(
                    "not_found", "There is no entry " + id + " in " + model.id() + ".", "Call brain_search first.");
        }
        List<String> visible = work.models().stream().map(ModelDefinition::id).toList();
        model.fields().forEach((name, field) -> {
            for (String target :
                    field.models().stream().filter(visible::contains).toList()) {
                JsonNode pointer = found.getFirst().data().path(name);
                for (String to : ids(pointer)) {
                    expand(work, work.model(target), name, to, relations, strangers);
                }
            }
        });
        return strangers.marked(value);
    }

    private static List<String> ids(JsonNode pointer) {
        return pointer.isArray()
                ? pointer.valueStream().map(RelationExpandTool::id).toList()
                : pointer.isMissingNode() || pointer.isNull() ? List.of() : List.of(id(pointer));
    }

    /** The id in a relation, which names the model as well where several are possible. */
    private static String id(JsonNode pointer) {
        return pointer.isObject()
                ? pointer.path("ref").asString(pointer.path("id").asString(""))
                : pointer.asString("");
    }

    private static void expand(
            Work work, ModelDefinition target, String field, String id, ArrayNode relations, Strangers strangers) {
        EntryQuery query = EntryQuery.one(work.branch(), target.id(), work.locale(target, Optional.empty()), id);
        List<EntryPage.Item> items = work.list(query).entries();
        strangers.look(target.id(), items);
        items.forEach(item -> relations
                .addObject()
                .put("field", field)
                .put("modelId", target.id())
                .put("entryId", item.id())
                .put("title", strangers.title(target.id(), item))
                .set("data", strangers.data(target.id(), item)));
    }

    private static void backwards(
            Work work, ModelDefinition model, String id, ArrayNode relations, Strangers strangers) {
        for (ModelDefinition other : work.models()) {
            List<String> fields = other.fields().entrySet().stream()
                    .filter(field -> field.getValue().models().contains(model.id()))
                    .map(Map.Entry::getKey)
                    .toList();
            if (fields.isEmpty()) {
                continue;
            }
            List<EntryPage.Item> pointing =
                    EntryReading.all(
                                    work,
                                    other,
                                    work.locale(other, Optional.empty()),
                                    AgentLimits.ENTRIES_LOOKED_AT_MAX)
                            .stream()
                            .filter(item -> fields.stream()
                                    .anyMatch(field ->
                                            ids(item.data().path(field)).contains(id)))
                            .toList();
            strangers.look(other.id(), pointing);
            pointing.forEach(item -> fields.stream()
                    .filter(field -> ids(item.data().path(field)).contains(id))
                    .forEach(field -> relations
                            .addObject()
                            .put("field", field)
                            .put("modelId", other.id())
                            .put("entryId", item.id())
                            .put("title", strangers.title(other.id(), item))));
        }
    }
}
