package cms.delivery.read;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The delivered entries of one model and locale, by id. */
record Rows(Map<String, JsonNode> byId) {
    /** @param delivered a collection, or one object that is then the only row, or the index of documents */
    static Rows of(JsonNode delivered, boolean collection) {
        Map<String, JsonNode> rows = new TreeMap<>();
        if (delivered.isArray()) {
            delivered.forEach(item -> rows.put(item.path("slug").asString(""), item));
        } else if (collection) {
            delivered.forEachEntry(rows::put);
        } else {
            rows.put("", delivered);
        }
        return new Rows(rows);
    }

    /** A member, or a member of a member; missing when there is none. */
    static JsonNode member(@Nullable JsonNode entry, String path) {
        JsonNode found = entry == null ? MissingNode.getInstance() : entry;
        for (String step : List.of(path.split("\\."))) {
            found = found.path(step);
        }
        return found;
    }
}
