package cms.usage;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** A calendar month in UTC, and an instant in it: what plans count by (spec 6.1). */
public record Month(YearMonth month, Instant now) {
    /** The key of levels, which are not counts of a month. */
    static final String LEVEL = "now";

    private static final int HOURS_OF_A_DAY = 24;

    public static Month at(Instant now) {
        return new Month(YearMonth.from(now.atZone(ZoneOffset.UTC)), now);
    }

    /** {@code YYYY-MM}. */
    public String key() {
        return month.toString();
    }

    /** The key under which a meter is counted: the month, or {@link #LEVEL}. */
    String keyOf(Meter meter) {
        return meter.isLevel() ? LEVEL : key();
    }

    public Instant begin() {
        return begin(month);
    }

    /** The first instant of the next month. */
    public Instant end() {
        return begin(month.plusMonths(1));
    }

    /** How long it is until the next month begins: until what a plan counts by the month is there again. */
    public Duration untilNext() {
        return Duration.between(now, end());
    }

    private static Instant begin(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    int hours() {
        return days() * HOURS_OF_A_DAY;
    }

    int days() {
        return month.lengthOfMonth();
    }

    int day() {
        return LocalDate.ofInstant(now, ZoneOffset.UTC).getDayOfMonth();
    }
}
