package cms.delivery.read;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * The last row of a page: what it is sorted by, and its id. The next page begins behind it, also when rows have come
 * or gone in between.
 */
record Cursor(List<JsonNode> keys, String id) {
    private static final int TEXT_CHARS_MAX = 4_000;

    static Cursor parse(String text) {
        try {
            if (text.length() <= TEXT_CHARS_MAX) {
                JsonNode stored = Json.parse(Base64.getUrlDecoder().decode(text));
                if (stored.isArray() && !stored.isEmpty()) {
                    List<JsonNode> keys = new ArrayList<>();
                    stored.forEach(keys::add);
                    return new Cursor(keys, keys.removeLast().asString(""));
                }
            }
        } catch (RuntimeException malformed) {
            throw unknown().causedBy(malformed);
        }
        throw unknown();
    }

    String text() {
        ArrayNode stored = Json.object().putArray("keys");
        keys.forEach(stored::add);
        stored.add(id);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Json.text(stored).getBytes(StandardCharsets.UTF_8));
    }

    private static Failure unknown() {
        return Failure.invalid("`cursor` is not one of ours; begin without it.");
    }
}
