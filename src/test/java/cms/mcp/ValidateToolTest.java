package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code cms_validate} finds in stored entries what a save of them finds, and what health finds about their models. */
class ValidateToolTest {
    private static final String BROKEN = "The relation points to '3f1c8a5b2d90', which is no entry of 'authors'.";
    private static final String UNTRANSLATED = "Entries of other locales are missing in the locale de.";

    private TestApp app;
    private World world;
    private McpClient tools;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        tools = McpClient.busy(world);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aRelationToADeletedEntryIsAWarningAndAnErrorOfAStrictProject() {
        assertThat(says(Map.of("model", "posts"))).doesNotContain("warning " + BROKEN);
        tools.done("cms_content_delete", Map.of("model", "authors", "id", "3f1c8a5b2d90", "confirm", true));
        JsonNode mild = tools.done("cms_validate", Map.of("model", "posts"));
        assertThat(mild.path("valid").asBoolean()).isTrue();
        assertThat(mild.path("message").asString()).isNotEqualTo("Nothing is wrong.");
        assertThat(mild.at("/summary/warnings").asInt()).isPositive();
        assertThat(says(Map.of("model", "posts"))).contains("warning " + BROKEN);
        world.ada().http().patch(world.p() + "/config", Map.of("strict", true)).is(200);
        JsonNode strict = tools.done("cms_validate", Map.of());
        assertThat(strict.path("valid").asBoolean()).isFalse();
        assertThat(strict.at("/issues/0/severity").asString())
                .as("errors come first")
                .isEqualTo("error");
        assertThat(says(Map.of())).contains("error " + BROKEN);
    }

    @Test
    void anEntryThatIsNotTranslatedIsAWarningOfItsModelAndLocale() {
        assertThat(says(Map.of())).doesNotContain("warning " + UNTRANSLATED);
        tools.done(
                "cms_content_save",
                Map.of("model", "posts", "locale", "en", "entries", List.of(Map.of("data", Map.of("title", "New")))));
        assertThat(says(Map.of())).contains("warning " + UNTRANSLATED);
        assertThat(says(Map.of("model", "posts", "locale", "de"))).contains("warning " + UNTRANSLATED);
        assertThat(says(Map.of("model", "posts", "locale", "en"))).doesNotContain("warning " + UNTRANSLATED);
        assertThat(says(Map.of("model", "authors"))).doesNotContain("warning " + UNTRANSLATED);
    }

    private List<String> says(Map<String, Object> asked) {
        return tools.done("cms_validate", asked)
                .path("issues")
                .valueStream()
                .map(issue -> issue.path("severity").asString() + " "
                        + issue.path("message").asString())
                .toList();
    }
}
