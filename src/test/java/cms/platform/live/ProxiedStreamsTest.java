package cms.platform.live;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A proxy that buffers answers held the first event back for as long as a stream was quiet; .ci/proxy has a real one.
 */
class ProxiedStreamsTest {
    @Test
    void everyEventStreamTellsProxiesToPassItOn() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Website site = Website.of(world);
            assertPassedOn(site.http().begin(site.root() + "watch"));
            assertPassedOn(world.bo().http().begin(world.p() + "/events"));
            assertThat(world.ada()
                            .http()
                            .post(world.p() + "/cdn/builds/trigger", Map.of())
                            .header("X-Accel-Buffering"))
                    .isEqualTo("no");
        }
    }

    private static void assertPassedOn(Reply stream) {
        assertThat(stream.is(200).header("Content-Type")).startsWith("text/event-stream");
        assertThat(stream.header("X-Accel-Buffering")).isEqualTo("no");
    }
}
