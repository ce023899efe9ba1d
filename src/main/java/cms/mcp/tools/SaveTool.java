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
import cms.git.CommitId;
import cms.mcp.call.Arguments;
import cms.mcp.call.Issue;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_save}: up to fifty entries of one model, all or none in one commit. */
final class SaveTool implements Tool {
    private static final int ID_BYTES = 6;
    private static final int DIFF_MAX = 20;

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
        Stored before = Stored.of(model, items, Optional.empty(), context);
        before.requireExpected(items);
        List<SaveRequest> saves = requests(model, items, arguments, before);
        Written<SaveReport> written = context.contents()
                .saveMany(
                        context.place(),
                        context.author(),
                        options(arguments, items, before, context),
                        new BatchRequest(model.id(), saves));
        if (!written.report().valid()) {
            return Refusals.findings(written.report().findings(), finding -> path(items, finding));
        }
        Optional<Stored> after = written.change()
                .map(change ->
                        Stored.of(model, items, Optional.of(change.commit().id().sha()), context));
        return ToolReply.written(answer(written, items, before, after.orElse(before), saves), Landing.branch(written));
    }

    /**
     * One entry of the call.
     *
     * @param id an entry's, or the slug of a document; empty for the kinds without
     */
    private record Item(String id, boolean isNew, Optional<String> locale, Arguments sent) {
        /** What it is called in {@link Stored}. */
        String key() {
            return locale.orElse("") + "\n" + id;
        }
    }

    /** What is stored of the entries of a call, at one commit. */
    private record Stored(Map<String, EntryPage.Item> items, Optional<CommitId> commit) {
        static Stored of(ModelDefinition model, List<Item> items, Optional<String> at, ToolContext context) {
            Map<Optional<String>, List<String>> ids = new LinkedHashMap<>();
            items.forEach(item -> ids.computeIfAbsent(item.locale(), locale -> new ArrayList<>())
                    .add(item.id()));
            Map<String, EntryPage.Item> found = new HashMap<>();
            Optional<CommitId> commit = Optional.empty();
            for (var each : ids.entrySet()) {
                boolean single = each.getValue().contains("");
                EntryPage page = context.contents()
                        .list(
                                context.place(),
                                new EntryQuery(
                                        at,
                                        model.id(),
                                        each.getKey(),
                                        single ? List.of() : each.getValue(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of(),
                                        Optional.empty(),
                                        100));
                page.entries().forEach(item -> found.put(each.getKey().orElse("") + "\n" + item.id(), item));
                commit = commit.or(() -> Optional.of(page.commit()));
            }
            return new Stored(found, commit);
        }

        Optional<EntryPage.Item> find(Item item) {
            return Optional.ofNullable(items.get(item.key()));
        }

        /** @throws Failure PRECONDITION_FAILED when an entry is not the one that its caller has read */
        void requireExpected(List<Item> wanted) {
            for (int i = 0; i < wanted.size(); i++) {
                Item item = wanted.get(i);
                Optional<String> expected = item.sent().text("if_match");
                String tag = find(item).map(EntryPage.Item::tag).orElse("");
                if (expected.isPresent() && !expected.get().equals(tag)) {
                    ObjectNode current = Json.object()
                            .put("index", i)
                            .put("entry", item.id())
                            .put("etag", tag.isEmpty() ? null : tag);
                    find(item).ifPresent(known -> {
                        differing(item, known).forEach(current.putArray("differs")::add);
                        current.set("data", Excerpt.of(known.data()));
                    });
                    throw Failure.of(
                                    FailureKind.PRECONDITION_FAILED,
                                    "Somebody has changed entries[" + i + "] since it was read. `data.current.differs`"
                                            + " names the members that you send and that are stored with another value;"
                                            + " repeat the call with the etag of `data.current` where yours is meant.")
                            .withData(Map.of("current", current));
                }
            }
        }

        private static List<String> differing(Item item, EntryPage.Item known) {
            ObjectNode sent = item.sent().object("data").orElseGet(Json::object);
            return sent.propertyStream()
                    .filter(member -> !member.getValue().equals(known.data().get(member.getKey())))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

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
                    : model.kind() == ModelKind.DOCUMENT ? given.orElse("") : "";
            items.add(new Item(id, given.isEmpty(), entry.text("locale").or(() -> arguments.text("locale")), entry));
        }
        return items;
    }

    /** A collection saves all entries of one locale and schedule together; what the mode replaces is cleared by null. */
    private static List<SaveRequest> requests(
            ModelDefinition model, List<Item> items, Arguments arguments, Stored before) {
        boolean replaces = arguments.text("mode").filter("replace"::equals).isPresent();
        List<SaveRequest> saves = new ArrayList<>();
        for (Item item : items) {
            ObjectNode data = item.sent().object("data").orElseGet(Json::object).deepCopy();
            if (replaces) {
                before.find(item)
                        .ifPresent(known -> known.data().propertyNames().stream()
                                .filter(name -> !data.has(name))
                                .forEach(data::putNull));
            }
            ObjectNode sent = data;
            if (model.kind() == ModelKind.COLLECTION) {
                sent = Json.object();
                sent.set(item.id(), data);
            }
            Optional<String> slug = model.kind() == ModelKind.DOCUMENT ? Optional.of(item.id()) : Optional.empty();
            saves.add(new SaveRequest(
                    model.id(), item.locale(), sent, slug, item.sent().text("body"), schedule(item.sent())));
        }
        return saves;
    }

    /** Where the caller wrote what is wrong; a fault of no entry of the call is told by its own name. */
    private static String path(List<Item> items, Finding finding) {
        String entry = finding.entry() != null ? finding.entry() : finding.slug();
        String id = entry == null ? "" : entry;
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            boolean here = item.locale().map(finding.locale()::equals).orElse(true);
            if (item.id().equals(id) && here) {
                boolean body = finding.field().equals("body")
                        && item.sent().text("body").isPresent();
                return "entries[" + i + "]." + (body ? "" : "data.") + finding.field();
            }
        }
        return id + "." + finding.field();
    }

    private static Schedule schedule(Arguments entry) {
        Map<String, Optional<String>> wanted = new HashMap<>();
        Schedule.MEMBERS.forEach(member -> entry.text(member).ifPresent(at -> wanted.put(member, Optional.of(at))));
        return new Schedule(wanted);
    }

    /** Where only some entries name a tag, the change is made on what was read, and merged into what has come since. */
    private WriteOptions options(Arguments arguments, List<Item> items, Stored before, ToolContext context) {
        Set<String> tags = new HashSet<>();
        items.forEach(item -> item.sent().text("if_match").ifPresent(tags::add));
        WriteOptions options = context.options(arguments, name());
        boolean all =
                items.stream().allMatch(item -> item.sent().text("if_match").isPresent());
        return tags.isEmpty()
                ? options
                : all
                        ? options.expecting(tags)
                        : before.commit().map(options::onBase).orElse(options);
    }

    private static ObjectNode answer(
            Written<SaveReport> written, List<Item> items, Stored before, Stored after, List<SaveRequest> saves) {
        ObjectNode value = Json.object()
                .put("status", Landing.status(written))
                .put("message", Landing.message(written, items.size() + " saved."));
        ArrayNode results = value.putArray("results");
        for (Item item : items) {
            ObjectNode result =
                    results.addObject().put("action", before.find(item).isPresent() ? "updated" : "created");
            if (!item.id().isEmpty()) {
                result.put("id", item.id());
            }
            item.locale().ifPresent(locale -> result.put("locale", locale));
            if (written.status() != Written.Status.DRY_RUN) {
                after.find(item).ifPresent(known -> result.put("etag", known.tag()));
            }
        }
        ArrayNode diff = value.putArray("diff");
        for (int i = 0; i < items.size(); i++) {
            addDiff(diff, items.get(i), before, saves.get(i));
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

    /** The members that the call makes other ones, with their long texts cut. */
    private static void addDiff(ArrayNode diff, Item item, Stored before, SaveRequest save) {
        boolean keyed = save.slug().isEmpty() && !item.id().isEmpty();
        JsonNode data = keyed ? save.data().get(item.id()) : save.data();
        Optional<EntryPage.Item> known = before.find(item);
        ObjectNode after = (ObjectNode) data.deepCopy();
        save.body().ifPresent(body -> after.put("body", body));
        for (var member : after.properties()) {
            JsonNode old = member.getKey().equals("body") && save.body().isPresent()
                    ? known.flatMap(EntryPage.Item::body)
                            .<JsonNode>map(Json::tree)
                            .orElse(null)
                    : known.map(entry -> entry.data().get(member.getKey())).orElse(null);
            boolean same = old == null ? member.getValue().isNull() : old.equals(member.getValue());
            if (!same && diff.size() < DIFF_MAX) {
                ObjectNode change = diff.addObject().put("entry", item.id()).put("field", member.getKey());
                change.set("before", old);
                change.set("after", member.getValue());
                diff.set(diff.size() - 1, Excerpt.of(change));
            }
        }
    }
}
