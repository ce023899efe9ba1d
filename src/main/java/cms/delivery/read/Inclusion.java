package cms.delivery.read;

import cms.platform.json.Json;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Collects the entries to which relations of an answer lead, each once, without those that are not delivered. */
final class Inclusion {
    private static final int ENTRIES_MAX = 2_000;

    private final Tables.Of tables;
    private final List<String> locales;
    private final Map<String, Map<String, JsonNode>> found = new TreeMap<>();
    private final long bytesMax;
    private int count;
    private long bytes;

    /** @param bytesMax when its entries take more, no other is added; counted where the files are larger */
    Inclusion(Tables.Of tables, List<String> locales, long bytesMax) {
        this.tables = tables;
        this.locales = locales;
        this.bytesMax = bytesMax;
    }

    /**
     * Follows the relation fields of {@code path}, one after the other, from each entry once however many lead to it:
     * all entries together are no longer than the files, but the paths through them are without number.
     */
    void follow(String modelId, Collection<JsonNode> entries, List<String> path) {
        JsonNode model = tables.model(modelId);
        if (path.isEmpty() || model == null || entries.isEmpty()) {
            return;
        }
        JsonNode field = model.path("fields").path(path.getFirst());
        Map<String, Map<String, JsonNode>> reached = new TreeMap<>();
        for (JsonNode entry : entries) {
            targets(field, entry.path(path.getFirst()), (target, id) -> {
                JsonNode seen = include(target, id);
                if (seen != null) {
                    reached.computeIfAbsent(target, added -> new HashMap<>()).put(id, seen);
                }
            });
        }
        List<String> rest = path.subList(1, path.size());
        reached.forEach((target, next) -> follow(target, next.values(), rest));
    }

    /** {@code { <model>: { <id or slug>: <entry> } }}. */
    ObjectNode json() {
        ObjectNode all = Json.object();
        found.forEach((model, entries) -> {
            ObjectNode of = all.putObject(model);
            entries.forEach(of::set);
        });
        return all;
    }

    private @Nullable JsonNode include(String model, String id) {
        JsonNode known = found.getOrDefault(model, Map.of()).get(id);
        if (known != null || count >= ENTRIES_MAX || bytes >= bytesMax) {
            return known;
        }
        for (String locale : locales) {
            JsonNode entry =
                    tables.rows(model, locale).map(rows -> rows.byId().get(id)).orElse(null);
            if (entry != null) {
                found.computeIfAbsent(model, added -> new TreeMap<>()).put(id, entry);
                count++;
                bytes += tables.bytes() <= bytesMax ? 0 : Json.bytes(entry).length;
                return entry;
            }
        }
        return null;
    }

    /** The four ways in which a relation is stored (reference 1.3). */
    private static void targets(JsonNode field, JsonNode value, BiConsumer<String, String> target) {
        if (!field.path("type").asString("").startsWith("relation")) {
            return;
        }
        if (value.isArray()) {
            value.forEach(one -> targets(field, one, target));
        } else if (value.isObject()) {
            target.accept(value.path("model").asString(""), value.path("ref").asString(""));
        } else if (value.isString()) {
            List<String> models = KnownNames.targets(field.path("model"));
            target.accept(models.size() == 1 ? models.getFirst() : "", value.asString());
        }
    }
}
