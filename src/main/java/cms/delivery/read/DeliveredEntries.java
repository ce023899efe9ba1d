package cms.delivery.read;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The delivered entries of one model and locale, by id.
 *
 * @param members the names of members that at least one entry has
 */
record DeliveredEntries(Map<String, JsonNode> byId, Set<String> members) {
    /** @param delivered a collection, or one object that is then the only row, or the index of documents */
    static DeliveredEntries of(JsonNode delivered, boolean collection) {
        Map<String, JsonNode> rows = new TreeMap<>();
        if (delivered.isArray()) {
            delivered.forEach(item -> rows.put(item.path("slug").asString(""), item));
        } else if (collection) {
            delivered.forEachEntry(rows::put);
        } else {
            rows.put("", delivered);
        }
        Set<String> members = new TreeSet<>();
        rows.values().forEach(entry -> members.addAll(entry.propertyNames()));
        return new DeliveredEntries(rows, members);
    }

    /** A member, or a member of a member; a name with dots of its own comes first. Missing when there is none. */
    static JsonNode member(@Nullable JsonNode entry, String path) {
        JsonNode found = entry == null ? MissingNode.getInstance() : entry;
        if (found.has(path)) {
            return found.path(path);
        }
        for (String step : List.of(path.split("\\."))) {
            found = found.path(step);
        }
        return found;
    }
}
