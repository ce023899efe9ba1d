package cms.content.check;

import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * {@code datetime}: ISO 8601 with a real day, {@code T}, a time with or without seconds and fractions, and optionally
 * {@code Z} or an offset such as {@code +02:00}, {@code +0200} or {@code +02}.
 */
record DateTimeRule() implements TypeRule {
    private static final Pattern SHAPE = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?");
    private static final DateTimeFormatter CALENDAR = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        if (!isDateTime(value.stringValue())) {
            at.error("The value must be a date and time such as 2026-02-28T12:30:00Z.");
        }
    }

    private static boolean isDateTime(String text) {
        try {
            return SHAPE.matcher(text).matches() && CALENDAR.parse(text) != null;
        } catch (DateTimeException notADateTime) {
            return false;
        }
    }
}
