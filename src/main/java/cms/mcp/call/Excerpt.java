package cms.mcp.call;

import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Cuts long texts of entries and marks them; a save refuses the mark, so that no cut text is stored by accident. */
public final class Excerpt {
    private static final int TEXT_CHARS_MAX = 160;
    private static final int[] SHORTER = {8_000, 2_000, 500, TEXT_CHARS_MAX};
    private static final int MARK_BYTES_MAX = 80;

    /** Quotes, colon and comma of a member. */
    private static final int BRACKETS_BYTES = 6;

    private static final String MARK = " characters; ask with ids and fields)";

    private Excerpt() {}

    /** The entry with its long texts cut. */
    public static ObjectNode of(ObjectNode entry) {
        return (ObjectNode) cut(entry, TEXT_CHARS_MAX);
    }

    /** Whether a value contains a cut text. */
    public static boolean isCut(JsonNode value) {
        if (value.isString()) {
            return value.asString().endsWith(MARK);
        }
        return value.isContainer() && value.valueStream().anyMatch(Excerpt::isCut);
    }

    /** The entry with only these members; {@code *} stands for all. */
    public static ObjectNode only(ObjectNode entry, List<String> fields) {
        if (fields.contains("*")) {
            return entry;
        }
        ObjectNode chosen = Json.object();
        fields.stream().filter(entry::has).forEach(name -> chosen.set(name, entry.get(name)));
        return chosen;
    }

    /**
     * The value cut down to {@code bytesMax}: its texts are cut shorter and shorter; a part that is still too large is
     * replaced by a mark.
     */
    public static JsonNode within(JsonNode value, int bytesMax) {
        if (Json.bytes(value).length <= bytesMax) {
            return value;
        }
        for (int chars : SHORTER) {
            JsonNode shorter = cut(value, chars);
            if (Json.bytes(shorter).length <= bytesMax) {
                return shorter;
            }
        }
        if (!(value instanceof ObjectNode object)) {
            return mark("", Json.text(value).length());
        }
        ObjectNode kept = Json.object();
        int room = bytesMax - BRACKETS_BYTES;
        int open = object.size();
        for (var member : object.properties()) {
            int most = room / open-- - member.getKey().length() - BRACKETS_BYTES;
            if (most > MARK_BYTES_MAX) {
                kept.set(member.getKey(), within(member.getValue(), most));
                room -= Json.bytes(kept.get(member.getKey())).length
                        + member.getKey().length()
                        + BRACKETS_BYTES;
            }
        }
        return kept;
    }

    private static JsonNode cut(JsonNode value, int charsMax) {
        if (value.isString() && value.asString().length() > charsMax) {
            String text = value.asString();
            int end = Character.isHighSurrogate(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax;
            return mark(text.substring(0, end), text.length() - end);
        }
        if (value instanceof ObjectNode object) {
            ObjectNode shorter = Json.object();
            object.properties().forEach(member -> shorter.set(member.getKey(), cut(member.getValue(), charsMax)));
            return shorter;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode shorter = Json.object().putArray("items");
            array.forEach(item -> shorter.add(cut(item, charsMax)));
            return shorter;
        }
        return value;
    }

    private static JsonNode mark(String shown, int missing) {
        return Json.tree(shown + "…(+" + String.format(Locale.ROOT, "%,d", missing) + MARK);
    }
}
