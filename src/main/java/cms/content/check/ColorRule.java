package cms.content.check;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** {@code color}: hexadecimal, a colour function, or a word of letters; a warning. */
record ColorRule() implements TypeRule {
    private static final Pattern COLOR = Pattern.compile(
            "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|(?:rgb|hsl)a?\\([^)]*+\\)|[a-zA-Z]++");

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        if (!COLOR.matcher(value.stringValue()).matches()) {
            at.warning("The value does not look like a colour such as #1a2b3c, rgb(1, 2, 3) or teal.");
        }
    }
}
