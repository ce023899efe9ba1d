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
