package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Authority;
import cms.testing.Http;
import cms.testing.Receiver;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of deliveries that wait for one receiver. */
@Tag("rows")
class WaitingDeliveriesTest {
    @TempDir
    Path folder;

    private Receiver receiver;
    private TestApp app;
    private World world;
    private Http ada;
    private String hook;

    @BeforeEach
    void start() {
        Authority authority = new Authority(folder, "company");
        receiver = new Receiver(authority.server("ip:127.0.0.1"));
        app = TestApp.start(Map.of(
                "CMS_TRUSTED_CERTIFICATES",
                authority.pem().toString(),
                "CMS_ALLOW_PRIVATE_ADDRESSES",
                receiver.address()));
        world = World.blog(app);
        ada = world.ada().http();
        hook = ada.post(
                        world.p() + "/webhooks",
                        Map.of("name", "hook", "url", receiver.url("/"), "events", List.of("content.saved")))
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    @AfterEach
    void stop() {
        app.close();
        receiver.close();
    }

    @Test
    void aReceiverThatIsSwitchedOffGivesUpAllThatWaits() throws SQLException {
        retryLater(2_500);
        ada.patch(world.p() + "/webhooks/" + hook, Map.of("active", false)).is(200);
        assertThat(count("error = 'disabled' AND status = 'failed' AND finished_at IS NOT NULL"))
                .isEqualTo(2_500);
    }

    @Test
    void whatAnInterruptedSwitchLeavesIsGivenUpByTheLane() throws SQLException {
        retryLater(2_500);
        execute("UPDATE webhooks SET active = 0");
        execute("UPDATE webhook_lanes SET due_at = 0");
        eventually("all of it is given up", () -> count("error = 'disabled'") == 2_500);
    }

    @Test
    void ofMoreThanAHundredThousandThatWaitTheOldestAreGivenUp() throws SQLException {
        retryLater(100_010);
        execute("UPDATE webhook_lanes SET sequence = 999");
        write("a");
        eventually("some are given up", () -> count("error = 'too_many' AND status = 'failed'") == 11);
        assertThat(count("error = 'too_many' AND sequence <= 11"))
                .as("they are the oldest")
                .isEqualTo(11);
        eventually("the new one arrives", () -> receiver.heard().size() == 1);
    }

    /** Shown to fail where a slow receiver gets what was loaded before, one after the other. */
    @Test
    @Tag("slow-host")
    void aSlowReceiverWithAnotherAddressGetsWhatWaitsThere() throws SQLException {
        CountDownLatch quick = new CountDownLatch(1);
        receiver.answers(exchange -> {
            within(quick, 3);
            exchange.sendResponseHeaders(204, -1);
        });
        retryLater(40);
        execute("UPDATE webhook_deliveries SET due_at = 0");
        execute("UPDATE webhook_lanes SET due_at = 0");
        eventually("eight slow answers", () -> count("status = 'delivered'") >= 8);
        ada.patch(world.p() + "/webhooks/" + hook, Map.of("url", receiver.url("/new")))
                .is(200);
        int before = receiver.heardAt("/").size();
        quick.countDown();
        eventually("all of it arrives", () -> count("status = 'delivered'") == 40);
        assertThat(receiver.heardAt("/"))
                .as("eight may have been under way")
                .hasSizeBetween(before, before + 8)
                .hasSizeLessThan(20);
    }

    /** Shown to fail where the outcome of an attempt replaces what was decided meanwhile. */
    @Test
    void whatIsUnderWayWhenItsReceiverIsSwitchedOffIsNotTriedAgain() throws SQLException {
        CountDownLatch off = new CountDownLatch(1);
        receiver.answers(exchange -> {
            within(off, 60);
            exchange.sendResponseHeaders(500, -1);
        });
        write("a");
        eventually("it is under way", () -> receiver.heard().size() == 1);
        ada.patch(world.p() + "/webhooks/" + hook, Map.of("active", false)).is(200);
        ada.patch(world.p() + "/webhooks/" + hook, Map.of("active", true)).is(200);
        off.countDown();
        eventually("the attempt is noted", () -> count("response_status = 500") == 1);
        assertThat(count("status = 'failed' AND error = 'disabled' AND finished_at IS NOT NULL"))
                .isEqualTo(1);
    }

    private static void within(CountDownLatch latch, int seconds) {
        try {
            latch.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Deliveries that have failed and are tried again an hour after the clock's time, in their order. */
    private void retryLater(int many) throws SQLException {
        long now = app.clock().millis();
        execute("""
            INSERT INTO webhook_deliveries (id, webhook_id, event, sequence, body, status, later, due_at, begun_at, tries,
                attempts, created_at)
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
            SELECT 'waiting-' || n, '%s', 'content.saved', n, '{}', 'retrying', 0, %d + n, %d, 1, '[]', %d FROM numbers
            """.formatted(many, hook, now + 3_600_000, now, now));
    }

    private void write(String digit) {
        ada.post(world.p() + "/content/authors", Map.of("data", Map.of(digit.repeat(12), Map.of("name", "N"))))
                .is(200);
    }

    private void execute(String sql) throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private long count(String where) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM webhook_deliveries WHERE " + where)) {
            found.next();
            return found.getLong(1);
        } catch (SQLException unread) {
            throw new IllegalStateException(unread);
        }
    }
}
