package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.FreePort;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A project is switched on while nobody listens where its store of objects should be. */
@Tag("scenario")
class FirstReleaseTest {
    private static final String HOME = "content/home/en.json";
    private static final String CUT_OFF = "00000000-0000-4000-8000-000000000001";

    private FreePort nobody;
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        nobody = new FreePort();
        app = TestApp.start(Map.of(
                "CMS_S3_ENDPOINT",
                "http://127.0.0.1:" + nobody.number(),
                "CMS_S3_BUCKET",
                "objects",
                "CMS_S3_KEY",
                "the-key",
                "CMS_S3_SECRET",
                "the-secret"));
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
        nobody.close();
    }

    /** Shown to fail when a build that broke off for the store leaves readers with "there is no such file". */
    @Tag("large")
    @Test
    void readersAreToldToComeBackAndNotThatThereIsNothing() {
        Http ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        Http site = new Http(app.url())
                .bearer(ada.post(world.p() + "/cdn/keys", Map.of("name", "website"))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        eventually("the build has failed", () -> "failed".equals(newestBuild(ada)));
        for (String path : new String[] {HOME, "content/home/en", "never-was.json", "query/posts/en"}) {
            Reply refused = site.get(read(path)).is(503);
            assertThat(refused.header("Retry-After")).as(path).isEqualTo("5");
            assertThat(refused.text()).contains("try again");
        }
        site.get(read("query/posts/en?limit=many")).is(400);
        new Http(app.url()).get(read(HOME)).is(401);
        app.restart();
        eventually("it says so after a start, too", () -> site.get(read(HOME)).status() == 503);
        app.restart(Map.of("CMS_S3_ENDPOINT", "", "CMS_S3_BUCKET", "", "CMS_S3_KEY", "", "CMS_S3_SECRET", ""));
        eventually("the first release", () -> site.get(read(HOME)).status() == 200);
        site.get(read("never-was.json")).is(404);
    }

    /**
     * Shown to fail where a start removes what the build has stored: it then ended with 75 as long as the store was
     * away.
     */
    @Test
    void aBuildThatWasCutOffEndsAtAStartWithoutTheStoreAndWhatItStoredGoesOnceThatIsBack() throws Exception {
        Path stored = app.data().resolve("objects/delivery/" + world.projectId() + "/" + CUT_OFF + ".pack");
        Files.createDirectories(stored.getParent());
        Files.writeString(stored, "half of it");
        try (Connection rows = app.rows();
                PreparedStatement build = rows.prepareStatement("""
                        INSERT INTO delivery_builds (id, project_id, status, trigger_type, branch, commit_sha,
                            started_at, file_count, files_uploaded, total_size_bytes, changed_models,
                            build_duration_ms, ordinal)
                        VALUES (?, ?, 'building', 'manual', 'main', '', 0, 0, 0, 0, '[]', 0, 1)
                        """)) {
            build.setString(1, CUT_OFF);
            build.setString(2, world.projectId());
            build.executeUpdate();
        }
        app.restart();
        assertThat(newestBuild(world.ada().http())).isEqualTo("failed");
        app.restart(Map.of("CMS_S3_ENDPOINT", "", "CMS_S3_BUCKET", "", "CMS_S3_KEY", "", "CMS_S3_SECRET", ""));
        eventually("it is gone", app, Duration.ofSeconds(11), () -> !Files.exists(stored));
    }

    private String newestBuild(Http ada) {
        return ada.get(world.p() + "/cdn/builds").is(200).json().at("/0/status").asString();
    }

    private String read(String path) {
        return "/api/cdn/v1/" + world.projectId() + "/" + path;
    }
}
