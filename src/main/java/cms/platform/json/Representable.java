package cms.platform.json;

import cms.platform.failure.Failure;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Refuses JSON that is well-formed but could not be written out again unchanged. */
final class Representable {
    private Representable() {}

    /** @throws Failure INVALID naming the fault */
    static void check(JsonNode node) {
        if (node.isString()) {
            checkText(node.asString());
        } else if (node.isNumber()) {
            // Integers beyond a long come as big ones; as a double they must still be a number.
            if (!Double.isFinite(node.doubleValue())) {
                throw Failure.invalid("The JSON text contains a number that is too large.");
            }
        } else if (node.isObject()) {
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                checkText(member.getKey());
                check(member.getValue());
            }
        } else {
            for (JsonNode item : node) {
                check(item);
            }
        }
    }

    private static void checkText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw Failure.invalid("The JSON text contains half of a surrogate pair.");
                }
                i++;
            }
        }
    }
}
