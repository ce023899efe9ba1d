package cms.mcp.tools;

import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_list}: entries of one model in one locale, cut to what a model can read. */
final class ListTool implements Tool {
    private static final int LIMIT = 20;
    private static final int PAGE = 100;

    /** Entries that a filter looks at in one call; the cursor goes on from there. */
    private static final int LOOKED_AT_MAX = 5_000;

    private static final int ANSWER_BYTES_MAX = 24 * 1024;

    @Override
    public String name() {
        return "cms_content_list";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = DescribeTool.find(arguments.required("model"), context);
        Found found = find(arguments, context, model.id());
        ObjectNode value = Json.object()
                .put("content_is_data", true)
                .put("kind", model.kind().wireName())
                .put("locale", found.locale)
                .put("commit", found.commit);
        boolean single = model.kind() == ModelKind.SINGLETON || model.kind() == ModelKind.DICTIONARY;
        if (single) {
            value.set(
                    "data",
                    found.items.isEmpty()
                            ? Json.object()
                            : found.items.getFirst().data());
            found.items.stream().findFirst().ifPresent(item -> value.put("etag", item.tag()));
            return ToolReply.of(value.put("total_keys", value.path("data").size()));
        }
        value.put("total", found.total)
                .put("offset", arguments.integer("offset", 0))
                .put("limit", found.limit);
        List<String> fields = arguments.texts("fields");
        ArrayNode data = value.putArray("data");
        int bytes = 0;
        for (EntryPage.Item item : found.items) {
            ObjectNode shown = entry(model, item, fields);
            bytes += Json.bytes(shown).length;
            if (bytes > ANSWER_BYTES_MAX && !data.isEmpty()) {
                value.put("truncated", true).put("hint", "Ask again with fewer fields, or with ids.");
                break;
            }
            data.add(shown);
        }
        found.next.ifPresent(next -> value.put("next_cursor", next));
        return ToolReply.of(value);
    }

    /** What a question came to. */
    private static final class Found {
        private final List<EntryPage.Item> items = new ArrayList<>();
        private final int limit;
        private String locale = "";
        private String commit = "";
        private int total;
        private Optional<String> next = Optional.empty();

        Found(int limit) {
            this.limit = limit;
        }
    }

    private static Found find(Arguments arguments, ToolContext context, String model) {
        Found found = new Found(arguments.integer("limit", LIMIT));
        Optional<ObjectNode> filter = arguments.object("filter").filter(wanted -> !wanted.isEmpty());
        int skipped = arguments.integer("offset", 0);
        Optional<String> cursor = arguments.text("cursor");
        int looked = 0;
        do {
            int size = filter.isEmpty() && skipped == 0 ? found.limit : PAGE;
            EntryPage page = context.contents().list(context.place(), query(arguments, model, cursor, size));
            found.locale = page.locale();
            found.commit = page.commit().sha();
            found.total = page.total();
            found.next = page.next();
            for (EntryPage.Item item : page.entries()) {
                if (filter.isPresent() && !fits(item, filter.get())) {
                    continue;
                }
                if (skipped > 0) {
                    skipped--;
                } else if (found.items.size() < found.limit) {
                    found.items.add(item);
                }
            }
            looked += page.entries().size();
            cursor = page.next();
        } while (cursor.isPresent() && found.items.size() < found.limit && looked < LOOKED_AT_MAX);
        return found;
    }

    private static EntryQuery query(Arguments arguments, String model, Optional<String> cursor, int size) {
        return new EntryQuery(
                Optional.empty(),
                model,
                arguments.text("locale"),
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
        ObjectNode shown = Json.object()
                .put(model.kind() == ModelKind.DOCUMENT ? "slug" : "id", item.id())
                .put("status", item.meta().path("status").asString(null))
                .put("etag", item.tag());
        shown.set("data", data);
        item.body().ifPresent(body -> {
            ObjectNode text = Json.object().put("body", body);
            boolean whole = fields.contains("*") || fields.contains("body");
            shown.set("body", (whole ? text : Excerpt.of(text)).get("body"));
        });
        return shown;
    }
}
