package cms.mcp.tools;

import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Cuts long texts of entries, with a mark that a save refuses, so that nobody stores the cut text by accident. */
final class Excerpt {
    private static final int TEXT_CHARS_MAX = 160;
    private static final String MARK = " characters; ask with ids and fields)";

    private Excerpt() {}

    /** The entry with its long texts cut. */
    static ObjectNode of(ObjectNode entry) {
        return (ObjectNode) cut(entry);
    }

    /** Whether a text was cut by a list. */
    static boolean isCut(JsonNode value) {
        if (value.isString()) {
            return value.asString().endsWith(MARK);
        }
        return value.isContainer() && value.valueStream().anyMatch(Excerpt::isCut);
    }

    /** Only these members; {@code *} stands for all. */
    static ObjectNode only(ObjectNode entry, List<String> fields) {
        if (fields.contains("*")) {
            return entry;
        }
        ObjectNode chosen = Json.object();
        fields.stream().filter(entry::has).forEach(name -> chosen.set(name, entry.get(name)));
        return chosen;
    }

    private static JsonNode cut(JsonNode value) {
        if (value.isString() && value.asString().length() > TEXT_CHARS_MAX) {
            String text = value.asString();
            int end = Character.isHighSurrogate(text.charAt(TEXT_CHARS_MAX - 1)) ? TEXT_CHARS_MAX - 1 : TEXT_CHARS_MAX;
            return Json.tree(
                    text.substring(0, end) + "…(+" + String.format(Locale.ROOT, "%,d", text.length() - end) + MARK);
        }
        if (value instanceof ObjectNode object) {
            ObjectNode shorter = Json.object();
            object.properties().forEach(member -> shorter.set(member.getKey(), cut(member.getValue())));
            return shorter;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode shorter = Json.object().putArray("items");
            array.forEach(item -> shorter.add(cut(item)));
            return shorter;
        }
        return value;
    }
}
