package cms.usage;

import static cms.testing.Eventually.eventually;
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
import cms.testing.Http;
import cms.testing.Outbox;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import cms.workspace.WorkspaceSettings;
import cms.workspace.Workspaces;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a workspace sees of its meters, and that nobody gets more than its plan grants (spec 4.5). */
@Tag("rows")
class UsageTest {
    private static final long GIGABYTE = 1L << 30;
    /**
     * More would wait for a connection to the rows, of which an instance has twelve, and on a slow machine for too
     * long.
     */
    private static final int AT_ONCE = 16;

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_DEFAULT_PLAN", "starter"));
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void ownersAndAdminsSeeSixMetersInAFixedOrderAndNobodyElseDoes() {
        JsonNode usage = world.ada().http().get(w() + "/usage").is(200).json();
        assertThat(usage.get("billingPeriod").asString()).isEqualTo("2026-11");
        assertThat(usage.get("categories")
                        .valueStream()
                        .map(one -> one.get("key").asString()))
                .containsExactly(
                        "ai_messages",
                        "form_submissions",
                        "cdn_bandwidth",
                        "media_storage",
                        "api_messages",
                        "mcp_calls");
        JsonNode bandwidth = usage.get("categories").get(2);
        assertThat(bandwidth.get("limitKey").asString()).isEqualTo("cdn.bandwidth_gb");
        assertThat(bandwidth.get("limit").asInt()).isEqualTo(2);
        assertThat(bandwidth.get("unit").asString()).isEqualTo("GB");
        assertThat(bandwidth.get("overageUnitPrice").asDouble()).isEqualTo(0.10);
        world.bo().http().get(w() + "/usage").is(403);
        world.ada().http().get(w() + "/usage?format=long").is(400);
    }

    @Test
    void whatIsDeliveredIsToldInGigabytesWithTwoDecimals() throws Exception {
        Website site = Website.of(world);
        used("cdn_bandwidth", GIGABYTE + GIGABYTE / 200); // 1.005 GB
        JsonNode bandwidth = world.ada()
                .http()
                .get(w() + "/usage?format=simple")
                .is(200)
                .json()
                .get("cdnBandwidthGb");
        assertThat(bandwidth.get("current").asDouble()).isIn(1.0, 1.01);
        assertThat(bandwidth.get("percentage").asDouble()).isBetween(50.2, 50.5); // two decimals (reference 10.2)
        assertThat(bandwidth.get("limit").asInt()).isEqualTo(2);
        long before = inRow();
        int bytes = site.get("content/home/en.json").is(200).body().length;
        app.restart();
        assertThat(inRow()).isGreaterThanOrEqualTo(before + bytes);
    }

    @Test
    void ownerAndAdminsAreMailedOnceAtEightyPercentAndOnceWhenAllIsUsed() throws Exception {
        Website site = Website.of(world);
        app.restart(); // what the first looks have read is counted
        used("cdn_bandwidth", (2 * GIGABYTE * 80 / 100) - 10);
        site.get("content/home/en.json").is(200);
        eventually("the mail at 80 %", () -> subjects().contains("CDN bandwidth: 80 % used"));
        used("cdn_bandwidth", (2 * GIGABYTE * 80 / 100) - 10);
        site.get("content/home/de.json").is(200);
        used("cdn_bandwidth", 2 * GIGABYTE - 10);
        eventually("it is noted as sent, so that nobody sends it again", this::isNoted);
        app.restart();
        new Website(site.http().at(app.url()), site.keyId(), site.root()).get("content/home/en.json");
        eventually("the mail at 100 %", () -> subjects().contains("CDN bandwidth: 100 % used"));
        assertThat(subjects().stream().filter(subject -> subject.contains("80 %")))
                .hasSize(1);
        assertThat(outbox().messages().stream()
                        .filter(message -> message.subject().contains("80 %"))
                        .map(Outbox.Message::to))
                .containsExactly(world.ada().email());
    }

    /** Fails where a step is reached once a month, whatever the plan grants. */
    @Test
    void aLargerPlanHasItsOwnMailInTheSameMonth() throws Exception {
        Website site = Website.of(world);
        app.restart();
        for (Plan plan : List.of(Plan.STARTER, Plan.PRO)) {
            long granted = plan == Plan.PRO ? 20 : 2;
            execute("UPDATE workspaces SET plan = '" + plan.name().toLowerCase(Locale.ROOT) + "' WHERE id = '"
                    + world.workspaceId() + "'");
            app.restart();
            used("cdn_bandwidth", granted * GIGABYTE * 80 / 100 - 10);
            new Website(site.http().at(app.url()), site.keyId(), site.root())
                    .get("content/home/en.json")
                    .is(200);
            long expected = plan == Plan.PRO ? 2 : 1;
            eventually(plan + " has its mail", () -> atEighty() == expected && isNoted());
        }
    }

    private long atEighty() {
        return subjects().stream().filter(subject -> subject.contains("80 %")).count();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = app.rows().createStatement()) {
            statement.execute(sql);
        }
    }

    /** Counted by two statements, more than one of two hundred got the last place. */
    @Test
    void ofManyAtOnceExactlyOneGetsTheLastPlace() throws Exception {
        used("form_submissions", 99);
        try (Database rows = Database.open(location());
                ExecutorService many = Executors.newFixedThreadPool(AT_ONCE)) {
            Usage usage = usage(rows);
            AtomicInteger refused = new AtomicInteger();
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                all.add(many.submit(() -> take(rows, usage, refused)));
            }
            int taken = 0;
            for (Future<Boolean> one : all) {
                taken += one.get() ? 1 : 0;
            }
            assertThat(taken).isEqualTo(1);
            assertThat(refused).hasValue(199);
            assertThat(rows.<Long>read(tx -> usage.used(tx, world.workspaceId(), Meter.FORM_SUBMISSIONS)))
                    .isEqualTo(100);
        }
    }

    @Test
    void whatIsSpentBeginsAnewWithTheNextMonthAndARefusalSaysWhen() throws Exception {
        used("mcp_calls", 5_000);
        try (Database rows = Database.open(location())) {
            Usage usage = usage(rows);
            Failure spent = catchThrowableOfType(
                    Failure.class, () -> rows.writing(tx -> usage.take(tx, world.workspaceId(), Meter.MCP_CALLS, 1)));
            assertThat(spent.kind()).isEqualTo(FailureKind.RATE_LIMITED);
            assertThat(spent.code()).hasValue("usage.spent");
            app.clock().advance(spent.retryAfter().orElseThrow());
            rows.writing(tx -> usage.take(tx, world.workspaceId(), Meter.MCP_CALLS, 1));
            assertThat(rows.<Long>read(tx -> usage.used(tx, world.workspaceId(), Meter.MCP_CALLS)))
                    .isEqualTo(1);
        }
    }

    @Test
    void aPlanWithoutTheThingRefusesAndALevelComesDownAgain() {
        try (Database rows = Database.open(location())) {
            Usage usage = usage(rows);
            String workspace = world.workspaceId();
            rows.writing(tx -> usage.hold(tx, workspace, GIGABYTE));
            Failure full = catchThrowableOfType(Failure.class, () -> rows.writing(tx -> usage.hold(tx, workspace, 1)));
            assertThat(full.code()).hasValue("media.quota");
            rows.writing(tx -> usage.hold(tx, workspace, -GIGABYTE));
            rows.writing(tx -> usage.hold(tx, workspace, 1));
            rows.writing(tx -> usage.take(tx, workspace, Meter.AI_MESSAGES, 2));
            Instant now = app.clock().instant();
            rows.writing(tx -> usage.giveBack(tx, workspace, Meter.AI_MESSAGES, 1, now.minus(Duration.ofDays(31))));
            assertThat(rows.<Long>read(tx -> usage.used(tx, workspace, Meter.AI_MESSAGES)))
                    .as("what was taken in the month before is not in this one")
                    .isEqualTo(2);
            rows.writing(tx -> usage.giveBack(tx, workspace, Meter.AI_MESSAGES, 1, now));
            assertThat(rows.<Long>read(tx -> usage.used(tx, workspace, Meter.AI_MESSAGES)))
                    .isEqualTo(1);
        }
        try (TestApp free = TestApp.start(Map.of("CMS_DEFAULT_PLAN", "free"));
                Database rows = Database.open(location(free))) {
            String other = Person.signIn(free.url(), "ada@example.com").primaryWorkspace();
            Failure none = catchThrowableOfType(
                    Failure.class, () -> rows.writing(tx -> usage(rows).take(tx, other, Meter.MCP_CALLS, 1)));
            assertThat(none.code()).hasValue("usage.not_in_plan");
        }
    }

    private static boolean take(Database rows, String workspace, Usage usage, AtomicInteger refused) {
        try {
            rows.writing(tx -> usage.take(tx, workspace, Meter.FORM_SUBMISSIONS, 1));
            return true;
        } catch (Failure spent) {
            refused.incrementAndGet();
            return false;
        }
    }

    private boolean take(Database rows, Usage usage, AtomicInteger refused) {
        return take(rows, world.workspaceId(), usage, refused);
    }

    /** The room beside the service, on the same rows. */
    private Usage usage(Database rows) {
        Jobs jobs = new Jobs(rows, app.clock());
        Announcements announcements = new Announcements(rows, jobs, new Leases(rows), app.clock());
        Plans plans = new Plans(Edition.ENTERPRISE);
        NoMail mailer = new NoMail();
        var workspaces = new Workspaces(
                rows, announcements, settings(plans), mailer, new SlidingWindows(app.clock()), app.clock());
        return new Usage(rows, announcements, workspaces, plans, mailer, app.clock());
    }

    private WorkspaceSettings settings(Plans plans) {
        var seal = new Seal("0123456789abcdef0123456789abcdef", Optional.empty());
        return new WorkspaceSettings(plans, Plan.STARTER, app.url(), seal);
    }

    private DatabaseLocation location() {
        return location(app);
    }

    private static DatabaseLocation location(TestApp of) {
        return of.rowsServer()
                .<DatabaseLocation>map(DatabaseLocation.Server::new)
                .orElseGet(() -> new DatabaseLocation.File(of.data().resolve("cms.db")));
    }

    private void used(String meter, long amount) throws SQLException {
        try (Statement statement = app.rows().createStatement()) {
            statement.execute("INSERT INTO usage_months (workspace_id, meter, month, used, beyond) VALUES ('"
                    + world.workspaceId() + "', '" + meter + "', '2026-11', " + amount
                    + ", 0) ON CONFLICT (workspace_id, meter, month) DO UPDATE SET used = excluded.used, beyond = 0");
        }
    }

    private long inRow() throws SQLException {
        try (Statement statement = app.rows().createStatement();
                var row = statement.executeQuery("SELECT used FROM usage_months WHERE meter = 'cdn_bandwidth'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private boolean isNoted() {
        try (Statement statement = app.rows().createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM usage_mails WHERE sent_at IS NOT NULL")) {
            return row.next() && row.getLong(1) == 1;
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private List<String> subjects() {
        app.advance(Duration.ofMinutes(1)); // what a stop has left is taken up five minutes later
        return outbox().messages().stream().map(Outbox.Message::subject).toList();
    }

    private Outbox outbox() {
        return new Outbox(new Http(app.url()));
    }

    private String w() {
        return "/api/workspaces/" + world.workspaceId();
    }
}
