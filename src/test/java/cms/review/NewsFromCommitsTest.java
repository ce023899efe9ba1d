package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The log and the announcements follow from the commits, and commits cannot be forged.
 *
 * <p>Shown to fail with {@code CommitProof.said} believing every message, and with a cursor that stays where it is when
 * the lines are written.
 */
@Timeout(90)
class NewsFromCommitsTest {
    @TempDir
    private Path folder;

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

    /** What a kill leaves: commits that no row tells of, and the place before them. */
    @Test
    void whatACrashKeptFromTheRowsIsToldAtTheNextStartOnceAndWithTheSameIds() throws SQLException {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        save("one");
        log();
        List<String> before = cursor();
        String waiting = save("two");
        String rejected = save("three");
        decide(waiting, "merge");
        decide(rejected, "reject");
        List<String> lines = log();
        assertThat(lines).anyMatch(line -> line.startsWith("merge_branch " + waiting));
        assertThat(lines).anyMatch(line -> line.startsWith("reject_branch " + rejected));
        app.restart();
        execute("DELETE FROM activities WHERE created_at > 0 AND action IN ('merge_branch', 'reject_branch') "
                + "OR (action = 'save_content' AND position > (SELECT MIN(position) FROM activities "
                + "WHERE action = 'save_content'))");
        execute("UPDATE review_cursors SET trunk = '%s', journal = '%s', main = '%s'"
                .formatted(before.get(0), before.get(1), before.get(2)));

        app.restart();

        assertThat(log()).containsExactlyInAnyOrderElementsOf(lines);
        app.restart();
        assertThat(log()).containsExactlyInAnyOrderElementsOf(lines);
    }

    @Test
    void aPushCannotSayThatSomebodyElseDidIt() {
        save("one");
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        clone.git("checkout", "-b", "cms", "origin/cms");
        String proven = clone.git("log", "-1", "--format=%B", "origin/cms^2");
        assertThat(proven).contains("Cms-Proof: ");
        clone.write("forged.txt", "forged").commit(proven.strip());
        clone.git("push", "origin", "cms");

        JsonNode newest =
                world.ada().http().get(world.p() + "/history").is(200).json().at("/history/0");
        assertThat(newest.get("client").asString()).isEqualTo("git");
        assertThat(newest.at("/actor/id").isNull()).isTrue();
        assertThat(newest.at("/actor/email").asString()).isEqualTo("ada@example.com");
        assertThat(log().stream().filter(line -> line.startsWith("save_content")))
                .hasSize(1);
        assertThat(log()).anyMatch(line -> line.startsWith("push cms"));
    }

    @Test
    void theJournalIsNobodyElses() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        save("one");
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        assertThat(clone.git("ls-remote", "origin")).contains("refs/heads/cr/").doesNotContain("refs/cms");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/cms/journal").code())
                .isNotZero();
        assertThat(clone.attempt("fetch", "origin", "refs/cms/journal").code()).isNotZero();
    }

    /** What is kept beside the rows for a project goes with it. */
    @Test
    void theHistoryOfADeletedProjectIsForgotten() {
        save("one");
        world.ada().http().get(world.p() + "/brain/sync").is(200);
        app.restart();
        Path history = app.data().resolve("histories").resolve(world.projectId() + ".json");
        assertThat(history).exists();
        world.ada().http().delete(world.p()).is(200);
        Eventually.eventually("the file is gone", () -> !Files.exists(history));
    }

    private String save(String entry) {
        return world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of(entry, Map.of("title", entry))))
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    private void decide(String branch, String verb) {
        world.cy()
                .http()
                .post(world.p() + "/branches/" + URLEncoder.encode(branch, StandardCharsets.UTF_8) + "/" + verb)
                .is(200);
    }

    /** {@code <action> <record> <id>} */
    private List<String> log() {
        return world.ada()
                .http()
                .get(world.p() + "/activity?limit=100")
                .is(200)
                .json()
                .get("data")
                .valueStream()
                .map(line -> line.get("action").asString() + " "
                        + line.get("recordId").asString("") + " "
                        + line.get("id").asString())
                .toList();
    }

    private List<String> cursor() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                ResultSet row = statement.executeQuery("SELECT trunk, journal, main FROM review_cursors")) {
            assertThat(row.next()).isTrue();
            for (int column = 1; column <= 3; column++) {
                found.add(row.getString(column));
            }
        }
        return found;
    }

    private void execute(String sql) throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.execute(sql);
        }
    }
}
