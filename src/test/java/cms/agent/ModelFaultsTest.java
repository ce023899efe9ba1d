package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Whatever a provider does on whichever wire: a retry or one error, and the next message of the same conversation
 * works. ResultTruncationTest cuts behind each event, TurnTimesTest lets a server fall silent.
 */
@Tag("large")
class ModelFaultsTest {
    private final CountDownLatch never = new CountDownLatch(1);
    private Chat chat;

    /** @param end the type of the last event */
    private record Fault(List<StandInModels.Step> steps, String end) {}

    @AfterEach
    void stop() {
        never.countDown();
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private static StandInModels.Step refusal(int status, String retryAfter, String body) {
        return new StandInModels.Step.Refusal(status, retryAfter, body);
    }

    private static Map<String, Fault> faults() {
        StandInModels.Step answer = new StandInModels.Step.Reply(List.of("At last."), List.of(), "");
        StandInModels.Step garbage = new StandInModels.Step.Garbage();
        StandInModels.Step empty = new StandInModels.Step.Raw("");
        String error = "{\"error\":{\"type\":\"some_error\",\"message\":\"no\"}}";
        Map<String, Fault> faults = new LinkedHashMap<>();
        faults.put("429 once", new Fault(List.of(refusal(429, "0", error), answer), "done"));
        faults.put("529 twice", new Fault(List.of(refusal(529, "0", error), refusal(529, "0", error), answer), "done"));
        faults.put("500 and no JSON", new Fault(List.of(refusal(500, "0", "<html>"), answer), "done"));
        faults.put("429 for good", new Fault(List.of(refusal(429, "", "{\"error\":\"quota\"}")), "error"));
        faults.put("400", new Fault(List.of(refusal(400, "", error)), "error"));
        faults.put("401", new Fault(List.of(refusal(401, "", error)), "error"));
        faults.put("403 and no JSON", new Fault(List.of(refusal(403, "", "no")), "error"));
        faults.put("garbage once", new Fault(List.of(garbage, answer), "done"));
        faults.put("garbage always", new Fault(List.of(garbage, garbage, garbage), "error"));
        faults.put("nothing at all", new Fault(List.of(empty, empty, empty), "error"));
        faults.put(
                "an error with status 200",
                new Fault(List.of(new StandInModels.Step.Raw("data: " + error + "\n\n")), "error"));
        String many = error.substring(0, error.length() - 1) + ",\"more\":[" + "0,".repeat(200_000) + "0]}";
        faults.put(
                "more values than anybody may send",
                new Fault(List.of(new StandInModels.Step.Raw("data: " + many + "\n\n"), answer), "done"));
        return faults;
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aFaultIsRetriedOrOneErrorAndTheNextMessageWorks(String wire) {
        chat = new Chat(wire, Map.of());
        faults().forEach((name, fault) -> {
            fault.steps().forEach(chat.models::then);
            List<JsonNode> turn = chat.ask(chat.world.dee(), "Hi");
            assertThat(Chat.types(turn)).as(name).endsWith(fault.end());
            assertThat(Chat.types(turn).stream().filter(type -> type.equals("done") || type.equals("error")))
                    .as(name)
                    .hasSize(1);
            assertThat(chat.models.left()).as(name).isZero();
            chat.models.says("Here I am.");
            assertThat(Chat.text(chat.ask(chat.world.dee(), "There?", "conversationId", Chat.conversation(turn))))
                    .as(name)
                    .isEqualTo("Here I am.");
        });
    }

    /** A server that hangs is left by whoever asked, and the conversation goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aServerThatHangsIsStopped(String wire) {
        chat = new Chat(wire, Map.of());
        chat.models.then(new StandInModels.Step.Hang("Half a", never));
        var events = chat.open(chat.world.dee(), Chat.body("Hi"));
        String id = events.next().orElseThrow().get("conversationId").asString();
        assertThat(events.next().orElseThrow().get("content").asString()).isEqualTo("Half a");
        assertThat(chat.world
                        .dee()
                        .http()
                        .post(chat.path("/conversations/" + id + "/stop"))
                        .is(200)
                        .json()
                        .get("stopped")
                        .asBoolean())
                .isTrue();
        assertThat(Chat.types(events.rest())).endsWith("done");
        chat.models.says("Here I am.");
        assertThat(Chat.text(chat.ask(chat.world.dee(), "There?", "conversationId", id)))
                .isEqualTo("Here I am.");
    }
}
