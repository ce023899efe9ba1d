package cms.content.check;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** {@code email}: one {@code @}, no blanks, and a dot inside the domain; a warning. */
record EmailRule() implements TypeRule {
    private static final Pattern BLANK = Pattern.compile("[\\s\\x{a0}\\x{feff}\\p{Z}]");

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        if (!isEmail(value.stringValue())) {
            at.warning("The value does not look like an e-mail address.");
        }
    }

    private static boolean isEmail(String text) {
        int at = text.indexOf('@');
        if (at < 1 || text.indexOf('@', at + 1) >= 0 || BLANK.matcher(text).find()) {
            return false;
        }
        int dot = text.indexOf('.', at + 2);
        return dot > 0 && dot < text.length() - 1;
    }
}
