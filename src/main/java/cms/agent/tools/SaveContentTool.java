package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Schedule;
import cms.content.api.Written;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code save_content}: saves entries, members or a document in one commit; ids of new entries are made here. */
final class SaveContentTool implements Tool {
    private static final int ID_BYTES = 6;
    private static final String OWN_ID = "[0-9a-f]{12}";

    private final RandomTokens random = new RandomTokens();

    @Override
    public String name() {
        return "save_content";
    }

    @Override
    public Capability least() {
        return Capability.SAVE_CONTENT;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ModelDefinition model = work.model(input.required("model"));
        Optional<String> locale = work.locale(model, input.text("locale"));
        ObjectNode own = Json.object();
        ObjectNode data = input.object("data").orElseGet(Json::object);
        if (model.kind() == ModelKind.COLLECTION) {
            data = named(work, model, locale, data, own.putArray("saved"));
        }
        SaveRequest plain =
                new SaveRequest(model.id(), locale, data, input.text("slug"), input.text("body"), Schedule.none());
        SaveRequest request =
                input.text("status").flatMap(EntryStatus::of).map(plain::as).orElse(plain);
        work.writing(model.id(), entries(model, data, input));
        Written<SaveReport> written = work.contents().save(work.place(), work.author(), work.options(), request);
        return ToolResult.saved(written, own, Optional.of(model.id()), locale);
    }

    /**
     * The names of what is written: ids of entries, slugs of documents, an empty name for a model that is one object.
     */
    private static List<String> entries(ModelDefinition model, ObjectNode data, ToolInput input) {
        return switch (model.kind()) {
            case COLLECTION -> List.copyOf(data.propertyNames());
            case DOCUMENT -> input.text("slug").map(List::of).orElseGet(() -> List.copyOf(data.propertyNames()));
            case SINGLETON, DICTIONARY -> List.of("");
        };
    }

    /**
     * The entries by id: one that an entry has in any locale is kept, as it is the same entry there (reference 2.3),
     * and one of the service's form; any other name gets a new id.
     */
    private ObjectNode named(
            Work work, ModelDefinition model, Optional<String> locale, ObjectNode data, ArrayNode saved) {
        ObjectNode entries = data;
        if (!data.isEmpty() && data.valueStream().noneMatch(JsonNode::isObject)) {
            entries = Json.object();
            entries.set("new", data);
        }
        if (entries.size() > AgentLimits.CALL_ENTRIES_MAX) {
            throw Failure.invalid("Save at most " + AgentLimits.CALL_ENTRIES_MAX + " entries in a call.");
        }
        Set<String> here = existing(work, model, locale, entries.propertyNames());
        Set<String> known = elsewhere(
                work,
                model,
                entries.propertyNames().stream()
                        .filter(given -> !here.contains(given) && !given.matches(OWN_ID))
                        .toList());
        ObjectNode byId = Json.object();
        entries.properties().forEach(entry -> {
            String given = entry.getKey();
            boolean isNew = !here.contains(given);
            String id = isNew && !known.contains(given) && !given.matches(OWN_ID) ? random.hex(ID_BYTES) : given;
            byId.set(id, entry.getValue());
            ObjectNode line = saved.addObject().put("id", id).put("action", isNew ? "created" : "updated");
            if (!id.equals(given)) {
                line.put("for", given);
            }
        });
        return byId;
    }

    private static Set<String> elsewhere(Work work, ModelDefinition model, Collection<String> ids) {
        Set<String> known = new HashSet<>();
        if (!ids.isEmpty()) {
            EntryReading.locales(work, model).forEach(locale -> known.addAll(existing(work, model, locale, ids)));
        }
        return known;
    }

    /** Those of the ids that entries of the locale have. */
    private static Set<String> existing(
            Work work, ModelDefinition model, Optional<String> locale, Collection<String> ids) {
        EntryQuery query =
                EntryQuery.byIds(work.branch(), model.id(), locale, List.copyOf(ids), AgentLimits.CALL_ENTRIES_MAX);
        return work.list(query).entries().stream().map(EntryPage.Item::id).collect(Collectors.toSet());
    }
}
