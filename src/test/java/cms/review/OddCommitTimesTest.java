package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Git takes any number as the time of a commit, and a clock may be wrong: neither stops anybody nor loses work. */
class OddCommitTimesTest {
    private static final String LABELS = ".cms/content/site/labels/en.json";

    /** Later than what Java holds as a moment; Git makes such a commit, and its check of objects says nothing. */
    private static final String BEYOND_JAVA = "99999999999999999";

    /** A moment of November 2025 in milliseconds, where Git reads seconds. */
    private static final String MILLISECONDS = "1764345600000";

    private static final String IN_2040 = "2240000000";

    @TempDir
    private Path folder;

    private TestApp app;
    private World world;
    private GitClient clone;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        clone = GitClient.clone(folder, world.bo(), "ada/blog");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail where the author of a commit is read as Java reads it. */
    @ParameterizedTest
    @ValueSource(strings = {BEYOND_JAVA, MILLISECONDS})
    void anAuthorsTimeThatIsFarAwayStopsNobody(String authored) {
        String labels = clone.show("HEAD", LABELS) + "\n";
        String now = String.valueOf(app.clock().instant().getEpochSecond());
        clone.write(LABELS, labels.replace("\"Home\"", "\"Far\"")).commitAt("far", authored, now);
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/far");

        save("first");
        assertThat(branches().toString()).contains("cr/far");
        world.ada()
                .http()
                .post(world.p() + "/branches/cr%2Ffar/merge", Map.of())
                .is(200);

        save("second");
        world.dee().http().get(world.p() + "/history").is(200);
        JsonNode sync =
                world.dee().http().get(world.p() + "/brain/sync").is(200).json();
        assertThat(sync.toString()).contains("\"Far\"");
        clone.git("fetch", "--quiet", "origin");
        clone.git("reset", "--quiet", "--hard", "origin/main");
        clone.write(LABELS, labels.replace("\"Home\"", "\"Farther\"")).commitAt("farther", authored, now);
        clone.git("push", "--quiet", "origin", "main");
        save("third");
        JsonNode landings =
                world.dee().http().get(world.p() + "/history").is(200).json().get("history");
        for (JsonNode landing : landings) {
            String time = landing.get("timestamp").asString();
            assertThat(time).hasSizeLessThanOrEqualTo("9999-12-31T23:59:59.000Z".length());
            assertThat(Instant.parse(time)).isBefore(Instant.parse("+10000-01-01T00:00:00Z"));
        }
    }

    /** Shown to fail where JGit ends a walk at a commit that lies before 1970 to it: the change counted as landed. */
    @ParameterizedTest
    @ValueSource(strings = {IN_2040, MILLISECONDS, BEYOND_JAVA})
    void anOpenChangeOfAWrongClockIsNotClearedAway(String committed) {
        String labels = clone.show("HEAD", LABELS) + "\n";
        clone.write("x.txt", "x").commit("first");
        String tip =
                clone.write(LABELS, labels.replace("\"Home\"", "\"Later\"")).commitAt("later", committed, committed);
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/landing-page");

        assertThat(world.dee()
                        .http()
                        .get(world.p() + "/branches/health")
                        .is(200)
                        .json()
                        .get("unmergedCount")
                        .asInt())
                .isEqualTo(1);
        assertThat(world.ada()
                        .http()
                        .post(world.p() + "/branches/cleanup")
                        .is(200)
                        .json()
                        .get("deleted"))
                .isEmpty();
        assertThat(clone.git("ls-remote", "origin", "refs/heads/cr/landing-page"))
                .startsWith(tip);

        world.ada()
                .http()
                .post(world.p() + "/branches/cr%2Flanding-page/merge", Map.of())
                .is(200);
        save("behind");
        assertThat(world.dee()
                        .http()
                        .get(world.p() + "/brain/sync")
                        .is(200)
                        .json()
                        .toString())
                .contains("\"Later\"", "behind");
        assertThat(branches()).isEmpty();
    }

    @Test
    void norIsItByTheCleanUpOfEachDay() {
        String tip = clone.write("x.txt", "x").commitAt("later", IN_2040, IN_2040);
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/landing-page", "HEAD~1:refs/heads/cr/landed");

        app.advancePast(Duration.ofDays(31), "clean-up-landed-changes");

        GitClient stored = GitClient.at(app.data().resolve("repositories/ada/blog.git"));
        assertThat(stored.git("for-each-ref", "--format=%(objectname)", "refs/heads/cr"))
                .isEqualTo(tip);
    }

    private void save(String key) {
        world.bo()
                .http()
                .with("Idempotency-Key", key)
                .post(world.p() + "/content/posts", Map.of("data", Map.of("0123456789ab", Map.of("title", key))))
                .is(200);
    }

    private JsonNode branches() {
        return world.cy()
                .http()
                .get(world.p() + "/branches?details=true")
                .is(200)
                .json()
                .get("branches");
    }
}
