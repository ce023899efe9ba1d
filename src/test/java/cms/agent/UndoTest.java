package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a conversation wrote can be taken back, and nothing that somebody else did. */
class UndoTest {
    private static final String ID = "00000000aaaa";

    private final Chat chat = new Chat();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private List<JsonNode> writes(Person person, String id, Map<String, Object> data, Object... more) {
        chat.models
                .calls("save_content", Map.of("model", "posts", "data", Map.of(id, data)))
                .says("Saved.");
        return chat.ask(person, "Save", more);
    }

    private JsonNode undo(Person person, String conversation, String scope, String query) {
        return person.http()
                .post(chat.path("/conversations/" + conversation + "/undo" + query), Map.of("scope", scope))
                .is(200)
                .json();
    }

    @Test
    void whatLandedIsUndoneInOneCommitAndAColleaguesEditStays() {
        Person bo = chat.world.bo();
        String id = Chat.conversation(writes(bo, ID, Map.of("title", "Agent title", "excerpt", "Agent excerpt")));
        writes(bo, "00000000bbbb", Map.of("title", "Second post"), "conversationId", id);
        chat.world
                .ada()
                .http()
                .post(chat.path("/content/posts"), Map.of("data", Map.of(ID, Map.of("title", "Ada's title"))))
                .is(200);
        JsonNode tried = undo(bo, id, "all", "?dryRun=true");
        assertThat(tried.get("dryRun").asBoolean()).isTrue();
        assertThat(chat.posts().has("00000000bbbb")).isTrue();
        JsonNode undone = undo(bo, id, "all", "");
        assertThat(undone.get("reverted").asInt()).isEqualTo(2);
        assertThat(undone.get("merged").asBoolean()).isTrue();
        assertThat(undone.at("/skipped/0/entry").asString()).isEqualTo(ID);
        assertThat(undone.at("/skipped/0/by").asString()).isEqualTo("ada@example.com");
        assertThat(chat.posts().has("00000000bbbb")).isFalse();
        assertThat(chat.posts().path(ID).path("title").asString()).isEqualTo("Ada's title");
        assertThat(undo(bo, id, "all", "").get("reverted").asInt()).isZero();
    }

    @Test
    void theWordsUndoTakeTheLastWritingTurnBackWithoutAModel() {
        Person bo = chat.world.bo();
        String id = Chat.conversation(writes(bo, ID, Map.of("title", "First post")));
        writes(bo, "00000000bbbb", Map.of("title", "Second post"), "conversationId", id);
        int asked = chat.models.requests().size();
        List<JsonNode> events = chat.ask(bo, "/undo", "conversationId", id);
        assertThat(Chat.types(events)).containsExactly("conversation", "text", "done");
        assertThat(events.getLast().at("/affected/snapshotChanged").asBoolean()).isTrue();
        assertThat(chat.models.requests()).hasSize(asked);
        assertThat(chat.posts().has(ID)).isTrue();
        assertThat(chat.posts().has("00000000bbbb")).isFalse();
    }

    @Test
    void aChangeThatStillWaitsIsTakenBackTurnByTurnAndThenRejected() {
        chat.world
                .ada()
                .http()
                .patch(chat.path("/config"), Map.of("workflow", "review"))
                .is(200);
        Person bo = chat.world.bo();
        List<JsonNode> first = writes(bo, ID, Map.of("title", "First post"));
        String id = Chat.conversation(first);
        String branch = Chat.results(first).getFirst().get("branch").asString();
        writes(bo, "00000000bbbb", Map.of("title", "Second post"), "conversationId", id);
        undo(bo, id, "turn", "");
        String left = Json.text(bo.http()
                .get(chat.path("/branches/" + branch.replace("/", "%2F") + "/diff"))
                .is(200)
                .json()
                .get("diff"));
        assertThat(left).contains("First post").doesNotContain("Second post");
        undo(bo, id, "all", "");
        assertThat(Json.text(bo.http().get(chat.path("/branches")).is(200).json()))
                .doesNotContain(branch);
    }

    @Test
    void whatAColleagueAddedToTheWaitingChangeStays() {
        Person ada = chat.world.ada();
        ada.http().patch(chat.path("/config"), Map.of("workflow", "review")).is(200);
        Person bo = chat.world.bo();
        List<JsonNode> first = writes(bo, ID, Map.of("title", "First post"));
        String branch = Chat.results(first).getFirst().get("branch").asString();
        Map<String, Object> adas =
                Map.of("data", Map.of("00000000cccc", Map.of("title", "Ada's post")), "branch", branch);
        ada.http().post(chat.path("/content/posts"), adas).is(200);
        JsonNode undone = undo(bo, Chat.conversation(first), "all", "");
        assertThat(undone.get("reverted").asInt()).isEqualTo(1);
        String left = Json.text(bo.http()
                .get(chat.path("/branches/" + branch.replace("/", "%2F") + "/diff"))
                .is(200)
                .json()
                .get("diff"));
        assertThat(left).contains("Ada's post").doesNotContain("First post");
    }

    @Test
    void whoMayNotWriteIsToldSoBeforeAnythingElse() {
        chat.world
                .dee()
                .http()
                .post(chat.path("/conversations/none/undo"), Map.of("scope", "half"))
                .is(403);
    }

    @Test
    void nobodyUndoesWhatIsNotTheirs() {
        Person bo = chat.world.bo();
        String id = Chat.conversation(writes(bo, ID, Map.of("title", "First post")));
        chat.world
                .ada()
                .http()
                .post(chat.path("/conversations/" + id + "/undo"), Map.of("scope", "all"))
                .is(404);
        assertThat(chat.posts().has(ID)).isTrue();
    }
}
