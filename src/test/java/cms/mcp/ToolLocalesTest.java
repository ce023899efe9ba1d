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

/** A tool that is named no locale means the default one of the project, as its card says; requests mean {@code en}. */
class ToolLocalesTest {
    private static final String ID = "0a8d5e27c419";

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
    void aProjectWithoutEnglishIsDescribedListedAndSavedWithoutALocale() {
        speaks("de", "fr");
        assertThat(tools.done("cms_describe", Map.of("model", "posts"))
                        .at("/stats/locale")
                        .asString())
                .isEqualTo("de");
        assertThat(tools.done("cms_content_list", Map.of("model", "posts"))
                        .path("locale")
                        .asString())
                .isEqualTo("de");
        assertThat(tools.done("cms_content_list", Map.of("model", "labels"))
                        .path("locale")
                        .asString())
                .isEqualTo("de");
        JsonNode saved = tools.done(
                "cms_content_save",
                Map.of("model", "posts", "entries", List.of(Map.of("data", Map.of("title", "Neu")))));
        assertThat(saved.at("/results/0/locale").asString()).isEqualTo("de");
    }

    @Test
    void whatIsSavedAndDeletedWithoutALocaleIsNotTheEnglishEntry() {
        speaks("de", "en");
        String english = title("en");
        tools.done(
                "cms_content_save",
                Map.of("model", "posts", "entries", List.of(Map.of("id", ID, "data", Map.of("title", "Hallo")))));
        assertThat(title("en")).isEqualTo(english);
        assertThat(title("de")).isEqualTo("Hallo");
        assertThat(tools.refused(
                                "cms_content_save",
                                Map.of(
                                        "model",
                                        "posts",
                                        "entries",
                                        List.of(
                                                Map.of("id", ID, "data", Map.of("title", "A")),
                                                Map.of("id", ID, "locale", "de", "data", Map.of("title", "B")))))
                        .at("/issues/0/code")
                        .asString())
                .isEqualTo("duplicate");
        tools.done("cms_content_delete", Map.of("model", "posts", "id", ID, "confirm", true));
        assertThat(title("en")).isEqualTo(english);
        assertThat(title("de")).isEmpty();
    }

    private String title(String locale) {
        return tools.done("cms_content_list", Map.of("model", "posts", "locale", locale, "ids", List.of(ID)))
                .at("/data/0/data/title")
                .asString("");
    }

    private void speaks(String first, String second) {
        world.ada()
                .http()
                .patch(
                        world.p() + "/config",
                        Map.of("locales", Map.of("default", first, "supported", List.of(first, second))))
                .is(200);
    }
}
