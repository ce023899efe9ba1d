package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.jobs.ReadingMarks;
import cms.testing.EndedRuns;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A repository with which two runs ended keeps no start from succeeding: it is left alone, named, and mended by a push.
 */
@Tag("scenario")
class LeftAloneTest {
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

    @Test
    void aRepositoryThatEndedTwoRunsIsNamedAndReadAgainAfterThePushThatMendsIt() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        eventually("the first build", () -> !builds().isEmpty());
        String repository = world.repository();
        app.restart(() -> EndedRuns.leave(app, ReadingMarks.MarkedWork.joint("build 1"), repository));

        assertThat(health()).contains("left_alone");
        GitClient clone = GitClient.clone(folder, world.ada(), repository);
        String sha = clone.write("x.txt", "x").commit("mend");
        clone.git("push", "--quiet", "origin", "main");

        eventually("a build of the push", () -> builds().toString().contains(sha));
        assertThat(health()).doesNotContain("left_alone");
    }

    /**
     * Shown to fail where the job leaves no mark: a project that ends the process while it is set up did so at every
     * start.
     */
    @Test
    void aJobThatEndedTwoRunsLeavesItsProjectAloneAndGoesOnWithTheOthers() throws SQLException {
        String other = "/api/workspaces/" + world.workspaceId() + "/projects/"
                + World.connect(world.ada(), world.workspaceId(), "starters/blog", "other");
        String repository = world.repository();
        isBeingSetUp();
        app.restart(() -> EndedRuns.leave(app, ReadingMarks.MarkedWork.alone("set up"), repository));
        becomesActive(other);
        isBeingSetUp();
        becomesActive(other); // The job has been everywhere by now.

        assertThat(status(world.p())).isEqualTo("setup");
        assertThat(health()).contains("left_alone");
        GitClient clone = GitClient.clone(folder, world.ada(), repository);
        clone.write("x.txt", "x").commit("mend");
        clone.git("push", "--quiet", "origin", "main");
        becomesActive(world.p());
        assertThat(health()).doesNotContain("left_alone");
    }

    /** Shown to fail where the count of open changes leaves no mark: it read each project at every first scrape. */
    @Test
    void ofAProjectThatEndedTwoRunsWhileItWasCountedNothingIsCounted() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        world.ada()
                .http()
                .post(world.p() + "/content/authors", Map.of("data", Map.of("aaaabbbbcccc", Map.of("name", "Waits"))))
                .is(200);
        String repository = world.repository();
        app.restart(
                () -> EndedRuns.leave(app, ReadingMarks.MarkedWork.alone("count " + world.projectId()), repository));

        eventually("the open changes are counted", () -> metrics().contains("\ncms_open_changes 0.0\n"));
        assertThat(health()).contains("left_alone");
    }

    private String metrics() {
        return world.ada().http().get("/metrics").is(200).text();
    }

    /**
     * Shown to fail where the stop leaves the mark: two in the middle of a long fetch left an innocent project alone.
     */
    @Test
    void aStopInTheMiddleOfAReadingTakesItsMarkAway() throws Exception {
        Path marks = app.data().resolve("reading");
        isBeingSetUp();
        Thread stop;
        try (Connection rows = app.rows();
                Statement locking = rows.createStatement()) {
            rows.setAutoCommit(false);
            locking.executeUpdate("UPDATE projects SET status = 'setup'");
            Thread.ofVirtual().start(app.doors().projects()::resumeSetups);
            eventually("the mark of what waits for the row", () -> !names(marks).isEmpty());

            stop = Thread.ofVirtual().start(app::restart);

            eventually(
                    "the mark goes while it is still read", () -> names(marks).isEmpty());
            rows.rollback();
        }
        stop.join();
        assertThat(health()).doesNotContain("left_alone");
    }

    private static List<String> names(Path folder) {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void isBeingSetUp() throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.executeUpdate("UPDATE projects SET status = 'setup'");
        }
    }

    private void becomesActive(String p) {
        eventually(p + " is set up", app, Duration.ofMinutes(1), () -> status(p).equals("active"));
    }

    private String status(String p) {
        return world.ada().http().get(p).is(200).json().get("status").asString();
    }

    private JsonNode builds() {
        return world.ada().http().get(world.p() + "/cdn/builds").is(200).json();
    }

    private String health() {
        return world.ada().http().get(world.p() + "/health").is(200).text();
    }
}
