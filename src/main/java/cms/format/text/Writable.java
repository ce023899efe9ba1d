package cms.format.text;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Refuses values that could be read but not be written again: halves of surrogate pairs, numbers beyond a double. */
final class Writable {
    private Writable() {}

    static void check(JsonNode value) throws MalformedText {
        check(value, true);
    }

    /** {@code texts}: whether texts have to be looked at. */
    static void check(JsonNode value, boolean texts) throws MalformedText {
        if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                if (texts) {
                    checkText(member.getKey());
                }
                check(member.getValue(), texts);
            }
        } else if (value instanceof ArrayNode array) {
            for (JsonNode item : array.values()) {
                check(item, texts);
            }
        } else if (value.isString()) {
            if (texts) {
                checkText(value.stringValue());
            }
        } else if (value.isNumber() && !Double.isFinite(EcmaNumber.of(value))) {
            throw new MalformedText(0, "A number is too large for a double.");
        }
    }

    private static void checkText(String text) throws MalformedText {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean pair = Character.isHighSurrogate(text.charAt(i))
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw new MalformedText(0, "A text holds half of a surrogate pair.");
                }
                i++;
            }
        }
    }
}
