package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A part is ready when it has just taken a write and everything of it is there. */
class ReadinessTest {
    private static final Duration KEPT = Duration.ofSeconds(10);

    /** An instance without the folder of its database was ready, and called the project deleted. */
    @Test
    void aBuiltInRepositoryThatIsMissingIsSaidAndNeverCalledDeleted() throws Exception {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http nobody = new Http(app.url());
            nobody.get("/api/health/ready").is(200);
            Path repository = app.data().resolve("repositories/" + world.repository() + ".git");
            Path elsewhere = app.data().resolve("elsewhere.git");
            Files.move(repository, elsewhere);
            app.restart();
            assertThat(ready(app, nobody.at(app.url()), 503)
                            .json()
                            .at("/parts/repositories")
                            .asString())
                    .isEqualTo("unavailable");
            Reply project = world.ada().at(app.url()).http().get(world.p());
            assertThat(project.text()).doesNotContain("deleted");
            Files.move(elsewhere, repository);
            ready(app, nobody.at(app.url()), 200);
        }
    }

    @Test
    void whatMakesPicturesIsSaidWithWhatInstallsTheBetter() {
        try (TestApp app = TestApp.start()) {
            assertThat(new Http(app.url())
                            .get("/api/health/ready")
                            .is(200)
                            .json()
                            .get("pictures")
                            .asString())
                    .matches("libvips|ImageIO; .+ apt-get install libvips42 .+");
        }
    }

    /** Anybody may ask, and each answer wrote an object. */
    @Test
    void partsAreAskedOnceInTenSeconds() throws Exception {
        try (TestApp app = TestApp.start()) {
            Http nobody = new Http(app.url());
            nobody.get("/api/health/ready").is(200);
            Path probe = app.data().resolve("objects/health/probe");
            Files.delete(probe);
            nobody.get("/api/health/ready").is(200);
            assertThat(probe).doesNotExist();
            ready(app, nobody, 200);
            assertThat(probe).exists();
        }
    }

    private static Reply ready(TestApp app, Http nobody, int status) {
        app.advance(KEPT);
        return nobody.get("/api/health/ready").is(status);
    }
}
