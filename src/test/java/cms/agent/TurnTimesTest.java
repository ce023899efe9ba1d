package cms.agent;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.model.AgentLimits;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Person;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A model that says nothing more: its reader hears that the stream is alive, and the turn ends at its time. */
class TurnTimesTest {
    private static final String OVER = "I have stopped: the time for one turn is over. Nothing was changed.";

    private final CountDownLatch never = new CountDownLatch(1);
    private final Chat chat = new Chat();

    @AfterEach
    void stop() {
        never.countDown();
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    /** A turn whose model has said a word and then hangs. */
    private Events hanging(Person person) {
        chat.models.then(new StandInModels.Step.Hang("Half", never));
        return chat.open(person, Chat.body("Hi"));
    }

    @Test
    void aSilentStreamGetsACommentEveryTenSeconds() {
        Events events = hanging(chat.world.dee());
        String id = events.next().orElseThrow().get("conversationId").asString();
        assertThat(events.next().orElseThrow().get("content").asString()).isEqualTo("Half");
        for (int comment = 1; comment <= 2; comment++) {
            int expected = comment;
            chat.app.advance(Duration.ofSeconds(10));
            eventually("a comment comes", () -> events.comments() == expected);
        }
        chat.world
                .dee()
                .http()
                .post(chat.path("/conversations/" + id + "/stop"))
                .is(200);
        assertThat(Chat.types(events.rest())).endsWith("done");
        assertThat(events.comments()).isEqualTo(2);
    }

    @Test
    void aTurnOfAPersonEndsAfterFiveMinutesAndKeepsWhatWasSaid() {
        Person dee = chat.world.dee();
        Events events = hanging(dee);
        String id = events.next().orElseThrow().get("conversationId").asString();
        assertThat(events.next().orElseThrow().get("content").asString()).isEqualTo("Half");
        chat.app.advance(AgentLimits.CHAT_MAX.plusSeconds(1));
        List<JsonNode> rest = events.rest();
        assertThat(Chat.types(rest)).containsExactly("text", "done");
        assertThat(Chat.text(rest)).isEqualTo(OVER);
        assertThat(dee.http()
                        .get(chat.path("/conversations/" + id + "/messages"))
                        .is(200)
                        .text())
                .contains("\"Half\"");
        chat.models.says("Here I am.");
        assertThat(Chat.text(chat.ask(dee, "There?", "conversationId", id))).isEqualTo("Here I am.");
    }

    @Test
    void aTurnOfAProgramEndsAfterTwoMinutesWithAnAnswer() throws Exception {
        String key = chat.world
                .ada()
                .http()
                .post(chat.path("/conversation-keys"), Map.of("name", "robot"))
                .is(200)
                .json()
                .get("key")
                .asString();
        Http program = new Http(chat.app.url()).bearer(key);
        String path = "/api/conversation/v1/" + chat.world.projectId() + "/message";
        chat.models.then(new StandInModels.Step.Hang("Half", never));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<JsonNode> answer = threads.submit(
                    () -> program.post(path, Map.of("message", "Hi")).is(200).json());
            eventually("the model is asked", () -> chat.models.requests().size() == 1);
            chat.app.advance(AgentLimits.PROGRAM_MAX.plusSeconds(1));
            assertThat(answer.get().get("message").asString()).endsWith(OVER);
        }
        chat.models.says("Here I am.");
        assertThat(program.post(path, Map.of("message", "There?"))
                        .is(200)
                        .json()
                        .get("message")
                        .asString())
                .isEqualTo("Here I am.");
    }
}
