package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Overlapping;
import cms.testing.Receiver;
import cms.testing.Receiver.Heard;
import cms.testing.TestApp;
import cms.testing.World;
import com.standardwebhooks.Webhook;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Receivers of other people behind TLS, and what they hear of a blog. */
@Tag("rows")
@Timeout(240)
class WebhooksTest {
    private static final List<String> ALL = List.of(
            "content.saved",
            "content.deleted",
            "model.saved",
            "branch.merged",
            "branch.rejected",
            "cdn.build_complete");

    @TempDir
    static Path folder;

    private static Receiver receiver;
    private static Receiver other;
    private static TestApp app;
    private static World world;
    private static Http ada;

    @BeforeAll
    static void start() {
        Authority authority = new Authority(folder, "company");
        receiver = new Receiver(authority.server("ip:127.0.0.1"));
        other = new Receiver(authority.server("ip:127.0.0.1"));
        app = TestApp.start(Map.of(
                "CMS_TRUSTED_CERTIFICATES",
                authority.pem().toString(),
                "CMS_ALLOW_PRIVATE_ADDRESSES",
                receiver.address() + "," + other.address()));
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now())); // the verifier reads its own clock
        world = World.blog(app);
        ada = world.ada().http();
    }

    @AfterAll
    static void stop() {
        app.close();
        receiver.close();
        other.close();
    }

    @Test
    void everyWriteIsToldOnceSignedAndCounted() throws Exception {
        JsonNode hook = hook("/all", ALL, Map.of());
        ada.post(world.p() + "/content/authors", entry("e1e1e1e1e1e1", "Emil")).is(200);
        eventually("the save is told", () -> receiver.heardAt("/all").size() == 1);
        JsonNode saved = json(receiver.heardAt("/all").getFirst());
        assertThat(saved.propertyNames()).containsExactlyInAnyOrder("event", "projectId", "timestamp", "data");
        assertThat(saved.get("event").asString()).isEqualTo("content.saved");
        assertThat(saved.get("projectId").asString()).isEqualTo(world.projectId());
        JsonNode data = saved.get("data");
        assertThat(data.at("/models/0").asString()).isEqualTo("authors");
        assertThat(data.at("/entries/0").asString()).isEqualTo("e1e1e1e1e1e1");
        assertThat(data.get("source").asString()).isEqualTo("api");
        assertThat(data.get("operation").asString()).isEqualTo("save_content");
        assertThat(data.get("merged").asBoolean()).isTrue();
        assertThat(data.get("actor").asString()).isEqualTo(world.ada().id());
        assertThat(data.get("commit").asString()).hasSize(40);

        ada.send("DELETE", world.p() + "/content/authors", Map.of("entryIds", List.of("e1e1e1e1e1e1")))
                .is(200);
        ada.patch(world.p() + "/config", Map.of("workflow", "review")).is(200);
        String first = waiting("e2e2e2e2e2e2");
        String second = waiting("e3e3e3e3e3e3");
        ada.post(branch(first) + "/merge", Map.of()).is(200);
        ada.post(branch(second) + "/reject", Map.of()).is(200);
        ada.patch(world.p() + "/config", Map.of("workflow", "auto-merge")).is(200);
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        Path file = clone.folder().resolve(".cms/content/blog/authors/data.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"name\": \"[^\"]*\"", "\"name\": \"Pushed\""));
        clone.commit("by hand");
        clone.git("push", "--quiet");
        eventually("all of it is told", app, () -> receiver.heardAt("/all").size() >= 7);

        List<Heard> heard = receiver.heardAt("/all");
        assertThat(heard.stream()
                        .map(WebhooksTest::json)
                        .map(one -> one.get("event").asString()))
                .containsExactlyInAnyOrder(
                        "content.saved",
                        "content.deleted",
                        "content.saved",
                        "content.saved",
                        "branch.merged",
                        "branch.rejected",
                        "content.saved");
        assertThat(heard.stream().map(one -> Long.parseLong(one.header("X-Cms-Sequence"))))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 7).mapToObj(Long::valueOf).toList());
        JsonNode pushed = heard.stream()
                .map(WebhooksTest::json)
                .filter(one -> one.at("/data/source").asString("").equals("git"))
                .findFirst()
                .orElseThrow();
        assertThat(pushed.at("/data/models/0").asString()).isEqualTo("authors");
        assertThat(pushed.at("/data/branch").isNull()).isTrue();
        Webhook verifier = new Webhook(hook.get("secret").asString());
        for (Heard one : heard) {
            assertThatCode(() -> verifier.verify(one.body(), one.headers())).doesNotThrowAnyException();
            assertThat(one.header("X-Cms-Event"))
                    .isEqualTo(json(one).get("event").asString());
            assertThat(one.header("X-Cms-Signature")).hasSize(64);
        }
        assertThat(ada.get(hookPath(hook) + "/deliveries")
                        .is(200)
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(7);
        remove(hook);
    }

    @Test
    void aSecretIsShownOnceAndTwoSignWhileOneIsReplaced() {
        JsonNode hook = hook("/secret", ALL, Map.of("headers", Map.of("X-Team", "blue", "Authorization", "Bearer t")));
        String first = hook.get("secret").asString();
        assertThat(first).startsWith("whsec_");
        String list = ada.get(world.p() + "/webhooks").is(200).text();
        assertThat(list).doesNotContain("whsec_").doesNotContain("blue");
        JsonNode rotated =
                ada.post(hookPath(hook) + "/rotate-secret", Map.of()).is(200).json();
        String second = rotated.get("secret").asString();
        assertThat(rotated.get("previous_secret_expires_at").asString()).isNotBlank();
        ada.post(hookPath(hook) + "/rotate-secret", Map.of()).is(409);
        assertThat(ada.post(hookPath(hook) + "/test")
                        .is(200)
                        .json()
                        .get("success")
                        .asBoolean())
                .isTrue();
        Heard both = receiver.heardAt("/secret").getLast();
        assertThat(both.header("X-Team")).isEqualTo("blue");
        assertThat(both.header("Authorization")).isEqualTo("Bearer t");
        for (String secret : List.of(first, second)) {
            assertThatCode(() -> new Webhook(secret).verify(both.body(), both.headers()))
                    .doesNotThrowAnyException();
        }
        assertThat(both.header("X-Cms-Signature-Previous")).hasSize(64);
        String own = "whsec_" + "A".repeat(40);
        assertThat(ada.post(hookPath(hook) + "/rotate-secret", Map.of("secret", own, "overlapHours", 0, "force", true))
                        .is(200)
                        .json()
                        .get("previous_secret_expires_at")
                        .isNull())
                .isTrue();
        ada.post(hookPath(hook) + "/test").is(200);
        Heard one = receiver.heardAt("/secret").getLast();
        assertThat(one.header("X-Cms-Signature-Previous")).isEmpty();
        assertThat(one.header("webhook-signature")).doesNotContain(" ");
        for (Map<String, Object> odd : List.<Map<String, Object>>of(
                Map.of("secret", "whsec_AAAA"),
                Map.of("secret", "plain"),
                Map.of("overlapHours", 169),
                Map.of("overlapHours", -1))) {
            ada.post(hookPath(hook) + "/rotate-secret", odd).is(400);
        }
        remove(hook);
    }

    /** Before, another site was sent them, and what it answered with was shown. */
    @Test
    void headersBelongToTheSiteThatTheyWereGivenFor() {
        JsonNode hook = hook("/own", ALL, Map.of("headers", Map.of("Authorization", "Bearer t")));
        String message = ada.patch(hookPath(hook), Map.of("url", other.url("/echo")))
                .is(400)
                .json()
                .get("message")
                .asString();
        assertThat(message).contains("`headers`");
        ada.patch(hookPath(hook), Map.of("url", receiver.url("/moved"))).is(200);
        ada.post(hookPath(hook) + "/test").is(200);
        assertThat(receiver.heardAt("/moved").getLast().header("Authorization")).isEqualTo("Bearer t");
        ada.patch(hookPath(hook), Map.of("url", other.url("/echo"), "headers", Map.of()))
                .is(200);
        ada.post(hookPath(hook) + "/test").is(200);
        assertThat(other.heardAt("/echo").getLast().header("Authorization")).isEmpty();
        ada.patch(hookPath(hook), Map.of("url", receiver.url("/back"))).is(200);
        remove(hook);
    }

    @Test
    void whatIsNoReceiverIsRefused() throws SQLException {
        Map<String, Object> good = Map.of("name", "x", "url", receiver.url("/x"), "events", List.of("content.saved"));
        for (Map<String, Object> odd : List.<Map<String, Object>>of(
                Map.of("name", " "),
                Map.of("url", "http://example.com/"),
                Map.of("url", "https://user@example.com/"),
                Map.of("url", "nonsense"),
                Map.of("events", List.of()),
                Map.of("events", "content.saved"),
                Map.of("events", List.of("test")),
                Map.of("events", List.of("content.saved", "no.such")),
                Map.of("headers", Map.of("Host", "inner")),
                Map.of("headers", Map.of("X-Cms-Signature", "x")),
                Map.of("headers", Map.of("webhook-id", "x")),
                Map.of("headers", Map.of("X-Line", "a\nb")),
                Map.of("secret", "whsec_AAAA"))) {
            Map<String, Object> body = new java.util.HashMap<>(good);
            body.putAll(odd);
            ada.post(world.p() + "/webhooks", body).is(400);
        }
        JsonNode hook = hook("/patched", ALL, Map.of("models", List.of("posts")));
        ada.patch(hookPath(hook), Map.of("events", List.of())).is(400);
        ada.patch(hookPath(hook), Map.of("url", "http://example.com")).is(400);
        JsonNode changed = ada.patch(hookPath(hook), Map.of("name", "renamed", "events", List.of("model.saved")))
                .is(200)
                .json();
        assertThat(changed.get("name").asString()).isEqualTo("renamed");
        assertThat(changed.at("/models/0").asString()).isEqualTo("posts");
        assertThat(changed.get("events").size()).isEqualTo(1);
        ada.patch(hookPath(hook), Map.of("name", "\u3164")).is(400);
        try (Connection rows = app.rows();
                Statement update = rows.createStatement()) {
            update.executeUpdate("UPDATE webhooks SET name = '\u3164' WHERE name = 'renamed'");
        }
        // A rule of names may come after a receiver was made.
        ada.patch(hookPath(hook), Map.of("name", "\u3164", "active", true)).is(200);
        ada.patch(hookPath(hook), Map.of("name", "\u2800")).is(400);
        remove(hook);
        ada.get(hookPath(hook) + "/deliveries").is(404);
    }

    /** Shown to fail before: the host was said to be missing. */
    @Test
    void aReceiverMayBeNamedInAnyScript() {
        JsonNode hook = hookAt("https://Bücher.example:8443/neu?a=b", List.of("model.saved"), Map.of());
        assertThat(hook.get("url").asString()).isEqualTo("https://xn--bcher-kva.example:8443/neu?a=b");
        for (String odd : List.of("https://straße.example/", "https://-ü.example/", "https://ü@example.com/")) {
            String told = ada.patch(hookPath(hook), Map.of("url", odd))
                    .is(400)
                    .json()
                    .get("message")
                    .asString();
            assertThat(told).contains("xn--").contains(odd.substring(8, odd.lastIndexOf('/')));
        }
        ada.patch(hookPath(hook), Map.of("url", "https://１２７.０.０.１/")).is(400);
        remove(hook);
    }

    @Test
    void aChangeThatNamesNothingLeavesAReceiverAsItIs() throws SQLException {
        JsonNode hook = hook("/still", List.of("model.saved"), Map.of());
        try (Connection rows = app.rows();
                Statement update = rows.createStatement()) {
            update.executeUpdate("UPDATE webhooks SET updated_at = 0 WHERE id = '"
                    + hook.get("id").asString() + "'");
        }
        for (Object nothing : List.of(Map.of(), Json.parse("{\"name\":null}"))) {
            assertThat(updated(hook, nothing)).isEqualTo("1970-01-01T00:00:00Z");
        }
        assertThat(updated(hook, Map.of("name", "moved"))).isNotEqualTo("1970-01-01T00:00:00Z");
        remove(hook);
    }

    private static String updated(JsonNode hook, Object change) {
        return ada.patch(hookPath(hook), change)
                .is(200)
                .json()
                .get("updated_at")
                .asString();
    }

    @Test
    void aReceiverHearsOnlyOfItsModelsAndItsEvents() {
        JsonNode posts = hook("/posts", List.of("content.saved"), Map.of("models", List.of("posts")));
        JsonNode authors = hook("/authors", List.of("content.saved"), Map.of("models", List.of("authors")));
        JsonNode models = hook("/models", List.of("model.saved"), Map.of());
        ada.post(world.p() + "/content/authors", entry("f1f1f1f1f1f1", "Fritz")).is(200);
        eventually("the author is told", () -> receiver.heardAt("/authors").size() == 1);
        for (JsonNode silent : List.of(posts, models)) {
            assertThat(ada.get(hookPath(silent) + "/deliveries")
                            .is(200)
                            .json()
                            .get("total")
                            .asInt())
                    .isZero();
        }
        List.of(posts, authors, models).forEach(WebhooksTest::remove);
    }

    @Test
    void whatFailedIsShownAndCanBeSentAgainWithTheSameIdAndBytes() {
        other.answers(exchange -> {
            byte[] sorry = "sorry".getBytes();
            exchange.sendResponseHeaders(500, sorry.length);
            exchange.getResponseBody().write(sorry);
        });
        JsonNode hook = hookAt(other.url("/again"), List.of("content.saved"), Map.of());
        ada.post(world.p() + "/content/authors", entry("a7a7a7a7a7a7", "Again")).is(200);
        eventually(
                "it is to be retried",
                () -> deliveries(hook, "?status=retrying").size() == 1);
        JsonNode page = ada.get(hookPath(hook) + "/deliveries").is(200).json();
        assertThat(page.get("limit").asInt()).isEqualTo(20);
        JsonNode row = page.at("/deliveries/0");
        String id = row.get("id").asString();
        assertThat(row.get("response_status").asInt()).isEqualTo(500);
        JsonNode one = ada.get(hookPath(hook) + "/deliveries/" + id).is(200).json();
        assertThat(one.at("/attempts/0/response").asString()).isEqualTo("sorry");
        assertThat(one.at("/request/url").asString()).isEqualTo(other.url("/again"));
        assertThat(one.at("/request/body").asString())
                .isEqualTo(other.heardAt("/again").getFirst().body());
        assertThat(ada.post(hookPath(hook) + "/deliveries/" + id + "/redeliver")
                        .is(202)
                        .json()
                        .get("queued")
                        .asInt())
                .isZero();

        ada.patch(hookPath(hook), Map.of("active", false)).is(200);
        eventually("it is given up", () -> deliveries(hook, "?status=failed").size() == 1);
        assertThat(deliveries(hook, "").get(0).get("error").asString()).isEqualTo("disabled");
        ada.post(hookPath(hook) + "/deliveries/" + id + "/redeliver").is(409);
        other.answersWith(200);
        ada.patch(hookPath(hook), Map.of("active", true)).is(200);
        assertThat(ada.post(hookPath(hook) + "/replay", Map.of("since", "2020-01-01T00:00:00Z"))
                        .is(202)
                        .json()
                        .get("queued")
                        .asInt())
                .isEqualTo(1);
        eventually("it arrives", () -> deliveries(hook, "?status=delivered").size() == 1);
        List<Heard> heard = other.heardAt("/again");
        assertThat(heard.stream().map(Heard::body).distinct()).hasSize(1);
        assertThat(heard.stream().map(each -> each.header("webhook-id")).distinct())
                .containsExactly(id);
        assertThat(ada.post(
                                hookPath(hook) + "/replay",
                                Map.of(
                                        "since",
                                        "2020-01-01T00:00:00Z",
                                        "status",
                                        "all",
                                        "events",
                                        List.of("model.saved")))
                        .is(202)
                        .json()
                        .get("queued")
                        .asInt())
                .isZero();
        assertThat(ada.post(hookPath(hook) + "/deliveries/" + id + "/redeliver")
                        .is(202)
                        .json()
                        .get("queued")
                        .asInt())
                .isEqualTo(1);
        eventually("it arrives again", () -> other.heardAt("/again").size() == heard.size() + 1);
        ada.get(hookPath(hook) + "/deliveries/none").is(404);
        ada.post(hookPath(hook) + "/replay", Map.of("since", "yesterday")).is(400);
        ada.post(hookPath(hook) + "/replay", Map.of("since", "+999999999-01-01T00:00:00Z"))
                .is(400);
        remove(hook);
    }

    /** Before, the answer of the old URL brought that URL back. */
    @Test
    void aMemberWhoMovesAReceiverThatIsBeingSwitchedOffMovesIt() throws Exception {
        Overlapping.assumePossible();
        other.answersWith(410);
        JsonNode hook = hookAt(other.url("/left"), List.of("content.saved"), Map.of());
        String row = " WHERE id = '" + hook.get("id").asString() + "'";
        try (Connection rows = app.rows();
                Statement update = rows.createStatement()) {
            update.executeUpdate("UPDATE webhooks SET first_failure_at = "
                    + app.clock().instant().minusSeconds(60).toEpochMilli() + row);
        }
        String moved = other.url("/moved-meanwhile");
        JsonNode off = Overlapping.transaction(app, List.of("UPDATE webhooks SET url = '" + moved + "'" + row), () -> {
            ada.post(world.p() + "/content/authors", entry("b7b7b7b7b7b7", "Left"))
                    .is(200);
            eventually("it is switched off", () -> !shown(hook).get("active").asBoolean());
            return shown(hook);
        });
        assertThat(off.get("url").asString()).isEqualTo(moved);
        other.answersWith(204);
        remove(hook);
    }

    private static JsonNode shown(JsonNode hook) {
        return ada.get(world.p() + "/webhooks")
                .is(200)
                .json()
                .valueStream()
                .filter(one -> one.get("id").equals(hook.get("id")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTestSaysWhatTheReceiverAnsweredTenTimesAMinute() {
        JsonNode hook = hookAt(other.url("/test"), List.of("content.saved"), Map.of());
        other.answersWith(302);
        JsonNode moved = ada.post(hookPath(hook) + "/test").is(200).json();
        assertThat(moved.get("success").asBoolean()).isFalse();
        assertThat(moved.get("statusCode").asInt()).isEqualTo(302);
        assertThat(deliveries(hook, "?event=test").get(0).get("error").asString())
                .isEqualTo("redirect");
        other.answersWith(200);
        for (int i = 0; i < 9; i++) {
            ada.post(hookPath(hook) + "/test").is(200);
        }
        ada.post(hookPath(hook) + "/test").is(429);
        assertThat(other.heardAt("/test")).hasSize(10);
        remove(hook);
    }

    private static JsonNode hook(String path, List<String> events, Map<String, Object> more) {
        return hookAt(receiver.url(path), events, more);
    }

    private static JsonNode hookAt(String url, List<String> events, Map<String, Object> more) {
        Map<String, Object> body = new java.util.HashMap<>(Map.of("name", "hook", "url", url, "events", events));
        body.putAll(more);
        return ada.post(world.p() + "/webhooks", body).is(200).json();
    }

    private static String hookPath(JsonNode hook) {
        return world.p() + "/webhooks/" + hook.get("id").asString();
    }

    private static void remove(JsonNode hook) {
        ada.delete(hookPath(hook)).is(200);
    }

    private static JsonNode deliveries(JsonNode hook, String query) {
        return ada.get(hookPath(hook) + "/deliveries" + query).is(200).json().get("deliveries");
    }

    private static Map<String, Object> entry(String id, String name) {
        return Map.of("data", Map.of(id, Map.of("name", name)));
    }

    private static String waiting(String id) {
        return ada.post(world.p() + "/content/authors", entry(id, "Waits"))
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    private static String branch(String name) {
        return world.p() + "/branches/" + name.replace("/", "%2F");
    }

    private static JsonNode json(Heard heard) {
        return Json.parse(heard.body());
    }
}
