package cms.agent;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Person;
import cms.testing.TestApp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a person who talks to the agent hears, on every wire (spec 4.9 and 6.1). */
class ChatTest {
    private Chat chat = new Chat();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private void over(String wire, Map<String, String> settings) {
        chat.close();
        chat = new Chat(wire, settings);
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void aTurnReadsAndAnswersOnEveryWire(String wire) {
        over(wire, Map.of());
        chat.models.calls("list_models", Map.of()).says("There are ", "pösts.");
        List<JsonNode> events = chat.ask(chat.world.dee(), "Which models are there?");
        assertThat(Chat.types(events))
                .startsWith("conversation", "tool_use", "tool_result", "text")
                .endsWith("done")
                .containsOnlyOnce("done");
        assertThat(Chat.text(events)).isEqualTo("There are pösts.");
        assertThat(Json.text(Chat.results(events).getFirst())).contains("\"id\":\"posts\"");
        JsonNode done = events.getLast();
        assertThat(done.get("usage").propertyNames()).containsExactlyInAnyOrder("inputTokens", "outputTokens");
        assertThat(done.at("/usage/inputTokens").asInt()).isEqualTo(240);
        assertThat(done.at("/usage/outputTokens").asInt()).isEqualTo(20);
        assertThat(done.at("/affected/snapshotChanged").asBoolean()).isFalse();
        assertThat(chat.models.requests()).hasSize(2);
    }

    @Test
    void textArrivesWhileTheModelStillSpeaks() {
        CountDownLatch going = new CountDownLatch(1);
        chat.models.then(new StandInModels.Step.Hang("Hello", going)).then(new StandInModels.Step.Cut("Hello"));
        Events events = chat.open(chat.world.ada(), Chat.body("Hi"));
        assertThat(events.next().orElseThrow().get("type").asString()).isEqualTo("conversation");
        assertThat(events.next().orElseThrow().get("content").asString()).isEqualTo("Hello");
        going.countDown();
        assertThat(Chat.types(events.rest())).endsWith("error");
    }

    @Test
    void everyRequestBeginsWithTheOneBefore() {
        chat.models.calls("list_models", Map.of()).says("One.").says("Two.");
        String id = Chat.conversation(chat.ask(chat.world.ada(), "First"));
        chat.ask(chat.world.ada(), "Second", "conversationId", id);
        for (int n = 1; n < chat.models.requests().size(); n++) {
            assertThat(plain(n)).startsWith(plain(n - 1));
        }
        assertThat(chat.models.request(2).get("tools"))
                .isEqualTo(chat.models.request(0).get("tools"));
    }

    /** A request as its model reads it, without marks and what closes it. */
    private String plain(int n) {
        JsonNode request = chat.models.request(n);
        String text =
                Json.text(request.get("tools")) + Json.text(request.get("system")) + Json.text(request.get("messages"));
        return text.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "").replaceAll("[\\]}]+$", "");
    }

    @Test
    void aRoleIsOfferedItsToolsAndNotOneMore() {
        Map<Person, Integer> tools =
                Map.of(chat.world.dee(), 13, chat.world.cy(), 17, chat.world.bo(), 21, chat.world.ada(), 29);
        tools.forEach((person, count) -> {
            chat.models.says("Hello");
            chat.ask(person, "Hi");
            assertThat(chat.models.requests().getLast().get("tools")).hasSize(count);
        });
    }

    @Test
    void theKeyTravelsInItsHeaderAlone() {
        chat.models.says("Hello");
        chat.ask(chat.world.ada(), "Hi");
        assertThat(chat.models.headers().getFirst().get("X-api-key")).containsExactly("test-key-of-the-service");
        assertThat(Json.text(chat.models.request(0))).doesNotContain("test-key");
    }

    @Test
    void conversationsAreTheOwnersAlone() {
        chat.models.says("Hello");
        Person ada = chat.world.ada();
        String id = Chat.conversation(chat.ask(ada, "A first question"));
        JsonNode mine = ada.http().get(chat.path("/conversations")).is(200).json();
        assertThat(mine.get(0).get("title").asString()).isEqualTo("A first question");
        JsonNode messages = ada.http()
                .get(chat.path("/conversations/" + id + "/messages"))
                .is(200)
                .json();
        assertThat(messages.valueStream().map(message -> message.get("role").asString()))
                .containsExactly("user", "assistant");
        assertThat(messages.get(0).get("content").asString()).isEqualTo("A first question");
        Person bo = chat.world.bo();
        assertThat(bo.http().get(chat.path("/conversations")).is(200).json()).isEmpty();
        bo.http().get(chat.path("/conversations/" + id + "/messages")).is(404);
        bo.http().delete(chat.path("/conversations/" + id)).is(404);
        bo.http().post(chat.path("/conversations/" + id + "/stop")).is(404);
        ada.http().delete(chat.path("/conversations/" + id)).is(200);
        ada.http().get(chat.path("/conversations/" + id + "/messages")).is(404);
    }

    @Test
    void somebodyElsesConversationBeginsANewOne() {
        chat.models.says("Hello").says("Hello");
        String id = Chat.conversation(chat.ask(chat.world.ada(), "Mine"));
        String other = Chat.conversation(chat.ask(chat.world.bo(), "Yours", "conversationId", id));
        assertThat(other).isNotEqualTo(id);
        assertThat(Json.text(chat.models.request(1))).doesNotContain("Mine");
    }

    @Test
    void aServerThatIsBusyIsAskedAgainAndOneThatRefusesIsNot() {
        chat.models
                .then(new StandInModels.Step.Refusal(529, "1", "{\"error\":{\"type\":\"overloaded_error\"}}"))
                .says("At last");
        assertThat(Chat.text(chat.ask(chat.world.ada(), "Hi"))).isEqualTo("At last");
        chat.models.then(
                new StandInModels.Step.Refusal(401, "", "{\"error\":{\"message\":\"bad key sk-0123456789abcdef\"}}"));
        List<JsonNode> events = chat.ask(chat.world.ada(), "Hi");
        assertThat(Chat.types(events)).containsExactly("conversation", "error");
        assertThat(events.getLast().get("message").asString()).doesNotContain("sk-0123");
        chat.models.says("Works again");
        assertThat(Chat.text(chat.ask(chat.world.ada(), "Hi"))).isEqualTo("Works again");
    }

    @Test
    void anAnswerThatBreaksOffIsAnErrorAndWhatWasSaidIsKept() {
        for (int i = 0; i < 2; i++) {
            chat.models.then(new StandInModels.Step.Cut("I was about to say"));
        }
        List<JsonNode> events = chat.ask(chat.world.ada(), "Hi");
        assertThat(Chat.types(events)).endsWith("error").doesNotContain("done");
        String id = Chat.conversation(events);
        chat.models.says("Again");
        chat.ask(chat.world.ada(), "Go on", "conversationId", id);
        assertThat(Json.text(chat.models.requests().getLast())).contains("I was about to say");
        for (int i = 0; i < 3; i++) {
            chat.models.then(new StandInModels.Step.Garbage());
        }
        assertThat(Chat.types(chat.ask(chat.world.ada(), "Hi"))).containsExactly("conversation", "error");
    }

    @Test
    void messagesOfAPlanAreCountedOnceAndReleasedWhenNobodyAnswers() {
        over("messages", Map.of("CMS_DEFAULT_PLAN", "starter"));
        chat.models.says("Hello");
        chat.ask(chat.world.ada(), "Hi");
        chat.models.then(new StandInModels.Step.Refusal(401, "", "{}"));
        chat.ask(chat.world.ada(), "Hi");
        assertThat(used()).isEqualTo(1);
        assertThat(chat.models.request(0).get("model").asString()).isEqualTo("claude-haiku-5-5");
        JsonNode options =
                chat.world.ada().http().get(chat.path("/chat/options")).is(200).json();
        assertThat(options.get("messagesLeft").asInt()).isEqualTo(149);
        assertThat(options.get("models")).hasSize(1);
        assertThat(options.get("available").asBoolean()).isTrue();
    }

    private int used() {
        return chat.world
                .ada()
                .http()
                .get("/api/workspaces/" + chat.world.workspaceId() + "/usage?format=simple")
                .is(200)
                .json()
                .at("/aiMessages/current")
                .asInt();
    }

    @Test
    void ownKeysGoFirstAndDoNotCount() {
        Person ada = chat.world.ada();
        ada.http()
                .post(
                        "/api/workspaces/" + chat.world.workspaceId() + "/ai-keys",
                        Map.of("provider", "anthropic", "apiKey", "adas-own-key"))
                .is(200);
        chat.models.says("Hello");
        chat.ask(ada, "Hi", "model", "claude-opus-5-5");
        assertThat(chat.models.headers().getFirst().get("X-api-key")).containsExactly("adas-own-key");
        assertThat(chat.models.request(0).get("model").asString()).isEqualTo("claude-opus-5-5");
        assertThat(used()).isZero();
    }

    @Test
    void whoMayNotTalkIsToldSo() {
        chat.refused(chat.world.nobody(), Chat.body("Hi")).is(404);
        Map<String, Object> wrong = new HashMap<>(Chat.body("Hi"));
        wrong.put("context", Map.of("activeLocale", "en", "panelState", "elsewhere"));
        chat.refused(chat.world.ada(), wrong).is(400);
        for (Map<String, Object> item : List.<Map<String, Object>>of(
                Map.of("type", "entry"), Map.of("type", "thing", "modelId", "posts"), Map.of("modelId", "posts"))) {
            wrong.put("context", Map.of("activeLocale", "en", "panelState", "model", "contextItems", List.of(item)));
            chat.refused(chat.world.ada(), wrong).is(400);
        }
        wrong.remove("context");
        chat.refused(chat.world.ada(), wrong).is(400);
        chat.plan("free");
        chat.refused(chat.world.ada(), Chat.body("Hi")).is(403);
        over("messages", Map.of("CMS_AI_PROVIDER", "off"));
        JsonNode off = chat.refused(chat.world.ada(), Chat.body("Hi")).is(403).json();
        assertThat(off.path("code").asString()).isEqualTo("ai.off");
        over("messages", Map.of("CMS_ANTHROPIC_API_KEY", "", "CMS_ANTHROPIC_BASE_URL", "https://api.anthropic.com"));
        JsonNode keyless =
                chat.refused(chat.world.ada(), Chat.body("Hi")).is(400).json();
        assertThat(keyless.path("code").asString()).isEqualTo("ai.not_configured");
    }

    @Test
    void theCommunityEditionTalksToTheOperatorsOwnModelWithoutACount() {
        over("chat", Map.of("CMS_EDITION", "community", "CMS_DEPLOYMENT", "self-hosted", "CMS_OPENAI_API_KEY", ""));
        chat.models.says("Hello");
        assertThat(Chat.text(chat.ask(chat.world.ada(), "Hi"))).isEqualTo("Hello");
        assertThat(chat.models.request(0).get("model").asString()).isEqualTo("local-model");
        assertThat(chat.models.headers().getFirst()).doesNotContainKey("Authorization");
        chat.world
                .ada()
                .http()
                .post(chat.path("/conversation-keys"), Map.of("name", "robot"))
                .is(403);
    }

    @Test
    void aConversationAnswersOneMessageAtATime() {
        CountDownLatch going = new CountDownLatch(1);
        chat.models.then(new StandInModels.Step.Hang("Wait", going));
        Person ada = chat.world.ada();
        Events events = chat.open(ada, Chat.body("Hi"));
        String id = events.next().orElseThrow().get("conversationId").asString();
        events.next();
        JsonNode busy = chat.refused(ada, Chat.body("Again", "conversationId", id))
                .is(409)
                .json();
        assertThat(busy.path("code").asString()).isEqualTo("conversation.busy");
        assertThat(ada.http()
                        .post(chat.path("/conversations/" + id + "/stop"))
                        .is(200)
                        .json()
                        .get("stopped")
                        .asBoolean())
                .isTrue();
        assertThat(Chat.types(events.rest())).endsWith("done");
        going.countDown();
        eventually(
                "the turn is over",
                () -> !ada.http()
                        .post(chat.path("/conversations/" + id + "/stop"))
                        .is(200)
                        .json()
                        .get("stopped")
                        .asBoolean());
    }

    @Test
    void aMessageMayBeAsLongAsItSaysHoweverItIsWrittenInJson() {
        String words = "\\u00e4".repeat(16 * 1024);
        byte[] body = Json.text(Chat.body("WORDS")).replace("WORDS", words).getBytes(StandardCharsets.US_ASCII);
        chat.models.says("Long.");
        chat.world
                .ada()
                .http()
                .sendBytes("POST", chat.path("/chat"), "application/json", body)
                .is(200);
        body = Json.text(Chat.body("WORDS")).replace("WORDS", words + "a").getBytes(StandardCharsets.US_ASCII);
        chat.world
                .ada()
                .http()
                .sendBytes("POST", chat.path("/chat"), "application/json", body)
                .is(400);
        assertThat(chat.world
                        .ada()
                        .http()
                        .post(chat.path("/chat"), Chat.body("Hi", "attachments", List.of("x")))
                        .is(400)
                        .json()
                        .get("message")
                        .asString())
                .contains("`attachments`");
    }

    @Test
    void textLosesWhatIsShapedLikeAKey() {
        chat.models.says("Take cms_li", "ve_abcdefghijklmnop", "qrstuvwxyz and sk-", "ip it.");
        assertThat(Chat.text(chat.ask(chat.world.ada(), "Hi"))).isEqualTo("Take [key removed] and sk-ip it.");
    }

    @Test
    void theOperatorsFileOfModelsTakesThePlaceOfTheOneThatComesAlong(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("models.json"), """
            { "models": [
              { "id": "tiny", "provider": "anthropic", "tier": "small" },
              { "id": "huge", "provider": "anthropic", "tier": "large" } ] }
            """);
        over("messages", Map.of("CMS_AI_MODELS", file.toString()));
        chat.models.says("One.").says("Two.").says("Three.");
        chat.ask(chat.world.ada(), "Hi");
        chat.ask(chat.world.ada(), "Hi", "model", "huge");
        chat.ask(chat.world.ada(), "Hi", "model", "unheard-of");
        assertThat(chat.models.requests().stream().map(one -> one.get("model").asString()))
                .containsExactly("tiny", "huge", "tiny");
        Files.writeString(file, "{ \"models\": [] }");
        try (TestApp refused = TestApp.start(Map.of("CMS_AI_MODELS", file.toString()))) {
            assertThatThrownBy(refused::url).hasMessageContaining("CMS_AI_MODELS");
        }
    }
}
