package cms.delivery.read;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.StringNode;

/**
 * The last row of a page: its sort keys and its id. The next page begins behind it, even when rows were added or
 * removed in between. Long keys are cut to their beginning, so that the cursor fits into an address.
 */
record Cursor(List<JsonNode> keys, String id) {
    private static final int TEXT_CHARS_MAX = 4_000;
    private static final int KEY_CHARS_MAX = 40;

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

    /** The cursor of a row. */
    static Cursor at(Row row) {
        return new Cursor(row.keys().stream().map(Cursor::shortened).toList(), row.id());
    }

    /** Whether a key may be cut, so that the row has to be found by its id. */
    boolean isShortened() {
        return keys.stream().anyMatch(key -> key.asString("").length() >= KEY_CHARS_MAX - 1);
    }

    /** A sort key as an order compares it, cut to the longest length. */
    private static JsonNode shortened(JsonNode key) {
        if (key.isNumber() || key.isNull()) {
            return key;
        }
        String text = key.asString("");
        if (text.length() < KEY_CHARS_MAX) {
            return StringNode.valueOf(text);
        }
        int end = Character.isHighSurrogate(text.charAt(KEY_CHARS_MAX - 1)) ? KEY_CHARS_MAX - 1 : KEY_CHARS_MAX;
        return StringNode.valueOf(text.substring(0, end));
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
