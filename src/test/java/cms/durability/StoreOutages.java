package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.ObjectStore;
import cms.testing.Reply;
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
 * The store of objects stops answering while the service runs, and comes back; {@code .ci/s3} runs it against a real
 * one. Shown to fail when nothing is kept in memory, and without trying a failed build again.
 */
@Timeout(600)
class StoreOutages {
    private static final String HOME = "content/home/en.json";

    @TempDir
    Path folder;

    private ObjectStore store;
    private TestApp app;
    private World world;
    private Website site;

    @BeforeEach
    void start() throws IOException {
        store = new ObjectStore(folder);
        app = TestApp.start(store.settings());
        // A store that has just started may be slow with its first objects, and a build that failed waits for the
        // clock.
        eventually("the store takes objects", this::isReady);
        world = World.blog(app);
        site = Website.of(world);
    }

    @AfterEach
    void stop() {
        app.close();
        store.close();
    }

    @Test
    void whatIsDeliveredComesBackFromTheBucketAfterARestart() {
        String commit = site.headline(world, "Kept elsewhere");
        app.restart();
        assertThat(site.commit()).isEqualTo(commit);
        assertThat(site.get(HOME).text()).contains("Kept elsewhere");
    }

    @Test
    void aKilledStoreStopsNoReaderAndNoSave() {
        outage(store::kill, store::start);
    }

    @Test
    void aHangingStoreStopsNoReaderAndNoSave() {
        outage(store::freeze, store::thaw);
    }

    @Test
    void aServiceThatStartsWithoutItsStoreSaysSoAndServesOnceItIsBack() {
        String commit = site.commit();
        store.kill();
        app.restart();
        Reply refused = site.get(HOME);
        refused.is(503);
        assertThat(refused.header("Retry-After")).isNotBlank();
        new Http(app.url()).get("/api/health").is(200);
        new Http(app.url()).get("/api/health/ready").is(503);
        // It was 503 while a change of settings waited for the release, which it does not need.
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        store.start();
        eventually("it serves again", () -> site.get(HOME).status() == 200);
        assertThat(site.commit()).isEqualTo(commit);
        eventually("it takes objects", this::isReady);
    }

    private boolean isReady() {
        app.advance(Duration.ofSeconds(10)); // what was found is told for so long
        return new Http(app.url()).get("/api/health/ready").status() == 200;
    }

    private void outage(Runnable begins, Runnable ends) {
        String before = site.commit();
        String home = site.get(HOME).text();
        begins.run();
        try {
            save("During the outage");
            eventually("the build has failed", () -> "failed".equals(newestBuild()));
            assertThat(site.commit()).isEqualTo(before);
            assertThat(site.get(HOME).is(200).text()).isEqualTo(home);
            Reply kept = site.get("@" + "0".repeat(40) + "/" + HOME);
            kept.is(404); // nothing of the store is needed to know that
            new Http(app.url()).get("/api/health").is(200);
        } finally {
            ends.run();
        }
        eventually(
                "the change is delivered after all",
                app,
                Duration.ofSeconds(5),
                () -> site.get(HOME).text().contains("During the outage"));
        assertThat(newestBuild()).isEqualTo("completed");
    }

    private void save(String headline) {
        world.bo()
                .http()
                .post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", headline)))
                .is(200);
    }

    private String newestBuild() {
        return world.ada()
                .http()
                .get(world.p() + "/cdn/builds")
                .is(200)
                .json()
                .at("/0/status")
                .asString();
    }
}
