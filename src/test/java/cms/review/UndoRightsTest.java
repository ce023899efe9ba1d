package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Undoing takes what it takes to write the same by hand (reference 4.1). Shown to fail where an editor's right to save
 * content is all that is asked for: then each of these changes is undone.
 */
final class UndoRightsTest {
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void anEditorUndoesNoConfiguration() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("domains", List.of("blog", "site", "shop")))
                .is(200);
        assertOnlyAdaUndoesIt();
    }

    @Test
    void anEditorUndoesNoModel() {
        Map<String, Object> model = new HashMap<>(Map.of("id", "notes", "name", "Notes", "kind", "collection"));
        model.putAll(Map.of("domain", "blog", "i18n", true, "fields", Map.of("text", Map.of("type", "string"))));
        world.ada().http().put(world.p() + "/models/notes", model).is(200);
        assertOnlyAdaUndoesIt();
    }

    @Test
    void anEditorBringsNoModelBack() {
        world.ada().http().delete(world.p() + "/models/messages").is(200);
        assertOnlyAdaUndoesIt();
    }

    @Test
    void anEditorUndoesContentAndVocabulary() {
        world.ada()
                .http()
                .patch(world.p() + "/vocabulary", Map.of("terms", Map.of("ferry", Map.of("en", "ferry"))))
                .is(200);
        undo(world.bo()).is(200);
        world.ada()
                .http()
                .post(world.p() + "/content/authors", Map.of("data", Map.of("one", Map.of("name", "One"))))
                .is(200);
        undo(world.bo()).is(200);
    }

    /** Shown to fail where what waits is undone on top of what is live: nothing of it is left to undo there. */
    @Test
    void anEditorTakesBackWhatWaitsAndNobodyReviewsNothing() {
        var review = new Reviewing(world);
        review.begin();
        JsonNode first = save("{'data':{'one':{'title':'A'}}}");
        String branch = first.path("branch").asString();
        JsonNode second = save("{'branch':'" + branch + "','data':{'one':{'title':'B'}}}");
        assertThat(revert(world.bo(), second, "{}")
                        .is(200)
                        .json()
                        .path("branch")
                        .asString())
                .isEqualTo(branch);
        assertThat(titles(branch)).containsExactly("A");
        world.cy()
                .http()
                .post(world.p() + "/history/" + sha(first) + "/revert", Map.of())
                .is(403);
        revert(world.bo(), first, "{}").is(200);
        assertThat(changes()).isEmpty();
    }

    /** Shown to fail where the decision is about the state of {@code cms}: the change has another one. */
    @Test
    void whatSomebodyHasWrittenIntoTheChangeSinceIsDecided() {
        var review = new Reviewing(world);
        review.begin();
        JsonNode first = save("{'data':{'one':{'title':'A'},'two':{'title':'C'}}}");
        String branch = first.path("branch").asString();
        review.save(world.ada(), "posts", "{'branch':'" + branch + "','data':{'one':{'title':'B'}}}");
        Reply clash = revert(world.bo(), first, "{}").is(409);
        ObjectNode decided = Reviewing.decided(clash, "ours").put("sha", sha(first));
        String current = revert(world.bo(), first, decided.toString())
                .is(412)
                .json()
                .at("/data/current/sha")
                .asString();
        revert(world.bo(), first, decided.put("sha", current).toString()).is(200);
        assertThat(titles(branch)).containsExactly("B");
    }

    private JsonNode save(String body) {
        return world.bo()
                .http()
                .post(world.p() + "/content/posts", Reviewing.tree(body))
                .is(200)
                .json();
    }

    private static String sha(JsonNode saved) {
        return saved.at("/commit/sha").asString();
    }

    private Reply revert(Person person, JsonNode saved, String body) {
        return person.http().post(world.p() + "/history/" + sha(saved) + "/revert", Reviewing.tree(body));
    }

    private List<String> titles(String branch) {
        return world
                .bo()
                .http()
                .get(world.p() + "/branches/" + Reviewing.encode(branch) + "/diff")
                .is(200)
                .json()
                .path("changes")
                .values()
                .stream()
                .filter(change -> change.path("field").asString("").equals("title"))
                .map(change -> change.path("after").asString(""))
                .toList();
    }

    private List<JsonNode> changes() {
        return List.copyOf(world.bo()
                .http()
                .get(world.p() + "/branches")
                .is(200)
                .json()
                .path("branches")
                .values());
    }

    private void assertOnlyAdaUndoesIt() {
        String before = snapshot();
        assertThat(undo(world.bo()).is(403).text()).contains("Your role does not allow you to");
        assertThat(snapshot()).isEqualTo(before);
        undo(world.ada()).is(200);
    }

    private Reply undo(Person person) {
        String landed = world.ada()
                .http()
                .get(world.p() + "/history?limit=1")
                .is(200)
                .json()
                .at("/history/0/commit")
                .asString();
        return person.http().post(world.p() + "/history/" + landed + "/revert", Map.of());
    }

    private String snapshot() {
        return world.ada().http().get(world.p() + "/brain/sync").is(200).text();
    }
}
