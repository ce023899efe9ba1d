package cms.delivery.read;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The order of texts in a query. A text of the type {@code datetime} stands for its moment, in UTC where it names no
 * zone, so that {@code 12:30:00+02:00} comes before {@code 11:00Z} and equals {@code 10:30:00.000Z}. Every text has a
 * key, the order of keys as texts is the order, and a moment is the key that all its forms have in common.
 */
final class TextOrder {
    private static final int T = "2026-02-28".length();
    private static final Pattern DATE_TIME =
            Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?"
                    + "(?:Z|([+-])([0-9]{2})(?::?([0-9]{2}))?)?");
    private static final DateTimeFormatter KEY = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private TextOrder() {}

    static int compare(String one, String other) {
        // The same form of both, of which the text is in order: what nearly all content is.
        if (one.length() == other.length() && one.endsWith("Z") && other.endsWith("Z")) {
            return one.compareTo(other);
        }
        // A date alone, which is its own key, beside a moment in UTC, whose key begins with the same letters.
        if (one.endsWith("Z") && other.length() <= T || other.endsWith("Z") && one.length() <= T) {
            return one.compareTo(other);
        }
        Instant first = moment(one);
        Instant second = moment(other);
        return first != null && second != null
                ? first.compareTo(second)
                : key(one, first).compareTo(key(other, second));
    }

    /** Equal for texts that are equal in this order, and for no others. */
    static String key(String text) {
        return key(text, moment(text));
    }

    /** The sign of the year 10000, to which an offset may lead, becomes one that is behind the digits. */
    private static String key(String text, @Nullable Instant moment) {
        return moment == null ? text : KEY.format(moment).replace('+', ':');
    }

    private static @Nullable Instant moment(String text) {
        if (text.length() <= T || text.charAt(T) != 'T') {
            return null;
        }
        Matcher parts = DATE_TIME.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        int year = number(parts.group(1));
        int month = number(parts.group(2));
        int day = number(parts.group(3));
        int hour = number(parts.group(4));
        int minute = number(parts.group(5));
        int second = number(parts.group(6));
        boolean isReal = month >= 1
                && month <= 12
                && day >= 1
                && YearMonth.of(year, month).isValidDay(day);
        if (!isReal || hour > 23 || minute > 59 || second > 59) {
            return null;
        }
        int offset = 3_600 * number(parts.group(9)) + 60 * number(parts.group(10));
        long seconds = LocalDate.of(year, month, day).toEpochDay() * 86_400 + 3_600L * hour + 60L * minute + second;
        return Instant.ofEpochSecond(
                "-".equals(parts.group(8)) ? seconds + offset : seconds - offset, nanos(parts.group(7)));
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
    }
}
