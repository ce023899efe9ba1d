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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code relation_expand}: the entries that an entry refers to, or that refer to it, of models that the caller may
 * read. Relations lead to an entry in the locale of the call, or else in the default one (reference 1.3).
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
            work.models()
                    .forEach(other ->
                            pointing(work, input, other, model, id, strangers).forEach(relations::add));
            return strangers.marked(value);
        }
        List<EntryPage.Item> found = work.list(EntryReading.query(work, model, input, List.of(id), 1))
                .entries();
        if (found.isEmpty()) {
            return ToolResult.failed(
                    "not_found", "There is no entry " + id + " in " + model.id() + ".", "Call brain_search first.");
        }
        List<String> visible = work.models().stream().map(ModelDefinition::id).toList();
        work.contents().relations(model, found.getFirst().data()).stream()
                .filter(relation -> visible.contains(relation.model()))
                .forEach(relation -> expand(work, input, relation, relations, strangers));
        return strangers.marked(value);
    }

    /** The locale of the call, and the default one after it; one that has no name for a model without translation. */
    private static List<Optional<String>> locales(Work work, ToolInput input, ModelDefinition model) {
        return model.i18n()
                ? Stream.of(work.locale(model, input.text("locale")), work.defaultLocale())
                        .distinct()
                        .toList()
                : List.of(Optional.empty());
    }

    private static void expand(
            Work work, ToolInput input, EntryPage.Relation relation, ArrayNode relations, Strangers strangers) {
        ModelDefinition target = work.model(relation.model());
        List<EntryPage.Item> items = locales(work, input, target).stream()
                .map(locale -> work.list(EntryQuery.one(work.branch(), target.id(), locale, relation.id()))
                        .entries())
                .filter(entries -> !entries.isEmpty())
                .findFirst()
                .orElse(List.of());
        strangers.look(target.id(), items);
        items.forEach(item -> relations
                .addObject()
                .put("field", relation.field())
                .put("modelId", target.id())
                .put("entryId", item.id())
                .put("title", strangers.title(target.id(), item))
                .set("data", strangers.data(target.id(), item)));
    }

    /** A line for each field of an entry of another model that refers to the entry. */
    private static List<ObjectNode> pointing(
            Work work, ToolInput input, ModelDefinition other, ModelDefinition model, String id, Strangers strangers) {
        boolean never = other.relations().values().stream()
                .noneMatch(field -> field.models().contains(model.id()));
        if (never) {
            return List.of();
        }
        Map<String, EntryPage.Item> entries = new LinkedHashMap<>();
        for (Optional<String> locale : locales(work, input, other)) {
            EntryReading.all(work, other, locale, AgentLimits.ENTRIES_LOOKED_AT_MAX)
                    .forEach(item -> entries.putIfAbsent(item.id(), item));
        }
        List<EntryPage.Item> pointing = entries.values().stream()
                .filter(item -> !to(work, other, item, model, id).isEmpty())
                .toList();
        strangers.look(other.id(), pointing);
        return pointing.stream()
                .flatMap(item -> to(work, other, item, model, id).stream()
                        .map(relation -> Json.object()
                                .put("field", relation.field())
                                .put("modelId", other.id())
                                .put("entryId", item.id())
                                .put("title", strangers.title(other.id(), item))))
                .toList();
    }

    /** The relations of an entry to the one with this id. */
    private static List<EntryPage.Relation> to(
            Work work, ModelDefinition other, EntryPage.Item item, ModelDefinition model, String id) {
        return work.contents().relations(other, item.data()).stream()
                .filter(relation ->
                        relation.model().equals(model.id()) && relation.id().equals(id))
                .toList();
    }
}
