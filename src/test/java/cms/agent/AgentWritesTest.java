package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the agent changes, in whose name, and what it may not; the end state is judged and never the words. */
class AgentWritesTest {
    private Chat chat = new Chat();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private static Map<String, Object> post(String key, String title, String slug) {
        return Map.of("model", "posts", "data", Map.of(key, Map.of("title", title, "slug", slug)));
    }

    private List<JsonNode> saves(Person person, String title, String slug, Object... more) {
        chat.models.calls("save_content", post("new-1", title, slug)).says("Saved.");
        return chat.ask(person, "Add " + title, more);
    }

    @Test
    void aSaveIsOneCommitInTheNameOfThePersonAndTheConversation() {
        List<JsonNode> events = saves(chat.world.bo(), "Hello", "hello");
        JsonNode result = Chat.results(events).getFirst();
        assertThat(result.get("merged").asBoolean()).isTrue();
        assertThat(result.get("valid").asBoolean()).isTrue();
        String id = result.at("/saved/0/id").asString();
        assertThat(id).matches("[0-9a-f]{12}");
        assertThat(chat.posts().at("/" + id + "/title").asString()).isEqualTo("Hello");
        JsonNode affected = events.getLast().get("affected");
        assertThat(affected.at("/models/0").asString()).isEqualTo("posts");
        assertThat(affected.get("snapshotChanged").asBoolean()).isTrue();
        JsonNode landed =
                chat.world.bo().http().get(chat.path("/history")).is(200).json().at("/history/0");
        assertThat(landed.get("origin").asString()).isEqualTo("agent");
        assertThat(landed.get("tool").asString()).isEqualTo("save_content");
        assertThat(landed.get("via").asString()).startsWith("conversation/" + Chat.conversation(events) + "/");
        assertThat(landed.at("/actor/email").asString()).isEqualTo("bo@example.com");
        JsonNode sync =
                chat.world.bo().http().get(chat.path("/brain/sync")).is(200).json();
        assertThat(Json.text(sync.path("meta").path("posts:en").path(id))).contains("\"source\":\"agent\"");
    }

    @Test
    void anInvalidSaveListsItsErrorsAndWritesNothing() {
        chat.models
                .calls("save_content", Map.of("model", "posts", "data", Map.of("new-1", Map.of("title", 7))))
                .says("It is not valid.");
        JsonNode result = Chat.results(chat.ask(chat.world.bo(), "Add")).getFirst();
        assertThat(result.get("valid").asBoolean()).isFalse();
        assertThat(result.get("errors")).isNotEmpty();
        assertThat(result.get("commitSha").asString()).isEmpty();
    }

    @Test
    void aTryWritesNothingAndShowsWhatItWouldChange() {
        chat.models.calls("save_content", post("new-1", "Tried", "tried")).says("Would be saved.");
        List<JsonNode> events = chat.world
                .bo()
                .http()
                .events("POST", chat.path("/chat?dryRun=true"), Chat.body("Try"))
                .rest();
        JsonNode result = Chat.results(events).getFirst();
        assertThat(result.get("dryRun").asBoolean()).isTrue();
        assertThat(result.get("diff")).isNotEmpty();
        assertThat(Json.text(chat.posts())).doesNotContain("Tried");
        for (String misread : List.of("yes", "1", "TRUE", "")) {
            chat.world
                    .bo()
                    .http()
                    .post(chat.path("/chat?dryRun=" + misread), Chat.body("Try"))
                    .is(400);
            chat.world
                    .bo()
                    .http()
                    .post(
                            chat.path("/conversations/" + Chat.conversation(events) + "/undo?dryRun=" + misread),
                            Map.of("scope", "all"))
                    .is(400);
        }
        assertThat(chat.models.requests()).hasSize(2);
    }

    @Test
    void aModelThatIsNotOfferedAToolCannotUseIt() {
        Map<Person, List<String>> forbidden = Map.of(
                chat.world.dee(), List.of("save_content", "merge_branch", "delete_model"),
                chat.world.cy(), List.of("save_content", "save_model"),
                chat.world.bo(), List.of("merge_branch", "init_project", "add_locale"));
        String before = Json.text(chat.posts());
        forbidden.forEach((person, tools) -> {
            for (String tool : tools) {
                chat.models
                        .calls(tool, Map.of("model", "posts", "branch", "cms", "data", Map.of()))
                        .says("No.");
                JsonNode result = Chat.results(chat.ask(person, "Do it")).getFirst();
                assertThat(result.get("code").asString()).as(tool).isEqualTo("not_allowed");
                assertThat(result.propertyNames()).contains("error", "suggestion");
            }
        });
        assertThat(Json.text(chat.posts())).isEqualTo(before);
    }

    @Test
    void callsThatAreNoneAreToldWhatIsWrongAndTheTurnGoesOn() {
        Map<StandInModels.Call, String> wrong = new HashMap<>();
        wrong.put(new StandInModels.Call("a1", "format_disk", "{}"), "unknown_tool");
        wrong.put(new StandInModels.Call("a2", "get_content", "[1]"), "invalid_input");
        wrong.put(new StandInModels.Call("a3", "get_content", "{\"model\":"), "invalid_input");
        wrong.put(new StandInModels.Call("a4", "get_content", "{\"modle\":\"posts\"}"), "invalid_input");
        wrong.put(new StandInModels.Call("a5", "get_content", "{\"model\":\"../../etc\"}"), "not_found");
        wrong.put(new StandInModels.Call("a6", "merge_branch", "{\"branch\":\"cms\"}"), "not_found");
        wrong.put(new StandInModels.Call("a7", "reject_branch", "{\"branch\":\"cr/../cms\"}"), "not_found");
        wrong.put(new StandInModels.Call("", "brain_search", "{\"query\":\"\\u0000\"}"), "invalid_input");
        String data = "{\"new-1\":{\"title\":\"a\\u0000b\",\"slug\":\"ab\"}}";
        for (String sent : List.of(data, Json.text(data))) {
            wrong.put(
                    new StandInModels.Call(
                            "n" + sent.length(), "save_content", "{\"model\":\"posts\",\"data\":" + sent + "}"),
                    "invalid_input");
        }
        wrong.put(
                new StandInModels.Call(
                        "a9",
                        "save_content",
                        "{\"model\":\"posts\",\"data\":" + "[".repeat(200) + "]".repeat(200) + "}"),
                "invalid_input");
        wrong.forEach((call, code) -> {
            chat.models.calls(call).says("Sorry.");
            List<JsonNode> events = chat.ask(chat.world.ada(), "Do it");
            assertThat(Chat.types(events)).as(call.toString()).endsWith("done");
            assertThat(Chat.results(events).getFirst().path("code").asString())
                    .as(call.toString())
                    .isIn(code, "invalid_input");
        });
    }

    @Test
    void aModelThatSaysNothingOfTranslationIsMadeAsRemoteToolsMakeIt() {
        chat.models
                .calls(
                        "save_model",
                        Map.of(
                                "id",
                                "plain",
                                "name",
                                "Plain",
                                "kind",
                                "collection",
                                "domain",
                                "blog",
                                "fields",
                                Map.of("title", Map.of("type", "string"))))
                .says("Made.");
        assertThat(Chat.results(chat.ask(chat.world.ada(), "Make it"))
                        .getFirst()
                        .path("valid")
                        .asBoolean())
                .isTrue();
        assertThat(chat.world
                        .ada()
                        .http()
                        .get(chat.path("/models/plain"))
                        .is(200)
                        .json()
                        .at("/model/i18n"))
                .isEqualTo(Json.tree(true));
    }

    @Test
    void endlessCallsEndAtTheLimitAndSayWhatIsDone() {
        for (int i = 0; i < 12; i++) {
            List<StandInModels.Call> calls = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                calls.add(
                        new StandInModels.Call("c" + i + "_" + k, "brain_search", "{\"query\":\"word" + i + k + "\"}"));
            }
            chat.models.calls(calls.toArray(StandInModels.Call[]::new));
        }
        List<JsonNode> events = chat.ask(chat.world.dee(), "Search for ever");
        assertThat(Chat.types(events)).endsWith("done");
        assertThat(chat.models.requests()).hasSize(12);
        assertThat(Chat.text(events)).contains("I have stopped", "Nothing was changed");
    }

    @Test
    void nothingRunsOfAMessageThatWasCutOff() {
        chat.models
                .then(new StandInModels.Step.Reply(
                        List.of(),
                        List.of(new StandInModels.Call("cut", "save_content", Json.text(post("new-1", "Cut", "cut")))),
                        "max_tokens"))
                .says("Again later.");
        List<JsonNode> events = chat.ask(chat.world.bo(), "Add");
        assertThat(Chat.results(events).getFirst().get("code").asString()).isEqualTo("limit");
        assertThat(Json.text(chat.posts())).doesNotContain("\"Cut\"");
        chat.models.then(new StandInModels.Step.Reply(
                List.of(),
                List.of(new StandInModels.Call("no", "save_content", Json.text(post("new-1", "Cut", "cut")))),
                "refusal"));
        assertThat(Chat.types(chat.ask(chat.world.bo(), "Add")))
                .endsWith("done")
                .doesNotContain("tool_result");
        assertThat(Json.text(chat.posts())).doesNotContain("\"Cut\"");
    }

    @Test
    void inReviewAllWritesOfAConversationGatherOnOneChangeThatItsReadsSee() {
        chat.world
                .ada()
                .http()
                .patch(chat.path("/config"), Map.of("workflow", "review"))
                .is(200);
        List<JsonNode> first = saves(chat.world.bo(), "One", "one");
        String id = Chat.conversation(first);
        String branch = Chat.results(first).getFirst().get("branch").asString();
        assertThat(Chat.results(first).getFirst().get("merged").asBoolean()).isFalse();
        List<JsonNode> second = saves(chat.world.bo(), "Zweitens", "two", "conversationId", id);
        assertThat(Chat.results(second).getFirst().get("branch").asString()).isEqualTo(branch);
        chat.models.calls("brain_search", Map.of("query", "Zweitens")).says("Found.");
        JsonNode found = Chat.results(chat.ask(chat.world.bo(), "Find", "conversationId", id))
                .getFirst();
        assertThat(found.get("total").asInt()).isEqualTo(1);
        assertThat(Json.text(chat.posts())).doesNotContain("\"One\"");
        chat.models.calls("merge_branch", Map.of("branch", branch)).says("Merged.");
        assertThat(Chat.results(chat.ask(chat.world.cy(), "Merge it"))
                        .getFirst()
                        .get("merged")
                        .asBoolean())
                .isTrue();
        assertThat(Json.text(chat.posts())).contains("\"One\"", "\"Zweitens\"");
        List<JsonNode> third = saves(chat.world.bo(), "Three", "three", "conversationId", id);
        assertThat(Chat.results(third).getFirst().get("branch").asString()).isNotEqualTo(branch);
    }

    @Test
    void aModelWithEntriesGoesOnlyWithTheCodeThatAPersonGot() {
        chat.models.calls("delete_model", Map.of("model", "guides")).says("I have asked you.");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Delete posts");
        JsonNode result = Chat.results(events).getFirst();
        assertThat(result.get("status").asString()).isEqualTo("confirmation_required");
        assertThat(result.has("error")).isFalse();
        String code = result.at("/confirmation/code").asString();
        assertThat(Json.text(chat.models.requests().getLast())).doesNotContain(code);
        assertThat(Chat.text(events)).contains("confirm " + code);
        String id = Chat.conversation(events);
        assertThat(chat.refused(chat.world.ada(), confirm("AAAAAA", id))
                        .is(404)
                        .json()
                        .get("code")
                        .asString())
                .isEqualTo("confirmation.unknown");
        chat.refused(chat.world.bo(), confirm(code, id)).is(404);
        int asked = chat.models.requests().size();
        List<JsonNode> agreed = chat.ask(chat.world.ada(), "confirm " + code, "conversationId", id);
        assertThat(Chat.types(agreed)).containsSubsequence("conversation", "tool_use", "tool_result", "text", "done");
        assertThat(chat.models.requests()).hasSize(asked);
        assertThat(guides()).doesNotContain("\"id\":\"guides\"", "first-night-train");
        chat.refused(chat.world.ada(), confirm(code, id)).is(404);
        assertThat(Chat.text(chat.ask(chat.world.ada(), "/undo", "conversationId", id)))
                .contains("Undone");
        assertThat(guides()).contains("\"id\":\"guides\"", "first-night-train");
    }

    @Test
    void afterFiveCodesThatAreNoneNothingWaitsAndRightCodesAreNotCounted() {
        String id = "";
        String code = "";
        for (int n = 0; n < 7; n++) {
            chat.models.calls("delete_model", Map.of("model", "guides")).says("I have asked you.");
            List<JsonNode> events = chat.ask(
                    chat.world.ada(), "Delete guides", n == 0 ? new Object[0] : new Object[] {"conversationId", id});
            id = Chat.conversation(events);
            code = Chat.results(events).getFirst().at("/confirmation/code").asString();
            Map<String, Object> body = new HashMap<>(confirm(code, id));
            body.put("confirm", Map.of("code", code, "approve", false));
            if (n < 6) {
                assertThat(Chat.types(chat.open(chat.world.ada(), body).rest())).endsWith("done");
            }
        }
        for (int n = 0; n < 5; n++) {
            chat.refused(chat.world.bo(), confirm("AAAAAA", id)).is(404);
        }
        chat.refused(chat.world.ada(), confirm("AAAAAA", id)).is(404);
        Map<String, Object> right = confirm(code, id);
        for (int n = 0; n < 4; n++) {
            chat.refused(chat.world.ada(), confirm("AAAAAA", id)).is(404);
        }
        chat.refused(chat.world.ada(), right).is(404);
        assertThat(guides()).contains("first-night-train");
    }

    @Test
    void whatWasAgreedToIsNotDoneWhenItWouldDoSomethingElseByNow() {
        chat.models.calls("delete_model", Map.of("model", "guides")).says("I have asked you.");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Delete guides");
        String code = Chat.results(events).getFirst().at("/confirmation/code").asString();
        chat.world
                .bo()
                .http()
                .post(
                        chat.path("/content/guides"),
                        Map.of("slug", "brand-new", "data", Map.of("title", "Brand new"), "body", "Text"))
                .is(200);
        List<JsonNode> agreed =
                chat.ask(chat.world.ada(), "confirm " + code, "conversationId", Chat.conversation(events));
        assertThat(Chat.results(agreed).getFirst().get("code").asString()).isEqualTo("conflict");
        assertThat(guides()).contains("brand-new", "first-night-train");
    }

    @Test
    void aCodeIsWorthNothingAfterTenMinutes() {
        chat.models.calls("delete_model", Map.of("model", "guides")).says("I have asked you.");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Delete posts");
        String code = Chat.results(events).getFirst().at("/confirmation/code").asString();
        chat.app.clock().advance(Duration.ofMinutes(11));
        chat.refused(chat.world.ada(), confirm(code, Chat.conversation(events))).is(404);
        assertThat(guides()).contains("first-night-train");
    }

    private String guides() {
        return chat.world.ada().http().get(chat.path("/brain/sync")).is(200).text();
    }

    private static Map<String, Object> confirm(String code, String conversationId) {
        return Map.of(
                "confirm",
                Map.of("code", code, "approve", true),
                "conversationId",
                conversationId,
                "context",
                Chat.LOOKING_AT_POSTS);
    }

    @Test
    void deletingOneByOneIsCountedOverTheTurn() {
        List<StandInModels.Call> calls = new ArrayList<>();
        Map<String, Object> entries = new HashMap<>();
        for (int i = 0; i < 12; i++) {
            String id = String.format("%012x", i + 1);
            entries.put(id, Map.of("title", "Post " + i, "slug", "post-" + i));
            calls.add(new StandInModels.Call(
                    "d" + i, "delete_content", Json.text(Map.of("model", "posts", "entryIds", List.of(id)))));
        }
        chat.world
                .bo()
                .http()
                .post(chat.path("/content/posts"), Map.of("data", entries))
                .is(200);
        chat.models.calls(calls.toArray(StandInModels.Call[]::new)).says("Some are gone.");
        List<JsonNode> results = Chat.results(chat.ask(chat.world.bo(), "Delete all"));
        assertThat(results.stream().filter(result -> result.has("deleted"))).hasSize(10);
        assertThat(results.getLast().get("status").asString()).isEqualTo("confirmation_required");
    }
}
