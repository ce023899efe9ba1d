package cms.agent;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.model.AgentLimits;
import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one turn, one person and one process may take; rounds and calls stand in AgentWritesTest and WorstModelTest. */
@Tag("large")
class AgentLimitsTest {
    private static final StandInModels.Step BUSY = new StandInModels.Step.Refusal(529, "0", "{}");

    private final CountDownLatch never = new CountDownLatch(1);
    private Chat chat = new Chat();

    @AfterEach
    void stop() {
        never.countDown();
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private static StandInModels.Call save(int n, String entry) {
        Map<String, Object> input = Map.of("model", "posts", "data", Map.of(entry, Map.of("title", "Title " + entry)));
        return new StandInModels.Call("call" + n, "save_content", Json.text(input));
    }

    private static List<String> codes(List<JsonNode> events) {
        return Chat.results(events).stream()
                .map(result -> result.path("code").asString("done"))
                .toList();
    }

    @Test
    void theTwentyFirstWriteOfATurnIsNotMade() {
        List<StandInModels.Call> calls = new ArrayList<>();
        for (int i = 0; i < AgentLimits.WRITES_MAX + 3; i++) {
            calls.add(save(i, "%012x".formatted(0xd000 + i)));
        }
        chat.models.calls(calls.toArray(StandInModels.Call[]::new));
        List<JsonNode> events = chat.ask(chat.world.bo(), "Write them all");
        List<String> expected = new ArrayList<>(Collections.nCopies(AgentLimits.WRITES_MAX, "done"));
        expected.addAll(List.of("limit", "limit", "limit"));
        assertThat(codes(events)).isEqualTo(expected);
        assertThat(chat.posts().has("%012x".formatted(0xd000 + 19))).isTrue();
        assertThat(chat.posts().has("%012x".formatted(0xd000 + 20))).isFalse();
        assertThat(Chat.text(events)).contains("What was written stays, in posts");
    }

    @Test
    void aTryBeyondTheLimitOfWritesSaysThatNothingWasChanged() {
        List<StandInModels.Call> calls = new ArrayList<>();
        for (int i = 0; i <= AgentLimits.WRITES_MAX; i++) {
            calls.add(save(i, "%012x".formatted(0xd000 + i)));
        }
        chat.models.calls(calls.toArray(StandInModels.Call[]::new));
        List<JsonNode> events = chat.world
                .bo()
                .http()
                .events("POST", chat.path("/chat?dryRun=true"), Chat.body("Try them all"))
                .rest();
        assertThat(codes(events)).endsWith("done", "limit");
        assertThat(Chat.text(events)).contains("Nothing was changed.").doesNotContain("stays");
    }

    @Test
    void theThirdTimeTheSameCallIsAnsweredFromMemory() {
        int before = chat.posts().size();
        chat.models
                .calls(save(1, "new-1"), save(2, "new-1"), save(3, "new-1"), save(4, "new-1"))
                .says("Saved.");
        List<JsonNode> results = Chat.results(chat.ask(chat.world.bo(), "Save it"));
        assertThat(chat.posts().size()).isEqualTo(before + 2);
        assertThat(results.get(2)).isEqualTo(results.get(1)).isEqualTo(results.get(3));
        assertThat(results.get(1)).isNotEqualTo(results.get(0));
    }

    @Test
    void moreTokensThanATurnMayTakeAreItsEnd() {
        chat.close();
        chat = new Chat("chat", Map.of());
        String call = "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a1\",\"function\":"
                + "{\"name\":\"list_models\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]";
        for (int i = 0; i < 2; i++) {
            chat.models.then(new StandInModels.Step.Raw("data: " + call + ",\"usage\":{\"prompt_tokens\":"
                    + (AgentLimits.TOKENS_MAX / 2 + 1) + ",\"completion_tokens\":0}}\n\n"));
        }
        List<JsonNode> events = chat.ask(chat.world.dee(), "Look");
        assertThat(chat.models.requests()).hasSize(2);
        assertThat(Chat.types(events)).endsWith("text", "done");
        assertThat(events.getLast().at("/usage/inputTokens").asLong()).isEqualTo(AgentLimits.TOKENS_MAX + 2);
        assertThat(Chat.text(events)).contains("Nothing was changed.");
    }

    @Test
    void aMessageHasAtMostThirtyTwoKibibytes() {
        chat.models.says("Long.");
        chat.ask(chat.world.dee(), "é".repeat(AgentLimits.MESSAGE_BYTES_MAX / 2));
        chat.refused(chat.world.dee(), Chat.body("é".repeat(AgentLimits.MESSAGE_BYTES_MAX / 2) + "x"))
                .is(400);
        assertThat(chat.models.requests()).hasSize(1);
    }

    @Test
    void aModelIsShownSixteenKibibytesOfAResultAndItsClientAllOfIt() {
        Map<String, Object> posts = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            posts.put("%012x".formatted(0xd000 + i), Map.of("title", "T" + i, "body", "word ".repeat(200)));
        }
        chat.world
                .bo()
                .http()
                .post(chat.path("/content/posts"), Map.of("data", posts))
                .is(200);
        chat.models.calls("get_content", Map.of("model", "posts")).says("Read.");
        List<JsonNode> events = chat.ask(chat.world.dee(), "Read");
        assertThat(Json.bytes(Chat.results(events).getFirst()).length).isGreaterThan(AgentLimits.RESULT_BYTES_MAX);
        JsonNode messages = chat.models.requests().getLast().get("messages");
        JsonNode block = messages.get(messages.size() - 1).at("/content/0/content");
        String told = block.isString() ? block.asString() : block.at("/0/text").asString();
        assertThat(Json.bytes(Json.parse(told)).length).isLessThanOrEqualTo(AgentLimits.RESULT_BYTES_MAX);
        assertThat(Json.parse(told).get("truncated").asBoolean()).isTrue();
    }

    @Test
    void aRequestIsTriedThreeTimesAndALongPauseIsNotWaitedFor() {
        chat.models.then(BUSY).then(BUSY).then(BUSY);
        assertThat(Chat.types(chat.ask(chat.world.dee(), "Hi"))).containsExactly("conversation", "error");
        assertThat(chat.models.requests()).hasSize(AgentLimits.TRIES_MAX);
        chat.models.then(BUSY).then(BUSY).says("At last.");
        assertThat(Chat.text(chat.ask(chat.world.dee(), "Hi"))).isEqualTo("At last.");
        int before = chat.models.requests().size();
        String tooLong = String.valueOf(AgentLimits.RETRY_AFTER_MAX.toSeconds() + 1);
        chat.models.then(new StandInModels.Step.Refusal(429, tooLong, "{}"));
        assertThat(Chat.types(chat.ask(chat.world.dee(), "Hi"))).containsExactly("conversation", "error");
        assertThat(chat.models.requests()).hasSize(before + 1);
    }

    /**
     * Everybody waits some seconds for a place, and is told then. Shown to fail where the keys of one owner took all 64
     * places, which everybody else was refused for minutes.
     */
    @Test
    void fourTurnsOfOneSpeakerRunAtOnceAndTheKeysOfOneOwnerLeaveHalfOfAllToOtherOwners() {
        chat.models.says("Hello.");
        Person nobody = chat.world.nobody();
        String theirs = project(nobody);
        assertThat(Chat.text(ask(nobody, theirs))).isEqualTo("Hello.");
        int before = chat.models.requests().size();
        chat.models.thinks(request -> new StandInModels.Step.Hang("Half", never));
        List<Events> open = new ArrayList<>();
        for (int i = 0; i < AgentLimits.USER_TURNS_MAX; i++) {
            open.add(chat.open(chat.world.bo(), Chat.body("Hi")));
        }
        assertThat(refusedAfterWaiting(chat.world.bo()).path("code").asString()).isEqualTo("ai.busy");
        int half = AgentLimits.PROCESS_TURNS_MAX / 2;
        for (int key = 0; key < half / AgentLimits.USER_TURNS_MAX - 1; key++) {
            Http program = program("robot" + key);
            for (int i = 0; i < AgentLimits.USER_TURNS_MAX; i++) {
                open.add(program.with("Accept", "text/event-stream")
                        .events(
                                "POST",
                                "/api/conversation/v1/" + chat.world.projectId() + "/message",
                                Map.of("message", "Hi")));
            }
        }
        eventually("all of them ask", () -> chat.models.requests().size() == before + half);
        assertThat(refusedAfterWaiting(chat.world.dee()).path("code").asString())
                .isEqualTo("ai.busy");
        assertThat(chat.models.requests()).hasSize(before + half);
        chat.models.thinks(request -> new StandInModels.Step.Reply(List.of("Hello."), List.of(), ""));
        assertThat(Chat.text(ask(nobody, theirs))).isEqualTo("Hello.");
        never.countDown();
        open.forEach(events -> assertThat(Chat.types(events.rest())).endsWith("done"));
        assertThat(Chat.text(chat.ask(chat.world.dee(), "Hi"))).isEqualTo("Hello.");
    }

    private static String project(Person owner) {
        String workspaceId = owner.primaryWorkspace();
        return "/api/workspaces/" + workspaceId + "/projects/"
                + World.connect(owner, workspaceId, "starters/blog", "theirs");
    }

    private static List<JsonNode> ask(Person person, String project) {
        return person.http().events("POST", project + "/chat", Chat.body("Hi")).rest();
    }

    /** Asks, and lets the time pass that somebody waits for a place at most. */
    private JsonNode refusedAfterWaiting(Person person) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<JsonNode> answer = threads.submit(
                    () -> chat.refused(person, Chat.body("Hi")).is(429).json());
            eventually("it was waited for a place", chat.app, Duration.ofSeconds(1), answer::isDone);
            return answer.resultNow();
        }
    }

    private Http program(String name) {
        ObjectNode key = (ObjectNode) chat.world
                .ada()
                .http()
                .post(chat.path("/conversation-keys"), Map.of("name", name, "rateLimitPerMinute", 600))
                .is(200)
                .json();
        return new Http(chat.app.url()).bearer(key.get("key").asString());
    }
}
