package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.ServiceProcess;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL hangs, is killed and comes back while the service runs; {@code .ci/postgres} runs it on a server of its
 * own, which the command in {@code cms.server} signals: {@code STOP}, {@code CONT}, {@code KILL} or {@code START}.
 *
 * <p>Shown to fail without the time in which PostgreSQL has to answer.
 */
@Timeout(600)
class DatabaseOutages {
    private static final String HOME = "content/home/en.json";

    private TestApp app;
    private World world;
    private Website site;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        site = Website.of(world);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aKilledDatabaseIs503AndNoRestartIsNeeded() throws Exception {
        outage("KILL", "START");
    }

    @Test
    void aHangingDatabaseIs503WithinItsTimeoutAndNoRestartIsNeeded() throws Exception {
        outage("STOP", "CONT");
    }

    /** Shown to fail without the bound of a stop; and where counts that cannot be written end it with 1. */
    @Test
    void aStopWhileTheDatabaseHangsIsOverWithinEightSecondsAndASuccess(@TempDir Path data) throws Exception {
        Map<String, String> settings = Map.of("CMS_DATABASE_URL", Rows.empty().orElseThrow());
        try (ServiceProcess service = ServiceProcess.start(data, settings)) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String projectId = World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
            String p = "/api/workspaces/" + ada.primaryWorkspace() + "/projects/" + projectId;
            ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
            String key = ada.http()
                    .post(p + "/cdn/keys", Map.of("name", "website"))
                    .is(200)
                    .json()
                    .get("key")
                    .asString();
            Http reader = new Http(service.url()).bearer(key);
            String home = "/api/cdn/v1/" + projectId + "/" + HOME;
            eventually("it is delivered", () -> reader.get(home).status() == 200);
            server("STOP");
            try {
                reader.get(home).is(200);
                long begun = System.nanoTime();
                assertThat(service.stop()).as("exit code after SIGTERM").isZero();
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .isLessThan(Duration.ofSeconds(30)); // eight on a machine at rest
            } finally {
                server("CONT");
            }
        }
    }

    private void outage(String begin, String end) throws IOException, InterruptedException {
        String home = site.get(HOME).is(200).text();
        server(begin);
        try {
            Reply refused = world.ada().http().get("/api/workspaces");
            refused.is(503);
            assertThat(refused.header("Retry-After")).isNotBlank();
            assertThat(refused.text()).contains("\"statusCode\":503").doesNotContain("SQL");
            world.bo()
                    .http()
                    .attempt(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Lost?")))
                    .is(503);
            assertThat(site.get(HOME).is(200).text()).isEqualTo(home);
            new Http(app.url()).get("/api/health").is(200);
            new Http(app.url()).get("/api/health/ready").is(503);
        } finally {
            server(end);
        }
        eventually(
                "rows are read again",
                () -> world.ada().http().get("/api/workspaces").status() == 200);
        site.headline(world, "Back again");
        assertThat(site.get(HOME).text()).contains("Back again");
    }

    private static void server(String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(System.getProperty("cms.server"), what)
                .inheritIO()
                .start();
        assertThat(process.waitFor()).as(what).isZero();
    }
}
