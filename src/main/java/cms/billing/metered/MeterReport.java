package cms.billing.metered;

import cms.platform.crypto.Hashes;
import cms.usage.Meter;
import cms.usage.Month;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A report that is sent to the provider once: the units of a meter from one total of a month to the next.
 *
 * @param triedAt when it was first sent and may have arrived; null before
 */
record MeterReport(
        String workspaceId,
        Meter meter,
        YearMonth month,
        long from,
        long to,
        String customerId,
        Instant madeAt,
        @Nullable Instant triedAt) {
    private static final int IDENTIFIER_CHARS = 32;

    /** The name of the event, which is the lookup key of the price. */
    static String event(Meter meter) {
        return "cms_overage_" + meter.key();
    }

    long units() {
        return to - from;
    }

    /** The identifier of the report, equal for every sending and different from that of any other report. */
    String identifier() {
        String whole = String.join(
                " ", workspaceId, meter.key(), month.toString(), Long.toString(from), Long.toString(to), customerId);
        return Hashes.sha256Hex(whole).substring(0, IDENTIFIER_CHARS);
    }

    /** The time to report: {@code now}, or the last second of the report's month when that is over. */
    Instant at(Instant now) {
        Instant last = end().minusSeconds(1);
        return now.isAfter(last) ? last : now;
    }

    Instant start() {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** The first instant of the next month. */
    Instant end() {
        return Month.at(start()).end();
    }
}
