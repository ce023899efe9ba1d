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
 * The last row of a page: what it is sorted by, and its id. The next page begins behind it, also when rows have come
 * or gone in between. Of long texts it holds the beginning, so that it fits into an address.
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

    /** Whether a key is only the beginning of what the row is sorted by, so that its id has to find it. */
    boolean isShortened() {
        return keys.stream().anyMatch(key -> key.asString("").length() >= KEY_CHARS_MAX - 1);
    }

    /** What an order sees of a value, as far as there is room for it. */
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
