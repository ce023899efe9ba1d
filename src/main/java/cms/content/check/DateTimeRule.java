package cms.content.check;

import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * {@code datetime}: ISO 8601 with a real day, {@code T}, a time with or without seconds and fractions, and
 * optionally {@code Z} or an offset such as {@code +02:00}, {@code +0200} or {@code +02}.
 */
record DateTimeRule() implements TypeRule {
    private static final DateTimeFormatter INSTANT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    private static final int CHARS_MAX = "2026-02-28T12:30:45.123456789+02:00".length();

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, Spot spot) {
        if (!isDateTime(value.stringValue())) {
            spot.error("The value must be a date and time such as 2026-02-28T12:30:00Z.");
        }
    }

    private static boolean isDateTime(String text) {
        try {
            boolean plainYear = text.length() > 4 && text.charAt(4) == '-' && text.charAt(0) != '-';
            return plainYear && text.length() <= CHARS_MAX && INSTANT.parse(text) != null;
        } catch (DateTimeException notADateTime) {
            return false;
        }
    }
}
