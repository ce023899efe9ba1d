package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.Http;
import cms.testing.Outbox;
import cms.testing.Person;
import cms.testing.Receiver;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpExchange;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Receivers that answer wrongly, late, too much or not at all, for seconds or for days. */
@Tag("slow-host")
@Tag("rows")
@Timeout(240)
class FailingReceiversTest {
    private static final String SECRET = "the-first-secret-of-this-instance-0123456789";

    /** Deliveries of one receiver that are under way at a time, at most. */
    private static final int AT_ONCE = 8;

    @TempDir
    Path folder;

    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();
    private Receiver bad;
    private Receiver good;
    private TestApp app;
    private World world;
    private Http ada;

    @BeforeEach
    void start() {
        Authority authority = new Authority(folder, "company");
        bad = new Receiver(authority.server("ip:127.0.0.1"));
        good = new Receiver(authority.server("ip:127.0.0.1"));
        app = TestApp.start(Map.of(
                "CMS_SECRET",
                SECRET,
                "CMS_TRUSTED_CERTIFICATES",
                authority.pem().toString(),
                "CMS_ALLOW_PRIVATE_ADDRESSES",
                bad.address() + "," + good.address()));
        world = World.blog(app);
        ada = world.ada().http();
    }

    @AfterEach
    void stop() {
        never.countDown();
        app.close();
        bad.close();
        good.close();
    }

    @Test
    void aFailedDeliveryIsRetriedByThePlanAndThenVisiblyFailed() {
        bad.answersWith(500);
        JsonNode hook = hook(bad);
        write();
        eventually("the first attempt", () -> tries(hook) == 1);
        List<Duration> waits = new ArrayList<>();
        for (int tries = 1; tries < 9; tries++) {
            JsonNode row = row(hook);
            assertThat(row.get("status").asString()).isEqualTo("retrying");
            Instant next = Instant.parse(row.get("next_attempt_at").asString());
            waits.add(Duration.between(app.clock().instant(), next));
            advance(Duration.between(app.clock().instant(), next));
            int wanted = tries + 1;
            eventually("attempt " + wanted, () -> tries(hook) == wanted);
        }
        assertThat(row(hook).get("status").asString()).isEqualTo("failed");
        assertThat(row(hook).get("next_attempt_at").isNull()).isTrue();
        assertThat(waits.getFirst()).isBetween(Duration.ofMillis(4_500), Duration.ofMillis(5_500));
        assertThat(waits.get(4)).isBetween(Duration.ofMinutes(108), Duration.ofMinutes(132));
        assertThat(waits.getLast()).isBetween(Duration.ofMinutes(1_296), Duration.ofMinutes(1_584));
        assertThat(bad.heard()).hasSize(9);
        assertThat(bad.heard().stream().map(Receiver.Heard::body).distinct()).hasSize(1);
        assertThat(bad.heard().stream()
                        .map(one -> one.header("webhook-timestamp"))
                        .distinct())
                .hasSize(9);
    }

    @Test
    void aReceiverSaysWhenItWantsToBeAskedAgainAndThatItIsGone() {
        bad.answers(exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "600");
            exchange.sendResponseHeaders(503, -1);
        });
        JsonNode hook = hook(bad);
        write();
        eventually("the first attempt", () -> tries(hook) == 1);
        Instant next = Instant.parse(row(hook).get("next_attempt_at").asString());
        assertThat(Duration.between(app.clock().instant(), next)).isEqualTo(Duration.ofMinutes(10));
        bad.answersWith(410);
        write();
        eventually("it is switched off", () -> !listed(hook).get("active").asBoolean());
        assertThat(listed(hook).get("disabled_reason").asString()).isEqualTo("gone");
        eventually("what waited is given up", () -> statuses(hook).equals(List.of("failed", "failed")));
        eventually("its people are told", app, () -> mails("was switched off") == 1);
        assertThat(actions()).contains("disable_webhook");
    }

    /** Shown to fail when one burst counts as an outage, and when a success does not end one. */
    @Test
    void fiveDaysOfNothingButFailuresSwitchItOffAndItsPeopleAreToldTwice() {
        JsonNode hook = hook(bad);
        bad.answersWith(500);
        fail(hook);
        advance(Duration.ofHours(11));
        fail(hook);
        assertThat(listed(hook).get("failing_since").isNull()).isTrue();
        bad.answersWith(200);
        fail(hook);
        bad.answersWith(500);
        Instant began = app.clock().instant();
        fail(hook);
        advance(Duration.ofHours(13));
        fail(hook);
        assertThat(Instant.parse(listed(hook).get("failing_since").asString())).isEqualTo(began);
        advance(Duration.ofHours(12));
        fail(hook);
        eventually("a first mail", app, () -> mails("does not answer") == 1);
        for (int day = 0; day < 3; day++) {
            advance(Duration.ofHours(24));
            fail(hook);
            assertThat(listed(hook).get("active").asBoolean()).isTrue();
        }
        advance(Duration.ofHours(24));
        write();
        eventually("it is switched off", () -> !listed(hook).get("active").asBoolean());
        assertThat(listed(hook).get("disabled_reason").asString()).isEqualTo("failing");
        eventually("a second mail", app, () -> mails("was switched off") == 1);
        assertThat(mails("does not answer")).isEqualTo(1);
        assertThat(actions()).contains("disable_webhook");
        int heard = bad.heard().size();
        String id = write();
        ada.patch(hookPath(hook), Map.of("active", true)).is(200);
        assertThat(listed(hook).get("failing_since").isNull()).isTrue();
        assertThat(bad.heard())
                .as("others may have been under way when it was switched off")
                .hasSizeLessThan(heard + AT_ONCE)
                .noneMatch(one -> one.body().contains(id));
    }

    /** Fails where it counts as failing since its first failure, however long nothing was sent. */
    @Test
    void aFailureLongAfterAnOutageIsNoPartOfIt() {
        JsonNode hook = hook(bad);
        bad.answersWith(500);
        fail(hook);
        advance(Duration.ofHours(13));
        fail(hook);
        assertThat(listed(hook).get("failing_since").isNull()).isFalse();
        advance(Duration.ofDays(7));
        fail(hook);
        assertThat(listed(hook).get("active").asBoolean()).isTrue();
        assertThat(listed(hook).get("failing_since").isNull()).isTrue();

        advance(Duration.ofHours(13));
        fail(hook);
        assertThat(listed(hook).get("failing_since").isNull()).isFalse();
        bad.answersWith(200);
        ada.post(hookPath(hook) + "/test", Map.of()).is(200);
        assertThat(listed(hook).get("failing_since").isNull()).isTrue();
    }

    /** Shown to fail when all of the body is waited for. */
    @Test
    void theStatusCountsAsSoonAsTheHeadIsThere() {
        bad.answers(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("begun".getBytes());
            exchange.getResponseBody().flush();
            hang(exchange);
        });
        JsonNode slow = hook(bad);
        write();
        eventually("it counts", () -> statuses(slow).equals(List.of("delivered")));
        byte[] body = "x".repeat(5_000_000).getBytes(); // made before: its beginning is waited for half a second
        good.answers(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(body);
        });
        JsonNode large = hook(good);
        eventually(
                "its beginning is kept",
                () -> { // of another one where the machine was busy for half a second
                    int told = statuses(large).size();
                    write();
                    eventually("it counts, however long", () -> delivered(large) == told + 1);
                    return response(large).length() == 4096;
                });
    }

    /** Shown to fail without a bound a lane: everything waits for those that hang. */
    @Test
    void aReceiverThatHangsDelaysNobodyElseAndWhatWaitsKeepsItsAttempts() {
        bad.answers(this::hang);
        JsonNode hanging = hook(bad);
        JsonNode healthy = hook(good);
        for (int i = 0; i < 30; i++) {
            write();
        }
        eventually("the healthy one has heard all", () -> good.heard().size() == 30);
        eventually("all of it is noted", () -> statuses(healthy).stream().allMatch("delivered"::equals));
        eventually("the other is asked by few", () -> this.hanging.get() >= 1);
        assertThat(this.hanging.get()).isLessThanOrEqualTo(AT_ONCE);
        assertThat(statuses(hanging)).hasSize(30).doesNotContain("delivered", "failed");
    }

    @Test
    void whatWasNotAnsweredIsSentAgainAfterARestartWithTheSameId() {
        bad.answers(this::hang);
        JsonNode hook = hook(bad);
        write();
        eventually("it is under way", () -> hanging.get() == 1);
        app.restart(() -> bad.answersWith(204));
        eventually("it arrives", () -> statuses(hook).equals(List.of("delivered")));
        assertThat(bad.heard().stream().map(one -> one.header("webhook-id")).distinct())
                .hasSize(1);
        assertThat(bad.heard().stream().map(Receiver.Heard::body).distinct()).hasSize(1);
    }

    @Test
    void secretsAreSealedAndSealedAnewWithAnotherSecretOfTheInstance() throws SQLException {
        JsonNode hook = hook(bad);
        ada.post(hookPath(hook) + "/rotate-secret", Map.of()).is(200);
        String before = sealed();
        assertThat(before).doesNotContain("whsec_").doesNotContain("blue");
        app.restart(Map.of("CMS_SECRET", "another-secret-of-this-instance-0123456789", "CMS_SECRET_PREVIOUS", SECRET));
        assertThat(sealed()).isNotEqualTo(before);
        app.restart(Map.of("CMS_SECRET_PREVIOUS", ""));
        ada = Person.signIn(app.url(), "ada@example.com").http();
        write();
        eventually(
                "it is still signed by both and sent",
                () -> bad.heard().stream()
                        .anyMatch(one -> !one.header("X-Cms-Signature-Previous").isEmpty()
                                && one.header("X-Team").equals("blue")));
    }

    @Test
    void deliveriesAreForgottenAfterThirtyDaysAndWithTheirReceiver() throws SQLException {
        JsonNode old = hook(bad);
        write();
        eventually("it is told", () -> statuses(old).equals(List.of("delivered")));
        advance(Duration.ofDays(31));
        eventually("it is forgotten", app, () -> statuses(old).isEmpty());
        write();
        eventually("another is told", () -> statuses(old).equals(List.of("delivered")));
        ada.delete(hookPath(old)).is(200);
        eventually("they go along", app, Duration.ofHours(2), () -> count("webhook_deliveries") == 0);
        assertThat(count("webhook_lanes")).isZero();
    }

    /** Sessions end while time passes. */
    private void advance(Duration by) {
        app.advance(by);
        ada = Person.signIn(app.url(), "ada@example.com").http();
    }

    private void hang(HttpExchange exchange) {
        hanging.incrementAndGet();
        try {
            never.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode hook(Receiver receiver) {
        return ada.post(
                        world.p() + "/webhooks",
                        Map.of(
                                "name",
                                "hook",
                                "url",
                                receiver.url("/"),
                                "events",
                                List.of("content.saved"),
                                "headers",
                                Map.of("X-Team", "blue")))
                .is(200)
                .json();
    }

    private String write() {
        String id = "%012x".formatted(0xa00000000000L + written.incrementAndGet());
        ada.post(world.p() + "/content/authors", Map.of("data", Map.of(id, Map.of("name", "N" + id))))
                .is(200);
        return id;
    }

    /** One more event, which has been attempted once when this ends. */
    private void fail(JsonNode hook) {
        int heard = bad.heard().size();
        int ended = settled(hook);
        write();
        eventually("it is attempted", () -> bad.heard().size() > heard && settled(hook) > ended);
    }

    private int settled(JsonNode hook) {
        return (int) statuses(hook).stream()
                .filter(status -> !status.equals("pending"))
                .count();
    }

    private String hookPath(JsonNode hook) {
        return world.p() + "/webhooks/" + hook.get("id").asString();
    }

    private JsonNode listed(JsonNode hook) {
        return ada.get(world.p() + "/webhooks")
                .is(200)
                .json()
                .valueStream()
                .filter(one -> one.get("id").equals(hook.get("id")))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode row(JsonNode hook) {
        return ada.get(hookPath(hook) + "/deliveries").is(200).json().at("/deliveries/0");
    }

    private int tries(JsonNode hook) {
        JsonNode row = row(hook);
        return row.isMissingNode()
                ? 0
                : ada.get(hookPath(hook) + "/deliveries/" + row.get("id").asString())
                        .is(200)
                        .json()
                        .get("attempts")
                        .size();
    }

    private String response(JsonNode hook) {
        return ada.get(hookPath(hook) + "/deliveries/" + row(hook).get("id").asString())
                .is(200)
                .json()
                .at("/attempts/0/response")
                .asString();
    }

    private long delivered(JsonNode hook) {
        return statuses(hook).stream().filter("delivered"::equals).count();
    }

    private List<String> statuses(JsonNode hook) {
        return ada.get(hookPath(hook) + "/deliveries?limit=100")
                .is(200)
                .json()
                .get("deliveries")
                .valueStream()
                .map(one -> one.get("status").asString())
                .toList();
    }

    private long mails(String subject) {
        return new Outbox(ada)
                .messagesTo("ada@example.com").stream()
                        .filter(mail -> mail.subject().contains(subject))
                        .count();
    }

    private List<String> actions() {
        return ada.get(world.p() + "/activity?limit=100")
                .is(200)
                .json()
                .get("data")
                .valueStream()
                .map(one -> one.get("action").asString())
                .toList();
    }

    private String sealed() throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                var found =
                        statement.executeQuery("SELECT sealed_secret, sealed_previous, sealed_headers FROM webhooks")) {
            assertThat(found.next()).isTrue();
            return Json.text(List.of(found.getString(1), found.getString(2), found.getString(3)));
        }
    }

    private long count(String table) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                var found = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            return found.next() ? found.getLong(1) : -1;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
