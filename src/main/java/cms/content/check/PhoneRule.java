package cms.content.check;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** {@code phone}: an optional plus sign, then digits, blanks, brackets, dots and hyphens; a warning. */
record PhoneRule() implements TypeRule {
    private static final Pattern PHONE = Pattern.compile("\\+?[0-9 ().-]{4,}+");
    private static final int DIGITS_MIN = 4;

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        String text = value.stringValue();
        long digits = text.chars().filter(c -> c >= '0' && c <= '9').count();
        if (digits < DIGITS_MIN || !PHONE.matcher(text).matches()) {
            at.warning("The value does not look like a telephone number.");
        }
    }
}
