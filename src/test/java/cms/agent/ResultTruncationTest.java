package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer may break off behind any of its events: it is asked for again, or the turn ends with one error; the next
 * one works.
 */
class ResultTruncationTest {
    private static final StandInModels.Call SAVE = new StandInModels.Call(
            "toolu_cut",
            "save_content",
            Json.text(Map.of("model", "posts", "data", Map.of("00000000aaaa", Map.of("title", "Once")))));

    private Chat chat;

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private static StandInModels.Step reply(String... said) {
        return new StandInModels.Step.Reply(List.of(said), List.of(), "");
    }

    private static boolean isAfterTools(ObjectNode request) {
        JsonNode messages = request.has("messages") ? request.get("messages") : request.get("input");
        String last = Json.text(messages.get(messages.size() - 1));
        return last.contains("tool_result") || last.contains("\"role\":\"tool\"") || last.contains("call_output");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void behindAnyEventOfAWireOneEndComesAndTheNextMessageWorks(String wire) {
        chat = new Chat(wire, Map.of());
        String[] events = WireOf.valueOf(wire.toUpperCase(Locale.ROOT)).stream(
                        List.of("Let me ", "save it."), List.of(SAVE), "")
                .split("(?<=\n\n)");
        List<String> endings = new ArrayList<>();
        for (int cut = 0; cut < events.length; cut++) {
            String part = String.join("", List.of(events).subList(0, cut));
            AtomicInteger asked = new AtomicInteger();
            chat.models.thinks(request -> isAfterTools(request)
                    ? reply("Saved.")
                    : asked.incrementAndGet() == 1 ? new StandInModels.Step.Raw(part) : reply("Let me ", "see."));
            List<JsonNode> turn = chat.ask(chat.world.bo(), "Save it");
            List<String> types = Chat.types(turn);
            assertThat(types.stream().filter(type -> type.equals("done") || type.equals("error")))
                    .as("cut after %s events", cut)
                    .hasSize(1);
            assertThat(types.getLast()).isIn("done", "error");
            endings.add(types.getLast());
            chat.models.thinks(request -> reply("Here I am."));
            assertThat(Chat.types(chat.ask(chat.world.bo(), "Still there?", "conversationId", Chat.conversation(turn))))
                    .as("cut after %s events", cut)
                    .endsWith("text", "done");
        }
        assertThat(endings).contains("done", "error");
        assertThat(endings.getFirst()).isEqualTo("done");
        assertThat(chat.posts().path("00000000aaaa").path("title").asString("Once"))
                .isEqualTo("Once");
    }

    @Test
    void whatBeginsAgainIsNotSaidTwice() {
        chat = new Chat();
        chat.models.then(new StandInModels.Step.Cut("I was about to")).says("I was ", "about to say", " so.");
        assertThat(Chat.text(chat.ask(chat.world.ada(), "Hi"))).isEqualTo("I was about to say so.");
        chat.models.then(new StandInModels.Step.Cut("I was about to")).says("Something ", "else.");
        List<JsonNode> turn = chat.ask(chat.world.ada(), "Hi");
        assertThat(Chat.text(turn)).isEqualTo("I was about to\n\nSomething else.");
        chat.models.says("Yes.");
        chat.ask(chat.world.ada(), "Go on", "conversationId", Chat.conversation(turn));
        assertThat(Json.text(chat.models.requests().getLast()))
                .contains("Something else.")
                .doesNotContain("I was about to");
    }

    @Test
    void aLongAnswerThatBreaksOffIsAnErrorAtOnceAndAnOverloadBehindTheFirstWordsIsNot() {
        chat = new Chat();
        chat.models.then(new StandInModels.Step.Cut("word ".repeat(60)));
        assertThat(Chat.types(chat.ask(chat.world.ada(), "Hi"))).endsWith("error");
        assertThat(chat.models.requests()).hasSize(1);
        StringBuilder stream = new StringBuilder();
        WireOf.event(
                stream,
                Map.of(
                        "type",
                        "content_block_start",
                        "index",
                        0,
                        "content_block",
                        Map.of("type", "text", "text", "So")));
        WireOf.event(stream, Map.of("type", "error", "error", Map.of("type", "overloaded_error", "message", "busy")));
        chat.models.then(new StandInModels.Step.Raw(stream.toString())).says("So it is.");
        assertThat(Chat.text(chat.ask(chat.world.ada(), "Hi"))).isEqualTo("So it is.");
    }
}
