package cms.platform.json;

import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses bodies of callers, whose texts may be stored in rows. */
public final class SentJson {
    private static final byte[] ESCAPED_NUL = "\\u0000".getBytes(StandardCharsets.US_ASCII);

    private SentJson() {}

    /**
     * Like {@link Json#sent}, and refuses a NUL in any text or name of a member, which PostgreSQL cannot store.
     *
     * @throws Failure INVALID for a NUL, and as {@link Json#sent}
     */
    public static JsonNode withoutNul(byte[] utf8) {
        return withoutNul(utf8, ValueBudget.of(Json.SENT_VALUES_MAX));
    }

    /** The same, charged to a budget of the caller. */
    public static JsonNode withoutNul(byte[] utf8, ValueBudget budget) {
        JsonNode node = Json.sent(utf8, budget);
        if (mayHaveNul(utf8) && hasNul(node)) {
            throw Failure.invalid("The JSON body contains a NUL character; leave it out.");
        }
        return node;
    }

    /**
     * Whether the text may contain a NUL, which JSON writes as an escape; searching the bytes needs no copy of a long
     * text.
     */
    private static boolean mayHaveNul(byte[] bytes) {
        for (int i = 0; i + ESCAPED_NUL.length <= bytes.length; i++) {
            if (bytes[i] == '\\'
                    && Arrays.equals(bytes, i, i + ESCAPED_NUL.length, ESCAPED_NUL, 0, ESCAPED_NUL.length)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a string or a member name contains a NUL. */
    private static boolean hasNul(JsonNode node) {
        if (node.isString()) {
            return node.asString().indexOf('\0') >= 0;
        }
        if (node instanceof ObjectNode object) {
            return object.propertyNames().stream()
                    .anyMatch(name -> name.indexOf('\0') >= 0 || hasNul(object.get(name)));
        }
        return node.isArray() && node.valueStream().anyMatch(SentJson::hasNul);
    }
}
