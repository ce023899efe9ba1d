package cms.content.check;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** {@code date}: a real day of the calendar as {@code 2026-02-28}; 30 February is none. */
record DateRule() implements TypeRule {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final int CHARS = "2026-02-28".length();

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        if (!isDay(value.stringValue())) {
            at.error("The value must be a day of the calendar such as 2026-02-28.");
        }
    }

    private static boolean isDay(String text) {
        try {
            return text.length() == CHARS && LocalDate.parse(text, DAY) != null;
        } catch (DateTimeException notADay) {
            return false;
        }
    }
}
