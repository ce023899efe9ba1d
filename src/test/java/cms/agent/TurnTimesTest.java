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

/**
 * A model that says nothing more: its reader hears that the stream is alive, it is asked once more after a minute of
 * silence, and the turn ends at its time.
 */
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

    /** A model that takes 50 seconds for each of so many answers, and then says a word and hangs. */
    private void slow(int answers) {
        chat.models.thinks(request -> {
            if (chat.models.requests().size() > answers) {
                return new StandInModels.Step.Hang("Half", never);
            }
            chat.app.clock().advance(Duration.ofSeconds(50));
            return new StandInModels.Step.Reply(
                    List.of(), List.of(new StandInModels.Call("call_" + answers, "list_models", "{}")), "");
        });
    }

    private void answersAgain() {
        chat.models.thinks(request -> new StandInModels.Step.Reply(List.of("Here I am."), List.of(), ""));
    }

    @Test
    void aTurnOfAPersonEndsAfterFiveMinutesAndKeepsWhatWasSaid() {
        Person dee = chat.world.dee();
        slow(5);
        Events events = chat.open(dee, Chat.body("Hi"));
        String id = events.next().orElseThrow().get("conversationId").asString();
        for (JsonNode event = events.next().orElseThrow();
                !event.path("content").asString("").equals("Half"); ) {
            event = events.next().orElseThrow();
        }
        chat.app.advance(AgentLimits.CHAT_MAX.minusSeconds(249));
        List<JsonNode> rest = events.rest();
        assertThat(Chat.types(rest)).containsExactly("text", "done");
        assertThat(Chat.text(rest)).isEqualTo(OVER);
        assertThat(dee.http()
                        .get(chat.path("/conversations/" + id + "/messages"))
                        .is(200)
                        .text())
                .contains("\"Half\"");
        answersAgain();
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
        slow(2);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<JsonNode> answer = threads.submit(
                    () -> program.post(path, Map.of("message", "Hi")).is(200).json());
            eventually("the model is asked", () -> chat.models.requests().size() == 3);
            chat.app.advance(AgentLimits.PROGRAM_MAX.minusSeconds(99));
            assertThat(answer.get().get("message").asString()).endsWith(OVER);
        }
        answersAgain();
        assertThat(program.post(path, Map.of("message", "There?"))
                        .is(200)
                        .json()
                        .get("message")
                        .asString())
                .isEqualTo("Here I am.");
    }

    /** The comment shows that the service has looked at its clock. */
    private void pass(Duration time, Events events) {
        int comments = events.comments();
        chat.app.advance(time);
        eventually("a comment comes", () -> events.comments() > comments);
        assertThat(chat.models.requests()).as("the model is still waited for").hasSize(1);
    }

    @Test
    void aModelThatIsSilentForAMinuteInTheMiddleIsAskedOnceMore() {
        Events events = hanging(chat.world.dee());
        events.next();
        assertThat(events.next().orElseThrow().get("content").asString()).isEqualTo("Half");
        pass(AgentLimits.MODEL_SILENCE_MAX.minusSeconds(1), events);
        chat.models.says(" of it.");
        // The silence may have begun as late as the minute that has passed, where the machine is slow.
        chat.app.advance(AgentLimits.MODEL_SILENCE_MAX.plusSeconds(1));
        List<JsonNode> rest = events.rest();
        assertThat(Chat.types(rest)).endsWith("text", "done");
        assertThat(Chat.text(rest)).endsWith(" of it.");
        assertThat(chat.models.requests()).hasSize(2);
    }

    @Test
    void aServerOfTheOperatorsOwnHasTwoMinutesForItsFirstByte() {
        chat.models.then(new StandInModels.Step.Hang("", never));
        Events events = chat.open(chat.world.dee(), Chat.body("Hi"));
        events.next();
        eventually("the model is asked", () -> chat.models.requests().size() == 1);
        pass(AgentLimits.MODEL_FIRST_BYTE_MAX.minusSeconds(1), events);
        chat.models.says("At last.");
        chat.app.advance(Duration.ofSeconds(2));
        assertThat(Chat.text(events.rest())).isEqualTo("At last.");
        assertThat(chat.models.requests()).hasSize(2);
    }
}
