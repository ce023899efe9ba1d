package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.model.AgentLimits;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** SIGTERM while a model speaks: the turn says its last words in the seconds that it has, and nothing of it is lost. */
@Tag("kill")
final class AgentStopTest {
    private final CountDownLatch never = new CountDownLatch(1);

    @TempDir
    private Path data;

    /** Shown to fail when the words of the half answer are not stored. */
    @Test
    void aTurnThatTheServiceStopsInKeepsWhatWasSaidAndIsFoundAgain() {
        assertThat(AgentLimits.LAST_WORDS_MAX).isLessThan(Duration.ofSeconds(8));
        isFoundAgain((service, events) -> {
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
            List<JsonNode> rest = events.rest();
            assertThat(Chat.types(rest)).containsExactly("error");
            assertIsOfStop(rest.getFirst());
        });
    }

    /**
     * Shown to fail when only a reader ends a turn: then the next start finds one that was interrupted without a word.
     */
    @Test
    void soDoesATurnWhoseClientHasGoneAndMayComeBack() {
        isFoundAgain((service, events) -> {
            events.close();
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
        });
    }

    private static void assertIsOfStop(JsonNode last) {
        assertThat(last.get("type").asString()).isEqualTo("error");
        assertThat(last.get("message").asString()).startsWith("The service stops");
    }

    /** @param stops ends the service in the middle of a turn of which these events are left */
    private void isFoundAgain(BiConsumer<ServiceProcess, Events> stops) {
        try (StandInModels models = new StandInModels()) {
            Map<String, String> settings = Map.of("CMS_ANTHROPIC_API_KEY", "k", "CMS_ANTHROPIC_BASE_URL", models.url());
            String p;
            String conversation;
            String first;
            models.then(new StandInModels.Step.Hang("Half of it", never));
            try (ServiceProcess service = ServiceProcess.start(data, settings)) {
                Person ada = Person.signIn(service.url(), "ada@example.com");
                String workspaceId = ada.primaryWorkspace();
                p = "/api/workspaces/" + workspaceId + "/projects/"
                        + World.connect(ada, workspaceId, "starters/blog", "blog");
                Events events = asking(ada, p);
                conversation = events.next().orElseThrow().get("conversationId").asString();
                assertThat(events.next().orElseThrow().get("content").asString())
                        .isEqualTo("Half of it");
                first = events.lastId().replaceAll("\\.\\d+$", ".1");
                stops.accept(service, events);
            }
            try (ServiceProcess service = ServiceProcess.start(data, settings)) {
                Person ada = Person.signIn(service.url(), "ada@example.com");
                String path = p + "/conversations/" + conversation;
                assertThat(ada.http().get(path + "/messages").is(200).text()).contains("Half of it");
                List<JsonNode> resumed = ada.http()
                        .with("Last-Event-ID", first)
                        .events("GET", path + "/stream", null)
                        .rest();
                assertThat(Chat.text(resumed)).isEqualTo("Half of it");
                assertIsOfStop(resumed.getLast());
                assertThat(asking(ada, p).rest()).as("the same request again").endsWith(resumed.getLast());
                assertThat(models.requests()).hasSize(1);
                models.says("All of it.");
                Http http = ada.http();
                assertThat(Chat.text(
                                http.events("POST", p + "/chat", Chat.body("Go on", "conversationId", conversation))
                                        .rest()))
                        .isEqualTo("All of it.");
                assertThat(models.requests().getLast().toString()).contains("Half of it");
            }
            assertThat(models.violations()).isEmpty();
        } finally {
            never.countDown();
        }
    }

    private static Events asking(Person ada, String p) {
        return ada.http().with("Idempotency-Key", "stopped").events("POST", p + "/chat", Chat.body("Hi"));
    }
}
