package cms.usage;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** A calendar month in UTC, and an instant in it. */
record Month(YearMonth month, Instant now) {
    /** The key of levels, which are not counts of a month. */
    static final String LEVEL = "now";

    private static final int HOURS_OF_A_DAY = 24;

    static Month at(Instant now) {
        return new Month(YearMonth.from(now.atZone(ZoneOffset.UTC)), now);
    }

    /** {@code YYYY-MM}. */
    String key() {
        return month.toString();
    }

    /** The key under which a meter is counted: the month, or {@link #LEVEL}. */
    String keyOf(Meter meter) {
        return meter.isLevel() ? LEVEL : key();
    }

    Duration untilNext() {
        Instant next = month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        return Duration.between(now, next);
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
