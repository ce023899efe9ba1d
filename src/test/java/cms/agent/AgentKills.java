package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * kill -9 at any moment of a turn that writes: no write comes twice, none is missing in the history, the conversation
 * goes on, and every message is counted once or not at all.
 */
final class AgentKills {
    private static final int KILLS = Integer.getInteger("cms.kills", 5);
    private static final int MILLIS_BEFORE_MAX = 400;
    private static final Map<String, Object> CONTEXT = Map.of("activeLocale", "en", "panelState", "overview");

    private final CountDownLatch never = new CountDownLatch(1);

    @TempDir
    private Path data;

    @Test
    void aTurnThatIsKilledIsNeitherDoneTwiceNorLost() throws InterruptedException {
        long seed = Long.getLong("cms.seed", System.nanoTime());
        System.out.printf("agent kills: %d kills, seed %d%n", KILLS, seed);
        Random random = new Random(seed);
        try (StandInModels models = new StandInModels()) {
            models.thinks(AgentKills::answer);
            Map<String, String> settings = Map.of(
                    "CMS_ANTHROPIC_API_KEY", "k",
                    "CMS_ANTHROPIC_BASE_URL", models.url(),
                    "CMS_CHAT_RATE_PER_MINUTE", "10000");
            ServiceProcess service = ServiceProcess.start(data, settings);
            try {
                Person ada = Person.signIn(service.url(), "ada@example.com");
                String workspaceId = ada.primaryWorkspace();
                String p = "/api/workspaces/" + workspaceId + "/projects/"
                        + World.connect(ada, workspaceId, "starters/blog", "blog");
                String conversation = "";
                for (int kill = 1; kill <= KILLS; kill++) {
                    String title = "Written in round " + kill;
                    Map<String, Object> body = Map.of(
                            "message", "save: " + title + ".", "conversationId", conversation, "context", CONTEXT);
                    Http asking = ada.http().with("Idempotency-Key", "round-" + kill);
                    ServiceProcess killed = service;
                    Thread client = Thread.ofVirtual().start(() -> ask(asking, p, body));
                    assertThat(never.await(random.nextInt(MILLIS_BEFORE_MAX), TimeUnit.MILLISECONDS))
                            .isFalse();
                    killed.kill();
                    client.join();
                    service = ServiceProcess.start(data, settings);
                    ada = Person.signIn(service.url(), "ada@example.com");
                    List<JsonNode> again = ada.http()
                            .with("Idempotency-Key", "round-" + kill)
                            .events("POST", p + "/chat", body)
                            .rest();
                    assertThat(Chat.types(again).getLast()).isIn("done", "error");
                    conversation = Chat.conversation(again);
                    judge(ada, p, workspaceId, title, conversation);
                }
            } finally {
                service.close();
            }
            assertThat(models.violations()).isEmpty();
        }
    }

    /** Saves what it is told to, and says so once it has a result. */
    private static StandInModels.Step answer(ObjectNode request) {
        JsonNode messages = request.get("messages");
        String last = Json.text(messages.get(messages.size() - 1));
        int at = last.lastIndexOf("save: ");
        if (at < 0) {
            return new StandInModels.Step.Reply(List.of("All is well."), List.of(), "");
        }
        String title = last.substring(at + "save: ".length(), last.indexOf('.', at));
        String input = Json.text(Map.of("model", "posts", "data", Map.of("new-1", Map.of("title", title))));
        return new StandInModels.Step.Reply(
                List.of("I save it."),
                List.of(new StandInModels.Call("call_" + title.hashCode(), "save_content", input)),
                "");
    }

    private static void ask(Http http, String p, Map<String, Object> body) {
        try (Events events = http.events("POST", p + "/chat", body)) {
            events.rest();
        } catch (RuntimeException | AssertionError killed) {
            // the service was killed before it answered
        }
    }

    private static void judge(Person ada, String p, String workspaceId, String title, String conversation) {
        String posts = Json.text(
                ada.http().get(p + "/brain/sync").is(200).json().path("content").path("posts:en"));
        int times = posts.split("\"" + title + "\"", -1).length - 1;
        assertThat(times).as(title).isLessThanOrEqualTo(1);
        String history =
                Json.text(ada.http().get(p + "/history?limit=100").is(200).json());
        assertThat(history.contains(title)).as("the history tells of " + title).isEqualTo(times == 1);
        List<JsonNode> next = ada.http()
                .events(
                        "POST",
                        p + "/chat",
                        Map.of("message", "Go on", "conversationId", conversation, "context", CONTEXT))
                .rest();
        assertThat(Chat.types(next)).endsWith("done");
        assertThat(Chat.conversation(next)).isEqualTo(conversation);
        if (times == 1) {
            JsonNode undone = ada.http()
                    .post(p + "/conversations/" + conversation + "/undo?dryRun=true", Map.of("scope", "all"))
                    .is(200)
                    .json();
            assertThat(undone.get("reverted").asInt()).isPositive();
        }
        assertThat(ada.http()
                        .get("/api/workspaces/" + workspaceId + "/usage?format=simple")
                        .is(200)
                        .json()
                        .at("/aiMessages/current")
                        .asInt())
                .isPositive();
    }
}
