package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Person;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The worst that can stand in a call: no value of it, no branch and no sentence does what its speaker may not. */
@Tag("large")
class WorstInputsTest {
    private static final String POST = "{\"model\":\"posts\",\"data\":{\"00000000aaaa\":{\"title\":%s}}}";

    private static final List<String> INPUTS = List.of(
            "",
            "null",
            "[]",
            "\"text\"",
            "17",
            "{",
            "{\"model\":\"posts\"",
            "{\"model\":{\"a\":1},\"data\":{}}",
            "{\"model\":\"posts\",\"model\":\"authors\",\"data\":{}}",
            "{\"model\":\"posts\",\"__proto__\":{\"admin\":true},\"data\":{}}",
            "{\"model\":\"posts\",\"data\":{\"__proto__\":{\"title\":\"Polluted\"}}}",
            "{\"model\":\"posts\",\"data\":{\"constructor\":{\"title\":\"Built\",\"prototype\":{}}}}",
            "{\"model\":\"posts\",\"data\":{\"../../x\":{\"title\":\"Outside\"}}}",
            "{\"model\":\"posts\",\"locale\":\"../en\",\"data\":{}}",
            "{\"model\":\"posts%2f..%2fauthors\",\"data\":{}}",
            POST.formatted("\"a\\u0000b\""),
            POST.formatted("\"lone \\ud800 surrogate\""),
            POST.formatted("1e999"),
            POST.formatted("{\"deep\":" + "[".repeat(200) + "]".repeat(200) + "}"),
            POST.formatted("\"" + "x".repeat(2_000_000) + "\""),
            POST.formatted("\"x\"").replace("\"title\"", "\"n\":0" + many(10_000) + ",\"title\""));

    private static final List<String> BRANCHES = List.of(
            "cms",
            "main",
            "HEAD",
            "refs/heads/cms",
            "cr/../cms",
            "cr/..%2fcms",
            "cr/%2e%2e/cms",
            "../../cms",
            "cr/fix/en/x\u0000",
            "cr/",
            "cr/x.lock",
            "--upload-pack=touch",
            "cr/fix/posts/en/2026-never-0000",
            "v1.0",
            "x".repeat(299));

    private Chat chat;

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private static String many(int count) {
        StringBuilder members = new StringBuilder();
        for (int i = 0; i < count; i++) {
            members.append(",\"m").append(i).append("\":").append(i);
        }
        return members.toString();
    }

    private JsonNode sync() {
        return chat.world.ada().http().get(chat.path("/brain/sync")).is(200).json();
    }

    private String history() {
        return chat.world
                .ada()
                .http()
                .get(chat.path("/history?limit=100"))
                .is(200)
                .text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void whateverStandsInACallIsAnsweredAndTheNextMessageWorks(String wire) {
        chat = new Chat(wire, Map.of());
        for (String tool : List.of("save_content", "get_content")) {
            for (String input : INPUTS) {
                AtomicBoolean asked = new AtomicBoolean();
                chat.models.thinks(request -> asked.getAndSet(true)
                        ? new StandInModels.Step.Reply(List.of("Here."), List.of(), "")
                        : new StandInModels.Step.Reply(
                                List.of(), List.of(new StandInModels.Call("worst", tool, input)), ""));
                List<JsonNode> events = chat.ask(chat.world.bo(), "Do your worst");
                String shown = tool + " " + input.substring(0, Math.min(80, input.length()));
                assertThat(Chat.types(events)).as(shown).endsWith("text", "done");
                assertThat(Chat.results(events))
                        .as("%s %s", shown, Chat.text(events))
                        .isNotEmpty();
                JsonNode result = Chat.results(events).getFirst();
                assertThat(result.path("code").asString("")).as(shown).isNotEqualTo("unavailable");
                assertThat(Chat.types(
                                chat.ask(chat.world.bo(), "And now?", "conversationId", Chat.conversation(events))))
                        .as(shown)
                        .endsWith("text", "done");
            }
        }
        JsonNode posts = sync().at("/content/posts:en");
        assertThat(posts.propertyNames()).doesNotContain("../../x", "__proto__", "constructor");
        assertThat(Json.text(posts)).doesNotContain("\\u0000", "\\ud800").hasSizeLessThan(1_000_000);
    }

    /** Each of them fits alone; all of them are more than any model takes. */
    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void longCallsDoNotEndAConversationForGood(String wire) {
        chat = new Chat(wire, Map.of());
        String text = "word ".repeat(80_000);
        Map<String, Object> post = Map.of("model", "posts", "data", Map.of("00000000aaaa", Map.of("body", text)));
        for (int i = 0; i < 4; i++) {
            chat.models.calls("save_content", post);
        }
        List<JsonNode> events = chat.ask(chat.world.bo(), "Write a long one");
        assertThat(Chat.types(events)).endsWith("text", "done");
        chat.models.thinks(request -> new StandInModels.Step.Reply(List.of("Here."), List.of(), ""));
        events = chat.ask(chat.world.bo(), "And now?", "conversationId", Chat.conversation(events));
        assertThat(Chat.text(events)).isEqualTo("Here.");
        assertThat(Json.text(chat.models.requests().getLast()))
                .contains("left_out")
                .hasSizeLessThan(100_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void noBranchNameLandsOrThrowsAwayWhatIsNoOpenChange(String wire) {
        chat = new Chat(wire, Map.of());
        String before = history();
        for (String tool : List.of("merge_branch", "reject_branch")) {
            List<StandInModels.Call> calls = new ArrayList<>();
            for (String branch : BRANCHES) {
                calls.add(new StandInModels.Call("", tool, Json.text(Map.of("branch", branch))));
            }
            chat.models.calls(calls.toArray(StandInModels.Call[]::new)).says("So it is.");
            List<JsonNode> results = Chat.results(chat.ask(chat.world.ada(), "Land it all"));
            assertThat(results).hasSize(BRANCHES.size());
            assertThat(results.stream().map(result -> result.path("code").asString("")))
                    .as(tool)
                    .allMatch(code -> List.of("not_found", "not_allowed", "invalid_input", "conflict")
                            .contains(code));
        }
        assertThat(history()).isEqualTo(before);
        assertThat(sync().at("/content/posts:en")).isNotEmpty();
    }

    private JsonNode result(Person who, String tool, Map<String, Object> input) {
        chat.models.calls(tool, input).says("So it is.");
        return Chat.results(chat.ask(who, "Do it")).getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void anEditorOfOneModelSeesAndChangesNothingOfAnother(String wire) {
        chat = new Chat(wire, Map.of());
        chat.world.narrow(chat.world.bo(), "editor", "posts");
        Person bo = chat.world.bo();
        String author =
                List.copyOf(sync().at("/content/authors:en").propertyNames()).getFirst();
        String name = sync().at("/content/authors:en/" + author + "/name").asString();
        String post =
                List.copyOf(sync().at("/content/posts:en").propertyNames()).getFirst();
        String before = history();
        Map<String, Map<String, Object>> tries = Map.of(
                "get_content", Map.of("model", "authors"),
                "brain_query", Map.of("model", "authors", "entryId", author),
                "brain_analyze", Map.of("type", "full", "model", "authors"),
                "validate", Map.of("model", "authors"),
                "save_content", Map.of("model", "authors", "data", Map.of(author, Map.of("name", "Taken"))),
                "delete_content", Map.of("model", "authors", "entryIds", List.of(author)),
                "update_status", Map.of("model", "authors", "entryIds", List.of(author), "status", "archived"),
                "copy_locale", Map.of("model", "authors", "from", "en", "to", "de"));
        tries.forEach(
                (tool, input) -> assertThat(result(bo, tool, input).path("code").asString(""))
                        .as(tool)
                        .isIn("not_found", "not_allowed"));
        for (JsonNode found : List.of(
                result(bo, "relation_expand", Map.of("model", "posts", "entryId", post)),
                result(bo, "brain_search", Map.of("query", name)),
                result(bo, "list_models", Map.of()))) {
            assertThat(Json.text(found)).doesNotContain("\"authors\"");
        }
        assertThat(Json.text(chat.models.requests().getLast())).doesNotContain("- authors (");
        assertThat(result(bo, "save_content", Map.of("model", "posts", "data", Map.of(post, Map.of("title", "Mine"))))
                        .path("valid")
                        .asBoolean())
                .isTrue();
        assertThat(history()).isNotEqualTo(before);
        assertThat(sync().at("/content/authors:en/" + author + "/name").asString())
                .isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aKeyThatIsRevokedInTheMiddleOfATurnWritesNothingMore(String wire) {
        chat = new Chat(wire, Map.of());
        Http ada = chat.world.ada().http();
        JsonNode key = ada.post(chat.path("/conversation-keys"), Map.of("name", "robot"))
                .is(200)
                .json();
        AtomicInteger rounds = new AtomicInteger();
        chat.models.thinks(request -> {
            int round = rounds.incrementAndGet();
            if (round == 2) {
                ada.delete(chat.path("/conversation-keys/" + key.get("id").asString()))
                        .is(200);
            }
            Map<String, Object> post =
                    Map.of("model", "posts", "data", Map.of("new-1", Map.of("title", "Round " + round)));
            return round < 4
                    ? new StandInModels.Step.Reply(
                            List.of(),
                            List.of(new StandInModels.Call("c" + round, "save_content", Json.text(post))),
                            "")
                    : new StandInModels.Step.Reply(List.of("Well."), List.of(), "");
        });
        JsonNode answer = new Http(chat.app.url())
                .bearer(key.get("key").asString())
                .post("/api/conversation/v1/" + chat.world.projectId() + "/message", Map.of("message", "Write"))
                .is(200)
                .json();
        assertThat(answer.at("/toolResults/0/result/valid").asBoolean()).isTrue();
        assertThat(answer.at("/toolResults/1/result/code").asString()).isEqualTo("not_allowed");
        assertThat(Json.text(sync().at("/content/posts:en")))
                .contains("Round 1")
                .doesNotContain("Round 2", "Round 3");
    }

    @ParameterizedTest
    @CsvSource({
        "messages, refusal",
        "responses, refusal",
        "responses, content_filter",
        "chat, refusal",
        "chat, content_filter"
    })
    void nothingRunsOfAMessageThatTheModelRefusedItself(String wire, String how) {
        chat = new Chat(wire, Map.of());
        String before = history();
        chat.models
                .then(new StandInModels.Step.Reply(
                        List.of("I would rather not."),
                        List.of(new StandInModels.Call("toolu_refused", "save_content", POST.formatted("\"Refused\""))),
                        how))
                .says("Yes?");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Do it");
        assertThat(Chat.results(events)).isEmpty();
        assertThat(history()).isEqualTo(before);
        chat.ask(chat.world.ada(), "Again", "conversationId", Chat.conversation(events));
        assertThat(Json.text(chat.models.requests().getLast())).doesNotContain("I would rather not", "toolu_refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void nothingRunsOfAMessageThatWasCutOffByItsLength(String wire) {
        chat = new Chat(wire, Map.of());
        String before = history();
        chat.models
                .then(new StandInModels.Step.Reply(
                        List.of("I begin."),
                        List.of(new StandInModels.Call("toolu_cut", "save_content", POST.formatted("\"Cut\""))),
                        "max_tokens"))
                .says("Smaller, then.");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Do it");
        assertThat(Chat.results(events)).hasSize(1);
        assertThat(Chat.results(events).getFirst().get("code").asString()).isEqualTo("limit");
        assertThat(Chat.types(events)).endsWith("text", "done");
        assertThat(history()).isEqualTo(before);
    }

    /** A vendor refuses a history in which they come back as they are; the stand-in does as well. */
    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void idsThatAreEmptyRepeatedLongOrStrangeAreReplacedAndEachCallHasItsAnswer(String wire) {
        chat = new Chat(wire, Map.of());
        List<String> ids = List.of("", "", "same", "same", "x".repeat(4_096), "../" + "\u202e", "call_1");
        chat.models
                .calls(ids.stream()
                        .map(id -> new StandInModels.Call(id, "list_models", "{}"))
                        .toArray(StandInModels.Call[]::new))
                .says("So many.");
        List<JsonNode> events = chat.ask(chat.world.dee(), "Which are there?");
        assertThat(Chat.types(events)).endsWith("text", "done");
        assertThat(Chat.results(events)).hasSize(ids.size()).allMatch(result -> result.has("models"));
        assertThat(events.stream()
                        .filter(event -> event.get("type").asString().equals("tool_result"))
                        .map(event -> event.get("id").asString()))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[A-Za-z0-9_-]{1,64}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void keysInWordsAreRemovedHoweverTheyAreSplit(String wire) {
        chat = new Chat(wire, Map.of());
        String key = "cms_conv_abcdefghijklmnopqrstuvwxyz012345";
        for (int at = 1; at < key.length(); at += 3) {
            chat.models.says("Here: " + key.substring(0, at), key.substring(at) + " it is.");
            List<JsonNode> events = chat.ask(chat.world.dee(), "Your key?");
            assertThat(Chat.text(events)).as("split at %s", at).isEqualTo("Here: [key removed] it is.");
            assertThat(chat.world
                            .dee()
                            .http()
                            .get(chat.path("/conversations/" + Chat.conversation(events) + "/messages"))
                            .is(200)
                            .text())
                    .doesNotContain(key);
        }
        assertThat(Json.text(chat.models.requests())).doesNotContain("test-key-of-the-service");
    }
}
