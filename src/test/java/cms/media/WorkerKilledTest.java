package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The process that works on a picture is killed in the middle: one upload is refused, and nothing else happens. */
@Tag("kill")
@Timeout(240)
class WorkerKilledTest {
    private static final int LARGE_EDGE = 6_000;

    @Test
    void aWorkerKilledInTheMiddleCostsOneUploadAndLeavesNothing() throws Exception {
        try (TestApp app = TestApp.start();
                ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String media = world.p() + "/media";
            ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_public_media", true))
                    .is(200);
            String stored = Form.of("a.png", Drawn.halves("png", 60, 40, Color.RED, Color.BLUE))
                    .post(ada, media)
                    .is(201)
                    .json()
                    .get("url")
                    .asString()
                    .replaceFirst("^https?://[^/]+", "");
            byte[] large = Drawn.halves("png", LARGE_EDGE, LARGE_EDGE, Color.RED, Color.BLUE);
            long bytes = objects(app);
            Future<Reply> upload =
                    people.submit(() -> Form.of("large.png", large).post(ada, media));
            eventually("a worker has the picture", () -> works(app));
            new Http(app.url()).get(stored).is(200);
            workers().forEach(ProcessHandle::destroyForcibly);
            assertThat(upload.get().is(422).json().get("code").asString()).isEqualTo("media.pixels");
            new Http(app.url()).get(stored).is(200);
            assertThat(ada.get(media).is(200).json().get("total").asInt()).isEqualTo(1);
            assertThat(objects(app)).isEqualTo(bytes);
            Form.of("b.png", Drawn.halves("png", 60, 44, Color.RED, Color.BLUE))
                    .post(ada, media)
                    .is(201);
        }
    }

    /** No other process of Java is started here. */
    private static List<ProcessHandle> workers() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("/java"))
                .toList();
    }

    private static boolean works(TestApp app) {
        try (Stream<Path> files = Files.walk(app.data().resolve("scratch"))) {
            return files.anyMatch(file -> file.endsWith("in/source"));
        } catch (IOException | UncheckedIOException goneMeanwhile) {
            return false;
        }
    }

    private static long objects(TestApp app) throws IOException {
        try (Stream<Path> files = Files.walk(app.data().resolve("objects/media"))) {
            return files.filter(Files::isRegularFile).count();
        }
    }
}
