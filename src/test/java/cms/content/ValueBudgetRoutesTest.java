package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A short text that would become gigabytes is refused, or named and left out, and a push mends it (S1, S3). */
@Tag("scenario")
class ValueBudgetRoutesTest {
    private static final String NESTED = ("[".repeat(90) + "]".repeat(90) + ",").repeat(40_000);

    @TempDir
    private static Path folder;

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
    void aBodyOfManyValuesIsTooLargeAndSaysSo() {
        Reply reply = world.bo()
                .http()
                .sendBytes(
                        "POST",
                        world.p() + "/content/posts",
                        "application/json",
                        ("{\"data\":{\"many\":{\"title\":[" + NESTED + "0]}}}").getBytes(StandardCharsets.UTF_8))
                .is(413);

        assertThat(reply.json().path("code").asString()).isEqualTo("body.too_many_values");
    }

    /** What is longer than a preview takes is never rendered, however many marks it has. */
    @Test
    void aPreviewOfMoreThanItTakesIsRefusedWithTheLimit() {
        Reply reply = world.dee()
                .http()
                .post(world.p() + "/preview", Map.of("markdown", ("- ".repeat(45) + "a\n").repeat(10_000)))
                .is(400);

        assertThat(reply.json().path("message").asString()).contains("200000 characters");
    }

    @Test
    void aPushedFileOfManyValuesIsNamedLeftOutAndMendedByAPush() throws IOException {
        JsonNode project = world.ada().http().get(world.p()).is(200).json();
        GitClient clone = GitClient.clone(
                folder, world.ada(), project.path("repo_full_name").asString());
        String path = ".cms/content/blog/categories/en.json";
        String before = Files.readString(clone.folder().resolve(path));
        clone.write(path, "{\"c1\":{\"title\":[" + NESTED + "0]}}\n");
        clone.commit("Many values");
        clone.git("push", "origin", "HEAD");

        JsonNode health = world.ada().http().get(world.p() + "/health").is(200).json();
        assertThat(health.toString()).contains(path).contains("values");
        JsonNode sync =
                world.ada().http().get(world.p() + "/brain/sync").is(200).json();
        assertThat(sync.path("content").has("categories:en")).isFalse();
        assertThat(sync.path("content").has("posts:en")).isTrue();

        clone.write(path, before);
        clone.commit("Few values");
        clone.git("push", "origin", "HEAD");
        JsonNode mended =
                world.ada().http().get(world.p() + "/brain/sync").is(200).json();
        assertThat(mended.path("content").has("categories:en")).isTrue();
    }
}
