package cms.delivery.read;

import cms.platform.crypto.Hashes;
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
 * The last row of a page: its sort keys and its id. The next page begins behind that place, even when rows were added,
 * removed or changed in between. Keys that are too long for an address are cut to their beginnings; then that row says
 * where the place is as long as its keys are the same, and otherwise the page begins with all rows that begin so.
 *
 * @param hash of the whole keys where they are cut; otherwise empty
 */
record RowCursor(List<JsonNode> keys, String id, String hash) {
    private static final int TEXT_CHARS_MAX = 4_000;
    private static final int WHOLE_BYTES_MAX = 1_500;
    private static final int KEY_CHARS_MAX = 40;
    /** Behind each character that a text may go on with. */
    private static final char LAST = '\uffff';

    static RowCursor parse(String text) {
        try {
            if (text.length() <= TEXT_CHARS_MAX) {
                JsonNode stored = Json.parse(Base64.getUrlDecoder().decode(text));
                if (stored.isArray() && !stored.isEmpty()) {
                    List<JsonNode> keys = new ArrayList<>();
                    stored.forEach(keys::add);
                    JsonNode row = keys.removeLast();
                    return row.isArray()
                            ? new RowCursor(
                                    keys, row.path(0).asString(""), row.path(1).asString(""))
                            : new RowCursor(keys, row.asString(""), "");
                }
            }
        } catch (RuntimeException malformed) {
            throw unknown().causedBy(malformed);
        }
        throw unknown();
    }

    /** The cursor of a row in an order by these fields. */
    static RowCursor at(ResultRow row, List<DeliveryQuery.Order> orders) {
        RowCursor whole = whole(row);
        byte[] bytes = whole.bytes();
        if (bytes.length <= WHOLE_BYTES_MAX) {
            return whole;
        }
        List<JsonNode> beginnings = new ArrayList<>();
        for (JsonNode key : whole.keys()) {
            beginnings.add(shortened(key, orders.get(beginnings.size()).descending()));
        }
        return new RowCursor(beginnings, row.id(), Hashes.sha256Hex(bytes));
    }

    private static RowCursor whole(ResultRow row) {
        List<JsonNode> keys = row.keys().stream()
                .map(key -> key.isNumber() || key.isNull() ? key : StringNode.valueOf(key.asString("")))
                .toList();
        return new RowCursor(keys, row.id(), "");
    }

    /** Whether keys are cut, so that the place is where the row is that {@link #isAt} holds for. */
    boolean isCut() {
        return !hash.isEmpty();
    }

    /** Whether a cut cursor is of this row, with the keys that it has now. */
    boolean isAt(ResultRow row) {
        return row.id().equals(id) && Hashes.sha256Hex(whole(row).bytes()).equals(hash);
    }

    /** A sort key cut to the longest length, and before all texts that begin so in its direction. */
    private static JsonNode shortened(JsonNode key, boolean descending) {
        String text = key.asString("");
        if (key.isNumber() || key.isNull() || text.length() < KEY_CHARS_MAX) {
            return key;
        }
        int end = Character.isHighSurrogate(text.charAt(KEY_CHARS_MAX - 1)) ? KEY_CHARS_MAX - 1 : KEY_CHARS_MAX;
        return StringNode.valueOf(text.substring(0, end) + (descending ? LAST : ""));
    }

    String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes());
    }

    private byte[] bytes() {
        ArrayNode stored = Json.object().putArray("keys");
        keys.forEach(stored::add);
        if (isCut()) {
            stored.addArray().add(id).add(hash);
        } else {
            stored.add(id);
        }
        return Json.text(stored).getBytes(StandardCharsets.UTF_8);
    }

    private static Failure unknown() {
        return Failure.invalid("`cursor` is not one of ours; begin without it.");
    }
}
