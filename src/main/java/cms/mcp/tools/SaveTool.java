package cms.mcp.tools;

import cms.content.api.BatchRequest;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Schedule;
import cms.content.api.WriteOptions;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.crypto.RandomTokens;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_save}: up to fifty entries of one model, all or none in one commit. */
final class SaveTool implements Tool {
    private static final int ID_BYTES = 6;

    private final RandomTokens random = new RandomTokens();

    @Override
    public String name() {
        return "cms_content_save";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = DescribeTool.find(arguments.required("model"), context);
        List<Issue> issues = new ArrayList<>();
        List<Item> items = items(arguments, model, issues);
        if (!issues.isEmpty()) {
            return Refusals.invalid(issues);
        }
        List<SaveRequest> saves = requests(model, items, arguments, context);
        Written<SaveReport> written = context.contents()
                .saveMany(
                        context.place(),
                        context.author(),
                        options(arguments, items, context),
                        new BatchRequest(model.id(), saves));
        if (!written.report().valid()) {
            return Refusals.findings(written.report().findings());
        }
        return ToolReply.written(answer(written, items), Landing.branch(written));
    }

    /**
     * One entry of the call.
     *
     * @param id an entry's, or the slug of a document; empty for the kinds without
     */
    private record Item(String id, boolean isNew, Optional<String> locale, Arguments sent) {}

    private List<Item> items(Arguments arguments, ModelDefinition model, List<Issue> issues) {
        List<Item> items = new ArrayList<>();
        List<Arguments> entries = arguments.objects("entries");
        for (int i = 0; i < entries.size(); i++) {
            Arguments entry = entries.get(i);
            String path = "entries[" + i + "]";
            if (Excerpt.isCut(entry.json())) {
                issues.add(Issue.of(
                        path + ".data",
                        "cut",
                        path + ".data holds a text that a list has cut; read it whole with fields."));
            }
            if (model.kind() == ModelKind.DOCUMENT && entry.text("slug").isEmpty()) {
                issues.add(
                        Issue.of(path + ".slug", "required", path + ".slug is required: the model holds documents."));
            }
            Optional<String> given = entry.text(model.kind() == ModelKind.DOCUMENT ? "slug" : "id");
            String id = model.kind() == ModelKind.COLLECTION
                    ? given.orElseGet(() -> random.hex(ID_BYTES))
                    : given.orElse("");
            items.add(new Item(id, given.isEmpty(), entry.text("locale").or(() -> arguments.text("locale")), entry));
        }
        return items;
    }

    /** A collection saves all entries of one locale and schedule together; what the mode replaces is cleared by null. */
    private static List<SaveRequest> requests(
            ModelDefinition model, List<Item> items, Arguments arguments, ToolContext context) {
        boolean replaces = arguments.text("mode").filter("replace"::equals).isPresent();
        List<SaveRequest> saves = new ArrayList<>();
        for (Item item : items) {
            ObjectNode data = item.sent().object("data").orElseGet(Json::object).deepCopy();
            if (replaces && !item.isNew()) {
                stored(context, model, item)
                        .ifPresent(before -> before.propertyNames().stream()
                                .filter(name -> !data.has(name))
                                .forEach(data::putNull));
            }
            boolean collection = model.kind() == ModelKind.COLLECTION;
            ObjectNode sent = data;
            if (collection) {
                sent = Json.object();
                sent.set(item.id(), data);
            }
            Optional<String> slug = model.kind() == ModelKind.DOCUMENT ? Optional.of(item.id()) : Optional.empty();
            saves.add(new SaveRequest(
                    model.id(), item.locale(), sent, slug, item.sent().text("body"), schedule(item.sent())));
        }
        return saves;
    }

    private static Optional<ObjectNode> stored(ToolContext context, ModelDefinition model, Item item) {
        EntryQuery query = new EntryQuery(
                Optional.empty(),
                model.id(),
                item.locale(),
                item.id().isEmpty() ? List.of() : List.of(item.id()),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                1);
        return context.contents().list(context.place(), query).entries().stream()
                .map(EntryPage.Item::data)
                .findFirst();
    }

    private static Schedule schedule(Arguments entry) {
        Map<String, Optional<String>> wanted = new HashMap<>();
        Schedule.MEMBERS.forEach(member -> entry.text(member).ifPresent(at -> wanted.put(member, Optional.of(at))));
        return new Schedule(wanted);
    }

    private WriteOptions options(Arguments arguments, List<Item> items, ToolContext context) {
        Set<String> tags = new HashSet<>();
        items.forEach(item -> item.sent().text("if_match").ifPresent(tags::add));
        WriteOptions options = context.options(arguments, name());
        return tags.isEmpty() ? options : options.expecting(tags);
    }

    private static ObjectNode answer(Written<SaveReport> written, List<Item> items) {
        ObjectNode value = Json.object()
                .put("status", Landing.status(written))
                .put("message", Landing.message(written, items.size() + " saved."));
        ArrayNode results = value.putArray("results");
        for (Item item : items) {
            ObjectNode result = results.addObject().put("action", item.isNew() ? "created" : "saved");
            if (!item.id().isEmpty()) {
                result.put("id", item.id());
            }
            item.locale().ifPresent(locale -> result.put("locale", locale));
        }
        Landing.add(value, written);
        ObjectNode validation = value.putObject("validation").put("valid", true);
        validation.putArray("errors");
        Map<String, Finding> advisories = new TreeMap<>();
        written.report().findings().forEach(finding -> advisories.putIfAbsent(finding.message(), finding));
        if (!advisories.isEmpty()) {
            ArrayNode list = value.putArray("advisories");
            advisories.values().stream().limit(20).map(Finding::json).forEach(list::add);
        }
        value.putArray("next_steps").add("A person can take this back: history, revert of the commit.");
        return value;
    }
}
