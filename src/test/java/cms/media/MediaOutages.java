package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.ObjectStore;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The store of objects ends while assets are read and written, and comes back; {@code .ci/s3} runs it against a real
 * one. Shown to fail when the row of an upload is committed before its bytes are stored.
 */
@Timeout(600)
class MediaOutages {
    private static final int LARGE_EDGE = 700;

    @TempDir
    Path folder;

    private ObjectStore store;
    private TestApp app;
    private Http ada;
    private Http site;
    private String media;

    @BeforeEach
    void start() throws IOException {
        store = new ObjectStore(folder);
        app = TestApp.start(store.settings());
        eventually("the store takes objects", this::isReady);
        World world = World.blog(app);
        ada = world.ada().http();
        media = world.p() + "/media";
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        site = new Http(app.url())
                .bearer(ada.post(world.p() + "/cdn/keys", Map.of("name", "site"))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
    }

    @AfterEach
    void stop() {
        app.close();
        store.close();
    }

    @Test
    void whileTheStoreIsDeadWhatWasReadKeepsComingAndWritesWait() throws Exception {
        outage(store::kill, store::start);
    }

    @Test
    void whileTheStoreHangsWhatWasReadKeepsComingAndWritesWait() throws Exception {
        outage(store::freeze, store::thaw);
    }

    private void outage(Runnable begins, Runnable ends) throws Exception {
        JsonNode small = upload(Drawn.halves("png", 40, 20, Color.RED, Color.BLUE))
                .is(201)
                .json();
        // Larger than what is answered from memory.
        JsonNode large = upload(Drawn.noise(LARGE_EDGE)).is(201).json();
        JsonNode unread = upload(Drawn.halves("png", 44, 20, Color.RED, Color.BLUE))
                .is(201)
                .json();
        byte[] smallBytes = site.get(path(small)).is(200).body();
        byte[] largeBytes = site.get(path(large)).is(200).body();
        byte[] size = site.get(path(small) + "?w=16").is(200).body();
        begins.run();
        // Each waits for as long as a store that hangs is waited for, so all of them do so at once.
        try (ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> later = List.of(
                    waiting.submit(() -> upload(Drawn.halves("png", 48, 20, Color.RED, Color.BLUE))),
                    waiting.submit(() -> site.get(path(unread))),
                    waiting.submit(() -> moved(unread)));
            assertThat(site.get(path(small)).is(200).body()).isEqualTo(smallBytes);
            assertThat(site.get(path(large)).is(200).body()).isEqualTo(largeBytes);
            assertThat(site.with("Range", "bytes=300000-300009")
                            .get(path(large))
                            .is(206)
                            .body())
                    .hasSize(10);
            assertThat(site.get(path(small) + "?w=16").is(200).body()).isEqualTo(size);
            String words = media + "/" + small.get("id").asString();
            ada.patch(words, Map.of("alt", "rows are not in the store")).is(200);
            for (Future<Reply> each : later) {
                assertThat(each.get().is(503).header("Retry-After")).isNotBlank();
            }
            assertThat(total()).as("nothing of the refused upload").isEqualTo(3);
        } finally {
            ends.run();
        }
        eventually("the store takes objects again", this::isReady);
        upload(Drawn.halves("png", 48, 20, Color.RED, Color.BLUE)).is(201);
        site.get(path(unread)).is(200);
        moved(unread).is(200);
        assertThat(total()).isEqualTo(4);
    }

    private Reply moved(JsonNode asset) {
        return ada.patch(media + "/" + asset.get("id").asString(), Map.of("focalPoint", Map.of("x", 0, "y", 0)));
    }

    private boolean isReady() {
        app.advance(Duration.ofSeconds(10)); // what was found is told for so long
        return new Http(app.url()).get("/api/health/ready").status() == 200;
    }

    private Reply upload(byte[] bytes) {
        return Form.of("a.png", bytes).post(ada, media);
    }

    private int total() {
        return ada.get(media).is(200).json().get("total").asInt();
    }

    private static String path(JsonNode asset) {
        return asset.get("url").asString().replaceFirst("^https?://[^/]+", "");
    }
}
