package cms.billing.metered;

import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.usage.Overages;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports overage to the payment provider every hour, and compares its counts every day. */
public final class MeterReports {
    private static final Logger LOG = LoggerFactory.getLogger(MeterReports.class);
    private static final int MADE_AT_ONCE = 500;
    private static final int SENT_IN_A_RUN = 5_000;
    private static final int COMPARED_IN_A_RUN = 5_000;

    /**
     * Time within which the provider surely recognises a repeated identifier (it remembers one for a day at least);
     * later it is asked for its counts first.
     */
    private static final Duration SURE_OF_IDENTIFIER = Duration.ofHours(20);

    /** Age above which the provider refuses a report. */
    private static final Duration TAKEN_FOR = Duration.ofDays(35);

    /** Time within which the provider counts a report. */
    private static final Duration COUNTED_WITHIN = Duration.ofHours(1);

    private final Database database;
    private final Overages overages;
    private final MeterEvents events;
    private final BiFunction<Tx, String, Optional<String>> customers;
    private final InstantSource clock;
    private final ReportStore store = new ReportStore();

    /** @param customers finds the customer at the provider for a workspace */
    public MeterReports(
            Database database,
            Overages overages,
            StripeApi api,
            BiFunction<Tx, String, Optional<String>> customers,
            InstantSource clock) {
        this.database = database;
        this.overages = overages;
        this.events = new MeterEvents(api);
        this.customers = customers;
        this.clock = clock;
    }

    /** Reports the units used since the last run, and repeats reports that may not have arrived. */
    public void report() {
        make();
        Set<String> failed = new HashSet<>();
        for (MeterReport report : database.read(tx -> store.waiting(tx, SENT_IN_A_RUN))) {
            String counted = String.join(
                    " ",
                    report.customerId(),
                    report.meter().key(),
                    report.month().toString());
            if (failed.contains(counted)) {
                continue; // what the provider has counted may be of the one that failed
            }
            try {
                send(report);
            } catch (Failure notNow) {
                failed.add(counted);
                LOG.warn("a meter event could not be told, it is sent again: {}", notNow.message());
                if (!events.isAnswered()) {
                    return; // the provider is away; the others would only wait as long
                }
            }
        }
    }

    /**
     * Compares the provider's counts with the reported units and logs each difference for a person to examine; returns
     * the number of differences.
     */
    public int compare() {
        Instant until = clock.instant().minus(COUNTED_WITHIN);
        int different = 0;
        for (MeterReport sample :
                database.read(tx -> store.samples(tx, lastMonth().toString(), COMPARED_IN_A_RUN))) {
            try {
                long counted = events.counted(sample).orElse(0L);
                long sure = database.read(tx -> store.reported(tx, sample, until));
                long all = database.read(tx -> store.reported(tx, sample, clock.instant()));
                if (counted < sure || counted > all) {
                    LOG.error(
                            "overage: the payment provider has counted {} units of {} of the workspace {} in {}, not"
                                    + " {}",
                            counted,
                            sample.meter().key(),
                            sample.workspaceId(),
                            sample.month(),
                            all);
                    different++;
                }
            } catch (Failure notNow) {
                LOG.warn("the payment provider could not be asked what it has counted: {}", notNow.message());
                if (!events.isAnswered()) {
                    return different;
                }
            }
        }
        return different;
    }

    private void make() {
        Optional<Overages.Beyond> after = Optional.empty();
        List<Overages.Beyond> page;
        do {
            Optional<Overages.Beyond> last = after;
            page = database.read(tx -> overages.beyondSince(tx, lastMonth().toString(), last));
            List<Overages.Beyond> found = page;
            database.writing(tx -> found.forEach(beyond -> make(tx, beyond)));
            after = page.isEmpty() ? after : Optional.of(page.getLast());
        } while (page.size() >= MADE_AT_ONCE);
    }

    /** Makes a report of the whole units of the overage; the rest of a unit is left to the next report. */
    private void make(Tx tx, Overages.Beyond beyond) {
        long whole = beyond.count() / beyond.meter().soldUnit();
        long before = store.reported(tx, beyond.workspaceId(), beyond.meter(), beyond.month());
        if (whole > before) {
            customers
                    .apply(tx, beyond.workspaceId())
                    .ifPresent(customer -> store.add(
                            tx,
                            new MeterReport(
                                    beyond.workspaceId(),
                                    beyond.meter(),
                                    YearMonth.parse(beyond.month()),
                                    before,
                                    whole,
                                    customer,
                                    clock.instant(),
                                    null)));
        }
    }

    private void send(MeterReport report) {
        Instant now = clock.instant();
        Instant tried = report.triedAt();
        boolean isUnsure = tried != null && now.isAfter(tried.plus(SURE_OF_IDENTIFIER));
        boolean isTooOld = report.at(now).isBefore(now.minus(TAKEN_FOR));
        if (isUnsure && isCounted(report, isTooOld)) {
            end(report, true);
        } else if (isTooOld) {
            LOG.error(
                    "overage: {} units of {} of the workspace {} in {} could not be told for {} days and are lost",
                    report.units(),
                    report.meter().key(),
                    report.workspaceId(),
                    report.month(),
                    TAKEN_FOR.toDays());
            end(report, false);
        } else {
            if (tried == null || isUnsure) {
                database.writing(tx -> store.tried(tx, report, now));
            }
            Instant at = report.at(tried == null || isUnsure ? now : tried);
            if (events.report(report, at)) {
                end(report, true);
            }
        }
    }

    /**
     * Whether the provider has already counted this report beside those that it is known to have. Of one that is too
     * old to be sent again no answer is a no, so that it ends.
     */
    private boolean isCounted(MeterReport report, boolean isTooOld) {
        long known = database.read(tx -> store.reported(tx, report, clock.instant()));
        try {
            return events.counted(report)
                    .filter(all -> all >= known + report.units())
                    .isPresent();
        } catch (Failure noAnswer) {
            if (isTooOld) {
                return false;
            }
            throw noAnswer;
        }
    }

    private void end(MeterReport report, boolean isReported) {
        database.writing(tx -> store.ended(tx, report, isReported, clock.instant()));
    }

    private YearMonth lastMonth() {
        return YearMonth.from(clock.instant().atZone(ZoneOffset.UTC)).minusMonths(1);
    }
}
