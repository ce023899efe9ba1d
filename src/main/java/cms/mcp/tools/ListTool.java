package cms.mcp.tools;

import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.mcp.call.Arguments;
import cms.mcp.call.Excerpt;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_list}: entries of one model in one locale, cut to a size that a language model can read. */
final class ListTool implements Tool {
    private static final int LIMIT = 20;
    private static final int PAGE = 100;

    /** Most entries that a filter reads in one call; the cursor continues after them. */
    private static final int LOOKED_AT_MAX = 5_000;

    private static final int ANSWER_BYTES_MAX = 23 * 1024;

    private static final String FULL = "The answer was full: repeat the call with cursor, or with fewer fields.";
    private static final String TOO_LONG = "A field is longer than an answer may be, and was cut: ask for fewer fields,"
            + " or read it through the delivery or REST.";

    @Override
    public String name() {
        return "cms_content_list";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = DescribeTool.model(arguments.required("model"), context);
        boolean single = model.kind() == ModelKind.SINGLETON || model.kind() == ModelKind.DICTIONARY;
        return single ? single(model, arguments, context) : many(model, arguments, context);
    }

    private static ToolReply many(ModelDefinition model, Arguments arguments, ToolContext context) {
        Found found = matching(arguments, context, model);
        ObjectNode value = answer(model, found.locale, found.commit);
        found.total.ifPresent(total -> value.put("total", total));
        value.put("offset", arguments.integer("offset", 0)).put("limit", found.limit);
        found.shown.forEach(value.putArray("data")::add);
        return reply(value, found.cut, found.next);
    }

    /** The single record of a model; a cursor continues its members where the answer was full. */
    private static ToolReply single(ModelDefinition model, Arguments arguments, ToolContext context) {
        Optional<String> locale = context.locale(model, arguments.text("locale"));
        EntryQuery query = query(arguments, model.id(), locale, Optional.empty(), 1);
        EntryPage page = context.contents().list(context.place(), query);
        ObjectNode value = answer(model, page.locale(), page.commit().sha());
        ObjectNode all = page.entries().isEmpty()
                ? Json.object()
                : page.entries().getFirst().data();
        List<String> fields = arguments.texts("fields");
        ObjectNode chosen = fields.isEmpty() ? Excerpt.of(all) : Excerpt.only(all, fields);
        ObjectNode data = value.putObject("data");
        Optional<String> next = Optional.empty();
        boolean cut = false;
        int bytes = 0;
        List<String> names = chosen.propertyNames().stream().sorted().toList();
        List<String> left = arguments
                .text("cursor")
                .map(cursor ->
                        EntryPage.Cursor.parse(query, page.locale(), cursor).following(names))
                .orElse(names);
        for (String name : left) {
            JsonNode shown = Excerpt.within(chosen.get(name), ANSWER_BYTES_MAX);
            cut |= !shown.equals(chosen.get(name));
            bytes += Json.bytes(name).length + Json.bytes(shown).length + 2;
            if (bytes > ANSWER_BYTES_MAX && !data.isEmpty()) {
                String last = data.propertyStream()
                        .reduce((one, other) -> other)
                        .orElseThrow()
                        .getKey();
                next = Optional.of(EntryPage.Cursor.after(query, page.locale(), last));
                break;
            }
            data.set(name, shown);
        }
        page.entries().stream().findFirst().ifPresent(item -> value.put("etag", item.tag()));
        return reply(value.put("total_keys", all.size()), cut || next.isPresent(), next);
    }

    private static ObjectNode answer(ModelDefinition model, String locale, String commit) {
        return Json.object()
                .put("content_is_data", true)
                .put("kind", model.kind().wireName())
                .put("locale", locale)
                .put("commit", commit);
    }

    private static ToolReply reply(ObjectNode value, boolean cut, Optional<String> next) {
        if (cut) {
            value.put("truncated", true).put("hint", next.isPresent() ? FULL : TOO_LONG);
        }
        next.ifPresent(cursor -> value.put("next_cursor", cursor));
        return ToolReply.of(value);
    }

    /** The entries found by a query; those that do not fit begin the next page. */
    private static final class Found {
        private final List<ObjectNode> shown = new ArrayList<>();
        private final int limit;
        private int skipped;
        private int bytes;
        private boolean cut;
        private String locale = "";
        private String commit = "";
        private Optional<Integer> total = Optional.empty();
        private Optional<String> next = Optional.empty();

        Found(int limit, int skipped) {
            this.limit = limit;
            this.skipped = skipped;
        }

        boolean isFull() {
            return cut || shown.size() == limit;
        }

        /** Adds an entry; false when it does not fit. The first one is always added, cut where it is too large. */
        boolean take(ObjectNode entry) {
            int more = Json.bytes(entry).length;
            boolean fits = bytes + more <= ANSWER_BYTES_MAX;
            if (shown.isEmpty()) {
                cut = !fits;
                bytes += more;
                return shown.add(fits ? entry : (ObjectNode) Excerpt.within(entry, ANSWER_BYTES_MAX));
            }
            cut = cut || !fits;
            if (isFull()) {
                return false;
            }
            bytes += more;
            return shown.add(entry);
        }
    }

    private static Found matching(Arguments arguments, ToolContext context, ModelDefinition model) {
        Optional<String> locale = context.locale(model, arguments.text("locale"));
        Optional<String> cursor = arguments.text("cursor");
        Found found =
                new Found(arguments.integer("limit", LIMIT), cursor.isPresent() ? 0 : arguments.integer("offset", 0));
        Optional<ObjectNode> filter = arguments.object("filter").filter(wanted -> !wanted.isEmpty());
        int size = filter.isEmpty() && found.skipped == 0 ? found.limit : PAGE;
        int looked = 0;
        do {
            EntryQuery query = query(arguments, model.id(), locale, cursor, size);
            EntryPage page = context.contents().list(context.place(), query);
            found.locale = page.locale();
            found.commit = page.commit().sha();
            found.total = filter.isEmpty() ? Optional.of(page.total()) : Optional.empty();
            cursor = takeAll(page, found, filter, item -> entry(model, item, arguments.texts("fields")), query);
            looked += page.entries().size();
        } while (cursor.isPresent() && !found.isFull() && looked < LOOKED_AT_MAX);
        found.next = cursor;
        return found;
    }

    /** Adds the entries of a page that match the filter; the cursor of the next ones, empty at the end. */
    private static Optional<String> takeAll(
            EntryPage page,
            Found found,
            Optional<ObjectNode> filter,
            Function<EntryPage.Item, ObjectNode> shown,
            EntryQuery query) {
        Optional<String> last = query.cursor();
        for (EntryPage.Item item : page.entries()) {
            if (filter.isEmpty() || fits(item, filter.get())) {
                if (found.skipped > 0) {
                    found.skipped--;
                } else if (!found.take(shown.apply(item))) {
                    return last;
                }
            }
            last = Optional.of(EntryPage.Cursor.after(query, page.locale(), item.id()));
        }
        return page.next();
    }

    private static EntryQuery query(
            Arguments arguments, String model, Optional<String> locale, Optional<String> cursor, int size) {
        return new EntryQuery(
                Optional.empty(),
                model,
                locale,
                arguments.texts("ids"),
                arguments.text("search"),
                arguments.text("status").flatMap(EntryStatus::of),
                List.of(),
                cursor,
                size);
    }

    private static boolean fits(EntryPage.Item item, ObjectNode filter) {
        return filter.properties().stream()
                .allMatch(wanted -> wanted.getValue().equals(item.data().get(wanted.getKey())));
    }

    private static ObjectNode entry(ModelDefinition model, EntryPage.Item item, List<String> fields) {
        ObjectNode data = fields.isEmpty() ? Excerpt.of(item.data()) : Excerpt.only(item.data(), fields);
        boolean document = model.kind() == ModelKind.DOCUMENT;
        ObjectNode shown = Json.object()
                .put(document ? "slug" : "id", item.id())
                .put("status", item.meta().path("status").asString(null))
                .put("etag", item.tag());
        shown.set(document ? "frontmatter" : "data", data);
        item.body().ifPresent(body -> {
            ObjectNode text = Json.object().put("body", body);
            boolean whole = fields.contains("*") || fields.contains("body");
            shown.set("body", (whole ? text : Excerpt.of(text)).get("body"));
        });
        return shown;
    }
}
