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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code save_content}: saves entries, members or a document in one commit; ids of new entries are made here. */
final class SaveContentTool implements Tool {
    private static final int ID_BYTES = 6;

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

    /** The entries by id: an existing id or one of the service's form is kept, any other name gets a new id. */
    private ObjectNode named(
            Work work, ModelDefinition model, Optional<String> locale, ObjectNode data, ArrayNode saved) {
        ObjectNode entries = data;
        if (!data.isEmpty() && data.valueStream().noneMatch(JsonNode::isObject)) {
            entries = Json.object();
            entries.set("new", data);
        }
        Set<String> known = new HashSet<>();
        for (EntryPage.Item item : work.list(EntryQuery.byIds(
                        work.branch(),
                        model.id(),
                        locale,
                        List.copyOf(entries.propertyNames()),
                        AgentLimits.CALL_ENTRIES_MAX))
                .entries()) {
            known.add(item.id());
        }
        if (entries.size() > AgentLimits.CALL_ENTRIES_MAX) {
            throw Failure.invalid("Save at most " + AgentLimits.CALL_ENTRIES_MAX + " entries in a call.");
        }
        ObjectNode byId = Json.object();
        entries.properties().forEach(entry -> {
            String given = entry.getKey();
            boolean isNew = !known.contains(given);
            String id = isNew && !given.matches("[0-9a-f]{12}") ? random.hex(ID_BYTES) : given;
            byId.set(id, entry.getValue());
            ObjectNode line = saved.addObject().put("id", id).put("action", isNew ? "created" : "updated");
            if (!id.equals(given)) {
                line.put("for", given);
            }
        });
        return byId;
    }
}
