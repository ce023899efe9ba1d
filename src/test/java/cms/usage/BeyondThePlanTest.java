package cms.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.plan.Edition;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.limits.SlidingWindows;
import cms.platform.mail.NoMail;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.workspace.WorkspaceSettings;
import cms.workspace.Workspaces;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is used beyond the plan: owed only while it is switched on, and never above what may be spent. */
@Tag("rows")
class BeyondThePlanTest {
    private static final long GIGABYTE = 1L << 30;
    private static final int PLAN = 100; // submissions of the plan starter
    /**
     * More would wait for a connection to the rows, of which an instance has twelve, and on a slow machine for too
     * long.
     */
    private static final int AT_ONCE = 16;

    private TestApp app;
    private Database rows;
    private Usage usage;
    private String workspace;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_DEFAULT_PLAN", "starter"));
        workspace = Person.signIn(app.url(), "ada@example.com").primaryWorkspace();
        rows = Database.open(location());
        usage = usage();
    }

    @AfterEach
    void stop() {
        rows.close();
        app.close();
    }

    @Test
    void onlyWhatIsUsedBeyondThePlanWhileItIsOnIsOwed() {
        take(PLAN - 2);
        assertThat(refused(3)).isEqualTo("usage.spent");
        overage(true);
        take(5);
        assertThat(owed(Meter.FORM_SUBMISSIONS)).isEqualTo(3);
        overage(false);
        assertThat(refused(1)).isEqualTo("usage.spent");
        assertThat(owed(Meter.FORM_SUBMISSIONS)).isEqualTo(3);
        overage(true);
        take(1);
        assertThat(owed(Meter.FORM_SUBMISSIONS)).isEqualTo(4);
        rows.writing(tx -> usage.giveBack(
                tx, workspace, Meter.FORM_SUBMISSIONS, 2, app.clock().instant()));
        assertThat(owed(Meter.FORM_SUBMISSIONS)).isEqualTo(2);
        rows.writing(tx -> usage.giveBack(
                tx, workspace, Meter.FORM_SUBMISSIONS, 10, app.clock().instant()));
        assertThat(owed(Meter.FORM_SUBMISSIONS)).isZero();
        assertThat(used(Meter.FORM_SUBMISSIONS)).isEqualTo(PLAN + 4 - 12);
    }

    @Test
    void bandwidthThatWasDeliveredBeforeItWasOnIsNotOwed() {
        LocalDate day = LocalDate.of(2026, 11, 5);
        rows.writing(tx -> usage.add(tx, workspace, Meter.CDN_BANDWIDTH, 3 * GIGABYTE, day));
        rows.writing(tx -> usage.overages().change(tx, workspace, Map.of(Meter.CDN_BANDWIDTH, true)));
        rows.writing(tx -> usage.add(tx, workspace, Meter.CDN_BANDWIDTH, GIGABYTE, day));
        assertThat(owed(Meter.CDN_BANDWIDTH)).isEqualTo(GIGABYTE);
        limit("0.15"); // 1.5 GB
        assertThat(rows.<Long>read(tx -> usage.ceiling(tx, workspace, Meter.CDN_BANDWIDTH)))
                .isEqualTo(4 * GIGABYTE + GIGABYTE / 2);
        rows.writing(tx -> usage.add(tx, workspace, Meter.CDN_BANDWIDTH, GIGABYTE, day));
        assertThat(owed(Meter.CDN_BANDWIDTH))
                .as("what could not be stopped in time is not owed")
                .isEqualTo(GIGABYTE + GIGABYTE / 2);
        assertThat(used(Meter.CDN_BANDWIDTH)).isEqualTo(5 * GIGABYTE);
    }

    /** Fails when the look at what was spent does not wait for those who spend. */
    @Test
    void ofTwoHundredAtOnceAsManyPassAsMayBeSpentOverTwoCategoriesTogether() throws Exception {
        overage(true);
        rows.writing(tx -> usage.overages().change(tx, workspace, Map.of(Meter.AI_MESSAGES, true)));
        take(PLAN);
        rows.writing(tx -> usage.take(tx, workspace, Meter.AI_MESSAGES, 150));
        limit("0.40");
        try (ExecutorService many = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<BigDecimal>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Meter meter = i % 2 == 0 ? Meter.FORM_SUBMISSIONS : Meter.AI_MESSAGES;
                all.add(many.submit(() -> spent(meter)));
            }
            BigDecimal sum = BigDecimal.ZERO;
            for (Future<BigDecimal> one : all) {
                sum = sum.add(one.get());
            }
            assertThat(sum).isBetween(new BigDecimal("0.38"), new BigDecimal("0.40"));
            assertThat(owed(Meter.FORM_SUBMISSIONS) + 3 * owed(Meter.AI_MESSAGES))
                    .isEqualTo(sum.movePointRight(2).longValueExact());
        }
    }

    @Test
    void atTheSpendLimitNothingMoreIsTakenUntilTheNextMonth() {
        overage(true);
        take(PLAN);
        limit("0.02");
        take(2);
        Failure stopped = catchThrowableOfType(
                Failure.class, () -> rows.writing(tx -> usage.take(tx, workspace, Meter.FORM_SUBMISSIONS, 1)));
        assertThat(stopped.kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(stopped.code()).hasValue("usage.spend_limit");
        app.clock().advance(stopped.retryAfter().orElseThrow());
        take(1);
        assertThat(owed(Meter.FORM_SUBMISSIONS)).isZero();
    }

    @Test
    void storedMediaIsOwedByTheHourAndAMissedHourIsMadeUpFor() {
        String workspaceId = workspace;
        rows.writing(tx -> usage.overages().change(tx, workspaceId, Map.of(Meter.MEDIA_STORAGE, true)));
        rows.writing(tx -> usage.hold(tx, workspaceId, 2 * GIGABYTE)); // one beyond the plan
        usage.sampleStorage();
        assertThat(owed(Meter.MEDIA_STORAGE)).isZero();
        app.clock().advance(Duration.ofHours(72));
        usage.sampleStorage();
        usage.sampleStorage();
        assertThat(owed(Meter.MEDIA_STORAGE)).isBetween(GIGABYTE / 10 - 100, GIGABYTE / 10);
        assertThat(used(Meter.MEDIA_STORAGE)).isEqualTo(2 * GIGABYTE);
        rows.writing(tx -> usage.overages().limitSpending(tx, workspaceId, Optional.of(new BigDecimal("0.00"))));
        Failure stopped = catchThrowableOfType(Failure.class, () -> rows.writing(tx -> usage.hold(tx, workspaceId, 1)));
        assertThat(stopped.code()).hasValue("usage.spend_limit");
        rows.writing(tx -> usage.overages().end(tx, workspaceId));
        Failure full = catchThrowableOfType(Failure.class, () -> rows.writing(tx -> usage.hold(tx, workspaceId, 1)));
        assertThat(full.code()).hasValue("media.quota");
    }

    private BigDecimal spent(Meter meter) {
        try {
            rows.writing(tx -> usage.take(tx, workspace, meter, 1));
            return meter == Meter.AI_MESSAGES ? new BigDecimal("0.03") : new BigDecimal("0.01");
        } catch (Failure stopped) {
            return BigDecimal.ZERO;
        }
    }

    private void take(long amount) {
        rows.writing(tx -> usage.take(tx, workspace, Meter.FORM_SUBMISSIONS, amount));
    }

    private String refused(long amount) {
        Failure failure = catchThrowableOfType(Failure.class, () -> take(amount));
        return failure.code().orElseThrow();
    }

    private void overage(boolean on) {
        rows.writing(tx -> usage.overages().change(tx, workspace, Map.of(Meter.FORM_SUBMISSIONS, on)));
    }

    private void limit(String dollars) {
        rows.writing(tx -> usage.overages().limitSpending(tx, workspace, Optional.of(new BigDecimal(dollars))));
    }

    private long owed(Meter meter) {
        String month = Month.at(app.clock().instant()).key();
        return rows.read(tx -> usage.overages().beyond(tx, workspace, month)).getOrDefault(meter, 0L);
    }

    private long used(Meter meter) {
        return rows.<Long>read(tx -> usage.used(tx, workspace, meter));
    }

    /** The room beside the service, on the same rows. */
    private Usage usage() {
        var announcements = new Announcements(rows, new Jobs(rows, app.clock()), new Leases(rows), app.clock());
        Plans plans = new Plans(Edition.ENTERPRISE);
        NoMail mailer = new NoMail();
        var seal = new Seal("0123456789abcdef0123456789abcdef", Optional.empty());
        var settings = new WorkspaceSettings(plans, Plan.STARTER, app.url(), seal);
        var limiter = new SlidingWindows(app.clock());
        var workspaces = new Workspaces(rows, announcements, settings, mailer, limiter, app.clock());
        return new Usage(rows, announcements, workspaces, plans, mailer, app.clock());
    }

    private DatabaseLocation location() {
        return app.rowsServer()
                .<DatabaseLocation>map(DatabaseLocation.Server::new)
                .orElseGet(() -> new DatabaseLocation.File(app.data().resolve("cms.db")));
    }
}
