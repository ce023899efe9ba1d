package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
