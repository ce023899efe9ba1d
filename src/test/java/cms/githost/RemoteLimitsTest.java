package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.Reply;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Repositories above the limits of the settings, and a stop in the middle of a first fetch, as people see them. Shown
 * to fail without the count of files and without the largest file of a fetch. A first fetch goes on by the announcer's
 * first look; what a crash behind it leaves undone, by a job alone.
 */
@Tag("slow-host")
class RemoteLimitsTest {
    private static final String FILES = "CMS_GIT_HOST_FILES_MAX";
    private static final String FILE_MEGABYTES = "CMS_GIT_HOST_FILE_MEGABYTES_MAX";
    private static final int LARGE = 3 << 20;

    @TempDir
    private Path folder;

    private ConnectedSite site;

    @BeforeEach
    void start() {
        site = new ConnectedSite(folder);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void aRepositoryWithTooManyFilesIsRefusedAndTakenOnceTheLimitIsRaised() {
        site.app.restart(Map.of(FILES, "5"));
        var project = site.new Project();
        String before = refs(project);
        Reply refused = project.connect().is(422);
        assertThat(refused.json().get("code").asString()).isEqualTo("git_host.repository_too_large");
        assertThat(refused.json().get("message").asString())
                .contains("at most 5 are taken")
                .contains(FILES);
        assertThat(projects(project)).isEmpty();
        assertThat(refs(project)).as("the host's own").isEqualTo(before);

        site.app.restart(Map.of(FILES, "10000"));
        project.connected();
        assertThat(project.snapshot()).contains("begin");
    }

    @Test
    void aRepositoryWithAFileTooLargeIsRefusedAndTakenOnceTheLimitIsRaised() {
        site.app.restart(Map.of(FILE_MEGABYTES, "1"));
        var project = site.new Project(".cms/notes.txt", noise());
        Reply refused = project.connect().is(422);
        assertThat(refused.json().get("code").asString()).isEqualTo("git_host.repository_too_large");
        assertThat(refused.json().get("message").asString()).contains(FILE_MEGABYTES);
        assertThat(projects(project)).isEmpty();

        site.app.restart(Map.of(FILE_MEGABYTES, "8"));
        project.connected();
        assertThat(project.snapshot()).contains("begin");
    }

    /** Somebody pushes it later: what was here is read on, and nothing that was pushed is lost. */
    @Test
    void aFileTooLargeThatComesLaterStopsWritesAloneUntilTheLimitIsRaised() {
        site.app.restart(Map.of(FILE_MEGABYTES, "1"));
        var project = site.new Project().connected();
        Path work = site.git.clone(project.repo.fullName);
        RemoteGit.commit(work, ".cms/notes.txt", noise());
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:main");
        site.app.clock().advance(Duration.ofMinutes(1));
        Reply refused = project.save("refused").is(422);
        assertThat(refused.json().get("code").asString()).isEqualTo("git_host.repository_too_large");
        assertThat(refused.json().get("message").asString()).contains(FILE_MEGABYTES);
        assertThat(project.snapshot()).contains("begin").doesNotContain("refused");
        JsonNode health = project.health();
        assertThat(health.at("/git/connected").asBoolean()).isFalse();
        assertThat(health.at("/git/error").asString()).contains(FILE_MEGABYTES);

        site.app.restart(Map.of(FILE_MEGABYTES, "8"));
        site.app.clock().advance(Duration.ofMinutes(1));
        project.save("taken").is(200);
        assertThat(project.snapshot()).contains("taken");
        assertThat(project.health().at("/git/connected").asBoolean()).isTrue();
        String files = GitClient.at(site.git.bare(project.repo.fullName)).git("ls-tree", "-r", "--name-only", "cms");
        assertThat(files).contains(".cms/notes.txt");
    }

    /** Nobody asks for the project in between. */
    @Test
    void aStopInTheMiddleOfAFirstFetchIsMadeGoodByTheNextStart() {
        site.app.restart(Map.of("CMS_GIT_HOST_FIRST_FETCH_SECONDS", "1")); // What is waited for cannot come.
        var project = site.new Project();
        site.git.fault("git-upload-pack", Fault.HANG, 100_000);
        JsonNode made = project.connect().is(200).json();
        assertThat(made.get("status").asString())
                .isIn("setup", "error"); // The latter on a machine as slow as the host.
        site.app.restart();
        assertThat(project.project().get("status").asString()).isIn("setup", "error");
        site.git.noFault();
        site.git.requests();
        eventually(
                "cms is on the host",
                site.app,
                Duration.ofSeconds(30),
                () -> !project.tip("cms").isEmpty());
        eventually(
                "it is set up", () -> project.project().get("status").asString().equals("active"));
        project.save("after all").is(200);
        assertThat(project.snapshot()).contains("after all");
    }

    /** The state between the fetch and the row that tells of it. Shown to fail without the job. */
    @Test
    void aStopBetweenTheFetchAndItsRowIsMadeGoodByTheJob() throws SQLException {
        var project = site.new Project().connected();
        try (Connection rows = site.app.rows();
                Statement statement = rows.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE projects SET status = 'setup'"))
                    .isEqualTo(1);
        }
        site.app.restart();
        eventually(
                "it is set up",
                site.app,
                Duration.ofMinutes(1),
                () -> project.project().get("status").asString().equals("active"));
    }

    private static String noise() {
        StringBuilder text = new StringBuilder(LARGE);
        Random random = new Random(7);
        while (text.length() < LARGE) {
            text.append(Long.toHexString(random.nextLong())).append('\n');
        }
        return text.toString();
    }

    private static JsonNode projects(ConnectedSite.Project project) {
        return project.ada
                .http()
                .get("/api/workspaces/" + project.workspace + "/projects")
                .is(200)
                .json();
    }

    private String refs(ConnectedSite.Project project) {
        return GitClient.at(site.git.bare(project.repo.fullName)).git("for-each-ref");
    }
}
