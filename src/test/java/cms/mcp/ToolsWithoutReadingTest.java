package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A credential that may write and not read learns from no answer of a save what is stored. */
class ToolsWithoutReadingTest {
    private static final String HEADLINE = "Go slowly, see more";
    private static final Map<String, Object> STALE =
            Map.of("model", "home", "entries", List.of(Map.of("if_match", "x", "data", Map.of("headline", "?"))));
    private static final Map<String, Object> TRIED =
            Map.of("model", "home", "dry_run", true, "entries", List.of(Map.of("data", Map.of("headline", "?"))));

    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aStaleSaveIsToldTheTagAndTheMembersThatDifferToWhomMayRead() {
        JsonNode refused = only().refused("cms_content_save", STALE);
        assertThat(refused.at("/data/current/etag").asString("")).isNotEmpty();
        assertThat(refused.toString()).doesNotContain(HEADLINE).doesNotContain("differs");
        JsonNode current =
                only("cms_content_list").refused("cms_content_save", STALE).at("/data/current");
        assertThat(current.at("/differs/0").asString()).isEqualTo("headline");
        assertThat(current.at("/data/headline").asString()).isEqualTo(HEADLINE);
    }

    /** Shown to fail while a member that has the value already was left out: each call was a guess. */
    @Test
    void aDryRunDoesNotTellWhetherAValueIsTheStoredOne() {
        Map<String, Object> guess = Map.of(
                "model",
                TRIED.get("model"),
                "dry_run",
                true,
                "entries",
                List.of(Map.of("data", Map.of("headline", HEADLINE))));
        assertThat(only().done("cms_content_save", guess).at("/diff/0/field").asString("none"))
                .isEqualTo("headline");
        assertThat(only("cms_content_list").done("cms_content_save", guess).path("diff"))
                .isEmpty();
    }

    @Test
    void aDryRunTellsWhatWouldChangeAndNotWhatThereIs() {
        JsonNode tried = only().done("cms_content_save", TRIED);
        assertThat(tried.at("/diff/0/field").asString()).isEqualTo("headline");
        assertThat(tried.at("/diff/0/after").asString()).isEqualTo("?");
        assertThat(tried.toString()).doesNotContain(HEADLINE);
        assertThat(only("cms_content_list")
                        .done("cms_content_save", TRIED)
                        .at("/diff/0/before")
                        .asString())
                .isEqualTo(HEADLINE);
    }

    @Test
    void aWrongNameIsAnsweredWithThoseThatThereAreToWhomThatIsSaidElsewhere() {
        Map<String, Object> model = Map.of("model", "categry", "entries", List.of(Map.of("data", Map.of())));
        Map<String, Object> locale =
                Map.of("model", "posts", "locale", "xx", "entries", List.of(Map.of("data", Map.of("title", "T"))));
        JsonNode refused = only().refused("cms_content_save", model);
        assertThat(refused.path("error").asString()).isEqualTo("UNKNOWN_MODEL");
        assertThat(refused.at("/issues/0/path").asString()).isEqualTo("model");
        assertThat(refused.toString()).doesNotContain("categories").doesNotContain("labels");
        assertThat(only().refused("cms_content_save", locale).toString()).doesNotContain("\"de\"");
        for (String metadata : List.of("cms_status", "cms_describe")) {
            assertThat(only(metadata).refused("cms_content_save", model).toString())
                    .contains("labels");
            assertThat(only(metadata).refused("cms_content_save", locale).toString())
                    .contains("\"de\"");
        }
    }

    private static McpClient only(String... more) {
        List<String> tools = new ArrayList<>(List.of(more));
        tools.add("cms_content_save");
        return McpClient.withKey(world, Map.of("rateLimitPerMinute", 600, "allowedTools", tools));
    }
}
