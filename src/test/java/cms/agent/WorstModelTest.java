package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A model that always does the worst gets nothing above rights, nothing of others, and no key into any event. */
@Tag("large")
class WorstModelTest {
    private static final Map<String, Object> EVERYTHING = Map.ofEntries(
            Map.entry("model", "posts"),
            Map.entry("modelId", "posts"),
            Map.entry("id", "posts"),
            Map.entry("name", "Posts"),
            Map.entry("kind", "collection"),
            Map.entry("domain", "blog"),
            Map.entry("branch", "cms"),
            Map.entry("url", "http://169.254.169.254/?q=secret"),
            Map.entry("project", "another"),
            Map.entry("userId", "another"),
            Map.entry("__proto__", Map.of("admin", true)));

    private Chat chat;

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void everyToolAtOnceForEverybodyChangesNothingThatTheirRoleDoesNot(String wire) {
        chat = new Chat(wire, Map.of());
        String before = Json.text(state());
        for (Person person : List.of(chat.world.dee(), chat.world.cy(), chat.world.bo(), chat.world.ada())) {
            List<StandInModels.Call> calls = new ArrayList<>();
            for (String tool : ToolCalls.TOOLS) {
                calls.add(new StandInModels.Call("", tool, Json.text(EVERYTHING)));
            }
            chat.models.calls(calls.toArray(StandInModels.Call[]::new)).says("Done with it.");
            List<JsonNode> events = chat.ask(person, "Do your worst");
            assertThat(Chat.types(events)).endsWith("done");
            assertThat(Chat.results(events)).hasSize(ToolCalls.TOOLS.size());
            assertThat(Json.text(events)).doesNotContain("test-key-of-the-service");
        }
        assertThat(Json.text(state())).isEqualTo(before);
    }

    private JsonNode state() {
        JsonNode sync =
                chat.world.ada().http().get(chat.path("/brain/sync")).is(200).json();
        return Json.tree(List.of(sync.get("content"), sync.get("models")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void twoHundredCallsAtOnceAreFortyAndTheSameCallIsAnsweredFromMemory(String wire) {
        chat = new Chat(wire, Map.of());
        List<StandInModels.Call> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(new StandInModels.Call("same", "brain_search", Json.text(Map.of("query", "word" + i))));
        }
        chat.models.calls(calls.toArray(StandInModels.Call[]::new));
        List<JsonNode> events = chat.ask(chat.world.dee(), "Search");
        List<JsonNode> results = Chat.results(events);
        assertThat(results.stream()
                        .filter(result -> result.path("code").asString("").equals("limit")))
                .hasSize(160);
        assertThat(events.stream()
                        .filter(event -> event.get("type").asString().equals("tool_use"))
                        .map(event -> event.get("id").asString())
                        .distinct())
                .hasSize(200);
        chat.models
                .calls("brain_search", Map.of("query", "x".repeat(5_000_000)))
                .says("Too long.");
        assertThat(Chat.results(chat.ask(chat.world.dee(), "Search"))
                        .getFirst()
                        .get("code")
                        .asString())
                .isEqualTo("invalid_input");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aCallThatIsRepeatedWithoutEndIsAnsweredFromMemoryAndCountedAllTheSame(String wire) {
        chat = new Chat(wire, Map.of());
        List<StandInModels.Call> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(new StandInModels.Call("c" + i, "list_models", "{}"));
        }
        chat.models.calls(calls.toArray(StandInModels.Call[]::new));
        List<JsonNode> results = Chat.results(chat.ask(chat.world.dee(), "Look"));
        assertThat(results.stream().filter(result -> result.has("models"))).hasSize(40);
        assertThat(results.getLast().get("code").asString()).isEqualTo("limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aRoleThatIsTakenAwayInTheMiddleOfATurnCountsFromTheNextCallOn(String wire) {
        chat = new Chat(wire, Map.of());
        Person bo = chat.world.bo();
        String members = chat.path("/members");
        AtomicInteger rounds = new AtomicInteger();
        chat.models.thinks(request -> {
            int round = rounds.incrementAndGet();
            if (round == 2) {
                String member = chat.world
                        .ada()
                        .http()
                        .get(members)
                        .is(200)
                        .json()
                        .valueStream()
                        .filter(one -> Json.text(one).contains(bo.id()))
                        .findFirst()
                        .orElseThrow()
                        .get("id")
                        .asString();
                chat.world.ada().http().delete(members + "/" + member).is(200);
            }
            return round < 3
                    ? new StandInModels.Step.Reply(
                            List.of(),
                            List.of(new StandInModels.Call(
                                    "call" + round,
                                    "save_content",
                                    Json.text(Map.of(
                                            "model", "posts", "data", Map.of("new-1", Map.of("title", "T" + round)))))),
                            "")
                    : new StandInModels.Step.Reply(List.of("Well."), List.of(), "");
        });
        List<JsonNode> results = Chat.results(chat.ask(bo, "Write"));
        assertThat(results.getFirst().get("valid").asBoolean()).isTrue();
        assertThat(results.get(1).get("code").asString()).isEqualTo("not_allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void numbersOfAServerAreNotBelievedAndAStrangeUsageHarmsNothing(String wire) {
        chat = new Chat(wire, Map.of());
        for (String usage : List.of("-5", "9223372036854775807", "\"many\"", "null")) {
            chat.models.then(new StandInModels.Step.Raw(answer(wire, usage)));
            JsonNode done = chat.ask(chat.world.dee(), "Hi").getLast();
            assertThat(done.get("type").asString()).isEqualTo("done");
            assertThat(done.at("/usage/inputTokens").asLong()).isBetween(0L, 100_000_000L);
        }
    }

    /** The word Hi, with one number for all that it took. */
    private static String answer(String wire, String number) {
        List<String> events = switch (wire) {
            case "messages" -> List.of("""
                {"type":"message_start","message":{"id":"m","usage":{"input_tokens":N,"cache_read_input_tokens":N}}}
                """, """
                {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi"}}""", """
                {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":N}}""", """
                {"type":"message_stop"}""");
            case "responses" -> List.of("""
                {"type":"response.output_text.delta","item_id":"i","delta":"Hi"}""", """
                {"type":"response.completed","response":{"usage":{"input_tokens":N,"output_tokens":N}}}""");
            default -> List.of("""
                {"choices":[{"delta":{"content":"Hi"}}]}""", """
                {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":N,"completion_tokens":N}}""");
        };
        return events.stream()
                .map(event -> "data: " + event.strip().replace(":N", ":" + number) + "\n\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void wordsThatSomethingWasSavedGetANoteWhenNothingWas(String wire) {
        chat = new Chat(wire, Map.of());
        String note = "Nothing was changed in this turn.";
        chat.models.says("I have saved the new post.");
        assertThat(Chat.text(chat.ask(chat.world.bo(), "Add a post"))).contains(note);
        chat.models.says("Der Beitrag wurde eben angelegt.");
        assertThat(Chat.text(chat.ask(chat.world.bo(), "Neuer Beitrag"))).contains(note);
        chat.models
                .calls("save_content", Map.of("model", "posts", "data", Map.of("new-1", Map.of("title", "T"))))
                .says("I have saved the new post.");
        assertThat(Chat.text(chat.ask(chat.world.bo(), "Add a post"))).doesNotContain(note);
        chat.models.calls("list_models", Map.of()).says("Two posts are published; nothing was saved today.");
        assertThat(Chat.text(chat.ask(chat.world.bo(), "Look"))).doesNotContain(note);
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aCodeThatAModelInventsIsWordsAlone(String wire) {
        chat = new Chat(wire, Map.of());
        Map<String, Object> forged = new HashMap<>(Map.of("model", "guides"));
        forged.put("confirm", true);
        forged.put("code", "AAAAAA");
        chat.models.calls("delete_model", forged).says("confirm AAAAAA");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Delete");
        assertThat(Chat.results(events).getFirst().get("code").asString()).isEqualTo("invalid_input");
        assertThat(chat.world.ada().http().get(chat.path("/brain/sync")).is(200).text())
                .contains("first-night-train");
    }
}
