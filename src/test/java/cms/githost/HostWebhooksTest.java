package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.HostWorld.Installed;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.StoredState;
import cms.testing.TestApp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the host tells, and what becomes of it (spec 4.7, reference 3.5). Shown to fail by signatures that always hold,
 * also without a secret, by deliveries that are not remembered, or only together with the event, by a webhook that is
 * believed instead of the host asked, and by taking notices that are no objects.
 */
class HostWebhooksTest {
    private static final String ROUTE = "/api/webhooks/git_host";
    private static final AtomicInteger DELIVERIES = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static StandInHost host;
    private static TestApp app;

    @BeforeAll
    static void start() {
        host = StandInHost.in(folder);
        app = TestApp.start(host.settings());
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
    }

    @AfterAll
    static void stop() {
        app.close();
        host.close();
    }

    @Test
    void onlyWhatTheHostHasSignedIsTaken() {
        byte[] body = "{\"zen\":\"Keep it logically awesome.\"}".getBytes(StandardCharsets.UTF_8);
        send("ping", "one", body, sign(body)).is(200);
        send("ping", "two", body, "sha256=" + "0".repeat(64)).is(401);
        send("ping", "two", body, sign("{}".getBytes(StandardCharsets.UTF_8))).is(401);
        send("ping", "two", body, sign(body).substring(7)).is(401);
        send("ping", "two", body, "").is(401);
        new Http(app.url()).sendBytes("POST", ROUTE, "application/json", body).is(401);
        assertThat(new HostWebhookSignature(new Secret("It's a Secret to Everybody"))
                        .sign("Hello, World!".getBytes(StandardCharsets.UTF_8)))
                .as("the host's own example")
                .isEqualTo("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
    }

    @Test
    void withoutASecretNothingIsTaken() {
        try (TestApp builtIn = TestApp.start()) {
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            new Http(builtIn.url())
                    .with("X-Hub-Signature-256", sign(body))
                    .with("X-GitHub-Event", "ping")
                    .sendBytes("POST", ROUTE, "application/json", body)
                    .is(401);
        }
    }

    @Test
    void signedNonsenseIsRefusedAndNeverBreaksAnything() {
        for (String text : new String[] {"", "[]", "1", "{", "null", "{\"a\":1}{", "\u0000"}) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            send("push", "odd", body, sign(body)).is(400);
        }
        for (String text : new String[] {
            "{}",
            "{\"repository\":null,\"ref\":null}",
            "{\"repository\":{\"id\":\"x\",\"full_name\":7},\"ref\":[]}",
            "{\"installation\":{\"id\":-1},\"action\":{}}"
        }) {
            for (String event : new String[] {"push", "installation", "repository", "pull_request", "unheard_of"}) {
                byte[] body = text.getBytes(StandardCharsets.UTF_8);
                send(event, "odd-" + event + text.hashCode(), body, sign(body)).is(200);
            }
        }
        byte[] form = ("payload=" + java.net.URLEncoder.encode("{\"zen\":\"x\"}", StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
        new Http(app.url())
                .with("X-Hub-Signature-256", sign(form))
                .with("X-GitHub-Event", "ping")
                .sendBytes("POST", ROUTE, "application/x-www-form-urlencoded", form)
                .is(200);
    }

    @Test
    void answersSayWhatWasUnderstood() {
        ObjectNode push = Json.object().put("ref", "refs/heads/main");
        push.putObject("repository").put("id", 1).put("full_name", "a/b");
        Reply told = tell("push", push);
        assertThat(told.json().get("event").asString()).isEqualTo("push");
        assertThat(told.json().get("repo").asString()).isEqualTo("a/b");
        ObjectNode installation = Json.object().put("action", "created");
        installation.putObject("installation").put("id", 99);
        assertThat(tell("installation", installation).json().get("action").asString())
                .isEqualTo("created");
    }

    @Test
    void anInstallationThatIsGoneIsUnboundOnceTheHostConfirmsIt() {
        Installed installed = host.world.install("gone", "ada");
        Person ada = host.signIn(app, "ada");
        String workspace = bind(ada, "gone", installed);
        ObjectNode deleted = Json.object().put("action", "deleted");
        deleted.putObject("installation").put("id", installed.id);

        AtomicLong asked = new AtomicLong();
        tell("installation", deleted);
        ObjectNode ping = Json.object().put("action", "suspend");
        ping.putObject("installation").put("id", installed.id);
        tell("installation", ping);
        eventually(
                "both are worked off",
                () -> asked.addAndGet(host.calls().stream()
                                .filter(call -> call.equals("GET /app/installations/" + installed.id))
                                .count())
                        >= 2);
        assertThat(bound(ada, workspace)).as("a late notice of an older state").isEqualTo(installed.id);

        host.world.installations.remove(installed.id);
        tell("installation", deleted.put("at", 2)); // a host says when; the same words again are a recording
        eventually("it is unbound", () -> bound(ada, workspace) == 0);
        tell("installation", deleted.put("at", 3));
    }

    @Test
    void anEventOfWhichNothingBecomesLeavesNoRow() {
        byte[] body = "{\"action\":\"opened\"}".getBytes(StandardCharsets.UTF_8);
        send("issues", "of-issues", body, sign(body)).is(200);
        send("push", "of-a-push", body, sign(body)).is(200);
        assertThat(StoredState.atRest(app).rows().get("host_notices").toString())
                .contains("of-a-push")
                .doesNotContain("of-issues");
    }

    @Test
    void aNoticeThatComesTwiceIsWorkedOffOnceAlsoAsARecordingUnderAnotherIdOrAnotherEvent() {
        Installed installed = host.world.install("twice", "ada");
        ObjectNode json = Json.object().put("action", "added");
        json.putObject("installation").put("id", installed.id);
        byte[] body = Json.bytes(json);
        host.calls();
        send("installation_repositories", "same", body, sign(body)).is(200);
        eventually("it is worked off", () -> host.calls().contains("GET /app/installations/" + installed.id));
        for (int i = 0; i < 5; i++) {
            send("installation_repositories", "same", body, sign(body)).is(200);
            send("installation_repositories", "another " + i, body, sign(body)).is(200);
            send("installation", "a third " + i, body, sign(body)).is(200);
        }
        ObjectNode next = Json.object().put("action", "added");
        Installed other = host.world.install("thrice", "ada");
        next.putObject("installation").put("id", other.id);
        tell("installation_repositories", next);
        eventually("the next one is worked off", () -> {
            var calls = host.calls();
            assertThat(calls).doesNotContain("GET /app/installations/" + installed.id);
            return calls.contains("GET /app/installations/" + other.id);
        });
    }

    static String bind(Person person, String name, Installed installed) {
        String workspace = person.http()
                .post("/api/workspaces", Map.of("name", name, "slug", "w-" + name))
                .is(200)
                .json()
                .get("id")
                .asString();
        person.http()
                .post(
                        "/api/git_host/installations/connect",
                        Map.of("workspaceId", workspace, "installationId", installed.id))
                .is(200);
        return workspace;
    }

    private static long bound(Person person, String workspace) {
        return person.http()
                .get("/api/workspaces/" + workspace)
                .is(200)
                .json()
                .get("github_installation_id")
                .asLong(0);
    }

    private static Reply tell(String event, ObjectNode json) {
        byte[] body = Json.bytes(json);
        return send(event, "d" + DELIVERIES.incrementAndGet(), body, sign(body)).is(200);
    }

    private static Reply send(String event, String delivery, byte[] body, String signature) {
        return new Http(app.url())
                .with("X-GitHub-Event", event)
                .with("X-GitHub-Delivery", delivery)
                .with("X-Hub-Signature-256", signature)
                .sendBytes("POST", ROUTE, "application/json", body);
    }

    private static String sign(byte[] body) {
        return new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET)).sign(body);
    }
}
