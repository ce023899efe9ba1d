package cms.agent;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Rows;
import cms.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A client that goes, comes back, asks twice, or meets a service that ends. */
@Tag("rows")
class ResumeTest {
    private final Chat chat = new Chat();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private String stream(String conversation) {
        return chat.path("/conversations/" + conversation + "/stream");
    }

    @Test
    void whoComesBackHearsWhatIsLeftAndNothingTwice() {
        CountDownLatch going = new CountDownLatch(1);
        chat.models.calls("list_models", Map.of()).then(new StandInModels.Step.Hang("Half", going));
        Http ada = chat.world.ada().http().with("Idempotency-Key", "resume-1");
        Events events = ada.events("POST", chat.path("/chat"), Chat.body("Hi"));
        String id = events.next().orElseThrow().get("conversationId").asString();
        events.next();
        events.next();
        String seen = events.lastId().replaceAll("\\.\\d+$", ".3"); // more may have arrived
        events.close();
        Events again = chat.world.ada().http().with("Last-Event-ID", seen).events("GET", stream(id), null);
        JsonNode half = again.next().orElseThrow();
        assertThat(half.get("content").asString()).isEqualTo("Half");
        chat.world
                .ada()
                .http()
                .post(chat.path("/conversations/" + id + "/stop"))
                .is(200);
        assertThat(Chat.types(again.rest())).containsExactly("done");
        going.countDown();
        chat.world
                .ada()
                .http()
                .with("Last-Event-ID", again.lastId())
                .begin(stream(id))
                .is(204);
        chat.world.bo().http().begin(stream(id)).is(404);
    }

    @Test
    void anotherInstanceShowsAndStopsTheTurnToo() {
        assumeTrue(Rows.canBeShared(), "two instances need a server of rows");
        CountDownLatch going = new CountDownLatch(1);
        try (Chat shared =
                        new Chat("messages", Map.of("CMS_SECRET", "a secret that two instances share, long enough"));
                TestApp other = shared.app.beside()) {
            shared.models.then(new StandInModels.Step.Hang("Half", going));
            Http ada = shared.world.ada().http();
            Events here = ada.events("POST", shared.path("/chat"), Chat.body("Hi"));
            String path = shared.path("/conversations/"
                    + here.next().orElseThrow().get("conversationId").asString());
            here.next();
            Events there = ada.at(other.url()).events("GET", path + "/stream", null);
            assertThat(Chat.types(List.of(there.next().orElseThrow()))).containsExactly("conversation");
            assertThat(ada.at(other.url())
                            .post(path + "/stop")
                            .is(200)
                            .json()
                            .get("stopped")
                            .asBoolean())
                    .isTrue();
            assertThat(Chat.types(there.rest())).endsWith("text", "done");
            assertThat(Chat.types(here.rest())).endsWith("done");
        } finally {
            going.countDown();
        }
    }

    /** Shown to fail where a reader at another instance does not note itself: the turn is stopped after 30 seconds. */
    @Test
    void aClientThatComesBackToAnotherInstanceIsAReaderOfTheTurn() {
        assumeTrue(Rows.canBeShared(), "two instances need a server of rows");
        CountDownLatch going = new CountDownLatch(1);
        try (Chat shared =
                        new Chat("messages", Map.of("CMS_SECRET", "a secret that two instances share, long enough"));
                TestApp other = shared.app.beside()) {
            shared.models.then(new StandInModels.Step.Hang("Half", going));
            Http ada = shared.world.ada().http();
            Events here =
                    ada.with("Idempotency-Key", "to-the-other").events("POST", shared.path("/chat"), Chat.body("Hi"));
            String path = shared.path("/conversations/"
                    + here.next().orElseThrow().get("conversationId").asString());
            here.next();
            here.close();
            Events there = ada.at(other.url()).events("GET", path + "/stream", null);
            for (int round = 1; round <= 4; round++) {
                int notes = round;
                eventually("the reader has noted itself", () -> turn(shared, "reader_notes") >= notes);
                shared.app.advance(Duration.ofSeconds(12));
                long now = shared.app.clock().millis();
                eventually("its instance has read the note", () -> turn(shared, "beat_at") == now);
                other.advance(Duration.ofSeconds(5));
            }
            assertThat(ada.at(other.url())
                            .post(path + "/stop")
                            .is(200)
                            .json()
                            .get("stopped")
                            .asBoolean())
                    .as("the turn was still running")
                    .isTrue();
            assertThat(Chat.types(there.rest())).endsWith("done");
        } finally {
            going.countDown();
        }
    }

    private static long turn(Chat chat, String column) {
        return chat.app
                .doors()
                .rows()
                .<Long>read(tx -> tx.query("SELECT " + column + " FROM agent_turns")
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void theSameRequestAgainIsTheSameTurn() {
        chat.models
                .calls("save_content", Map.of("model", "posts", "data", Map.of("new-1", Map.of("title", "Only once"))))
                .says("Saved.");
        Http ada = chat.world.ada().http().with("Idempotency-Key", "twice");
        List<JsonNode> first =
                ada.events("POST", chat.path("/chat"), Chat.body("Save")).rest();
        List<JsonNode> second =
                ada.events("POST", chat.path("/chat"), Chat.body("Save")).rest();
        assertThat(second).isEqualTo(first);
        assertThat(Json.text(chat.posts()).split("Only once", -1)).hasSize(2);
        ada.post(chat.path("/chat"), Chat.body("Something else")).is(422);
        chat.app.restart();
        assertThat(ada.events("POST", chat.path("/chat"), Chat.body("Save")).rest())
                .isEqualTo(first);
    }

    @Test
    void aClientThatGoesWithoutAWordEndsItsTurn() {
        CountDownLatch going = new CountDownLatch(1);
        chat.models.then(new StandInModels.Step.Hang("Half", going)).says("Next.");
        Person ada = chat.world.ada();
        Events events = chat.open(ada, Chat.body("Hi"));
        String id = events.next().orElseThrow().get("conversationId").asString();
        events.next();
        chat.app.restart(going::countDown);
        List<JsonNode> rest = events.rest();
        assertThat(Chat.types(rest)).endsWith("error");
        List<JsonNode> next = chat.ask(ada, "Again", "conversationId", id);
        assertThat(Chat.types(next)).endsWith("done");
        assertThat(Chat.conversation(next)).isEqualTo(id);
    }

    @Test
    void aCallWhoseAnswerWasLostIsAnsweredBeforeTheNextMessage() throws Exception {
        chat.models.calls("list_models", Map.of()).says("One.").says("Two.");
        Person ada = chat.world.ada();
        String id = Chat.conversation(chat.ask(ada, "Hi"));
        try (var rows = chat.app.rows();
                var sql = rows.createStatement()) {
            sql.executeUpdate("DELETE FROM agent_messages WHERE kind = 'results'");
        }
        assertThat(Chat.types(chat.ask(ada, "Again", "conversationId", id))).endsWith("done");
        assertThat(Json.text(chat.models.requests().getLast())).contains("outcome unknown");
    }

    @Test
    void aTurnThatNobodyRunsAnyMoreIsEndedAndItsCountGivenBack() throws Exception {
        chat.plan("starter");
        chat.models.says("One.").says("Two.");
        Person ada = chat.world.ada();
        String id = Chat.conversation(chat.ask(ada, "Hi"));
        try (var rows = chat.app.rows();
                var sql = rows.createStatement()) {
            sql.executeUpdate("DELETE FROM agent_model_calls");
            sql.executeUpdate("UPDATE agent_turns SET status = 'running', meter_state = 'reserved', beat_at = 0");
            sql.executeUpdate("UPDATE agent_conversations SET running_turn = (SELECT id FROM agent_turns)");
        }
        assertThat(Chat.types(chat.ask(ada, "Again", "conversationId", id))).endsWith("done");
        eventually(
                "the count is given back",
                () -> chat.world
                                .ada()
                                .http()
                                .get("/api/workspaces/" + chat.world.workspaceId() + "/usage?format=simple")
                                .is(200)
                                .json()
                                .at("/aiMessages/current")
                                .asInt()
                        == 1);
    }

    @Test
    void whatWasCountedInTheMonthBeforeIsNotGivenBackInThisOne() {
        chat.plan("starter");
        chat.models.says("One.");
        chat.ask(chat.world.ada(), "Hi");
        chat.execute("DELETE FROM agent_model_calls");
        long before = Instant.parse("2026-10-31T23:59:59Z").toEpochMilli();
        chat.execute("UPDATE agent_turns SET status = 'running', meter_state = 'reserved', beat_at = 0, started_at = "
                + before);
        eventually(
                "the turn is ended", // a turn that has just answered counts as a live one for a moment
                chat.app,
                Duration.ofMinutes(10),
                () -> chat.app
                                .doors()
                                .rows()
                                .<Long>read(tx -> tx.query(
                                                "SELECT COUNT(*) FROM agent_turns WHERE meter_state = 'released'")
                                        .mapTo(Long.class)
                                        .one())
                        == 1);
        assertThat(chat.world
                        .ada()
                        .http()
                        .get("/api/workspaces/" + chat.world.workspaceId() + "/usage?format=simple")
                        .is(200)
                        .json()
                        .at("/aiMessages/current")
                        .asInt())
                .isEqualTo(1);
    }
}
