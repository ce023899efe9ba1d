package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import cms.testing.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A caller who did not get an answer repeats the call with its key, and is told what the first one did. */
class LostAnswersTest {
    private TestApp app;
    private McpClient tools;

    @BeforeEach
    void start() {
        app = TestApp.start();
        tools = McpClient.withKey(World.blog(app), Map.of("rateLimitPerMinute", 600));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /**
     * Shown to fail before: the repeat named an id of its own making, and said of everything that it was there already.
     */
    @Test
    void aRepeatIsToldTheSameAsTheFirstCallAlsoOfEntriesWithoutAnId() {
        Map<String, Object> save = Map.of(
                "model",
                "posts",
                "idempotency_key",
                "lost",
                "entries",
                List.of(Map.of("data", Map.of("title", "Lost once")), Map.of("data", Map.of("title", "Lost twice"))));
        JsonNode first = tools.done("cms_content_save", save);
        JsonNode again = tools.done("cms_content_save", save);
        assertThat(again).isEqualTo(first);
        assertThat(first.at("/results/0/action").asString()).isEqualTo("created");
        assertThat(first.at("/results/0/locale").asString()).isEqualTo("en");
        assertThat(first.path("diff")).hasSize(2);
        JsonNode found = tools.done(
                "cms_content_list",
                Map.of(
                        "model",
                        "posts",
                        "ids",
                        List.of(
                                first.at("/results/0/id").asString(),
                                first.at("/results/1/id").asString())));
        assertThat(found.path("total").asInt()).isEqualTo(2);
    }

    @Test
    void aRepeatWithTheTagOfBeforeIsNoStaleOne() {
        save("first", Map.of("title", "One"));
        JsonNode read = tools.done("cms_content_list", Map.of("model", "posts", "ids", List.of("aaaabbbbcccc")));
        Map<String, Object> change = Map.of(
                "model",
                "posts",
                "idempotency_key",
                "second",
                "mode",
                "replace",
                "entries",
                List.of(Map.of(
                        "id",
                        "aaaabbbbcccc",
                        "if_match",
                        read.at("/data/0/etag").asString(),
                        "data",
                        Map.of("title", "Two"))));
        JsonNode first = tools.done("cms_content_save", change);
        assertThat(tools.done("cms_content_save", change)).isEqualTo(first);
        save("third", Map.of("title", "Three"));
        assertThat(tools.done("cms_content_save", change).at("/git/commit"))
                .as("also after others have changed it")
                .isEqualTo(first.at("/git/commit"));

        Map<String, Object> other = new HashMap<>(change);
        other.put("idempotency_key", "fourth");
        assertThat(tools.refused("cms_content_save", other).path("error").asString())
                .isEqualTo("STALE");
        other.put("idempotency_key", "second");
        other.put("mode", "merge");
        assertThat(tools.refused("cms_content_save", other).path("error").asString())
                .isEqualTo("idempotency.reused");
    }

    @Test
    void oneEntryTwiceInOneCallIsNamed() {
        JsonNode refused = tools.refused(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        List.of(
                                Map.of("id", "abcdefabcdef", "data", Map.of("title", "a")),
                                Map.of("id", "abcdefabcdef", "data", Map.of("title", "b")))));
        assertThat(refused.at("/issues/0/path").asString()).isEqualTo("entries[1]");
    }

    private void save(String key, Map<String, Object> data) {
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "idempotency_key",
                        key,
                        "entries",
                        List.of(Map.of("id", "aaaabbbbcccc", "data", data))));
    }
}
