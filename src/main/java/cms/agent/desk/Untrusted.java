package cms.agent.desk;

import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.platform.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Marks text of strangers for a model and removes invisible characters. That makes it rarer that a model obeys the
 * text; the checks of the executor keep a model that does from doing harm.
 */
public final class Untrusted {
    private Untrusted() {}

    /**
     * {@code { untrusted: true, origin, ... }} around text of strangers.
     *
     * @param origin {@code submission}, {@code link} or {@code file}
     */
    public static ObjectNode marked(String origin, String member, JsonNode value) {
        ObjectNode marked = Json.object().put("untrusted", true).put("origin", origin);
        marked.set(member, visible(value, AgentLimits.UNTRUSTED_TEXT_CHARS_MAX));
        return marked;
    }

    /** The same members without invisible characters, their texts uncut, so that they can be saved again. */
    public static ObjectNode whole(ObjectNode members) {
        return (ObjectNode) visible(members, Integer.MAX_VALUE);
    }

    private static JsonNode visible(JsonNode value, int charsMax) {
        if (value.isString()) {
            String text = visible(value.asString());
            return Json.tree(text.length() <= charsMax ? text : CleanText.head(text, charsMax) + "…");
        }
        if (value instanceof ObjectNode object) {
            ObjectNode copy = Json.object();
            object.properties()
                    .forEach(member -> copy.set(visible(member.getKey()), visible(member.getValue(), charsMax)));
            return copy;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode copy = Json.object().putArray("items");
            array.forEach(item -> copy.add(visible(item, charsMax)));
            return copy;
        }
        return value;
    }

    /** The text without zero-width, bidirectional, tag, private and control characters; line ends stay. */
    public static String visible(String text) {
        StringBuilder seen = new StringBuilder(text.length());
        text.codePoints().filter(Untrusted::isVisible).forEach(seen::appendCodePoint);
        return seen.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE, Character.UNASSIGNED -> false;
            case Character.CONTROL -> c == '\n' || c == '\t';
            default -> !(c >= 0xFE00 && c <= 0xFE0F) && !(c >= 0xE0100 && c <= 0xE01EF);
        };
    }
}
