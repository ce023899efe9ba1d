package cms.platform.json;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One problem of the arguments of a call.
 *
 * @param path in the caller's arguments, such as {@code entries[2].data.title}
 * @param got the sent value, shortened; null when something is missing
 * @param allowed the possible values; empty where any is
 */
public record ArgumentIssue(
        String path,
        String code,
        String message,
        @Nullable String got,
        @Nullable String expected,
        List<String> allowed) {
    private static final int SHOWN_CHARS = 80;
    private static final int NEAR = 2;

    public static ArgumentIssue of(String path, String code, String message) {
        return new ArgumentIssue(path, code, message, null, null, List.of());
    }

    public static ArgumentIssue wrong(String path, String expected, JsonNode got) {
        return new ArgumentIssue(path, "type", path + " must be " + expected + ".", shown(got), expected, List.of());
    }

    public static ArgumentIssue notOneOf(String path, String got, List<String> allowed) {
        return new ArgumentIssue(
                path, "enum", path + " must be one of " + String.join(", ", allowed) + ".", got, null, allowed);
    }

    public static ArgumentIssue unknown(String path, String name, List<String> allowed) {
        String shown = shortened(name);
        return new ArgumentIssue(path, "unknown", "There is no argument " + shown + ".", shown, null, allowed);
    }

    /**
     * The message for a reader who sees nothing else: with the place of an unknown argument, and with those there are.
     */
    String inWords() {
        return code.equals("unknown")
                ? "There is no argument " + shortened(path) + "; there are: " + String.join(", ", allowed) + "."
                : message;
    }

    public ObjectNode json() {
        ObjectNode json = Json.object().put("path", path).put("code", code).put("message", message);
        if (got != null) {
            json.put("got", got);
        }
        if (expected != null) {
            json.put("expected", expected);
        }
        if (!allowed.isEmpty()) {
            allowed.forEach(json.putArray("allowed")::add);
            String meant = got == null ? null : nearest(got, allowed);
            if (meant != null) {
                json.put("did_you_mean", meant);
            }
        }
        return json;
    }

    /** The known name that differs in at most two letters, and not in all of a short one; null when there is none. */
    public static @Nullable String nearest(String name, List<String> names) {
        String best = null;
        int least = Math.min(NEAR + 1, name.length());
        for (String other : names) {
            int distance = distance(name, other);
            if (distance < least) {
                least = distance;
                best = other;
            }
        }
        return best;
    }

    private static int distance(String one, String other) {
        if (Math.abs(one.length() - other.length()) > NEAR || one.length() > SHOWN_CHARS) {
            return NEAR + 1;
        }
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int above = row[j];
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), diagonal + change);
                diagonal = above;
            }
        }
        return row[other.length()];
    }

    private static String shown(JsonNode value) {
        return shortened(value.isString() ? value.asString() : Json.text(value));
    }

    private static String shortened(String text) {
        return text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "…" : text;
    }
}
