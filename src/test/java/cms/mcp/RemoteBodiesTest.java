package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import cms.testing.World;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A body counts for the key that sends it, so that nearly all that the endpoint takes has room (4 MiB). */
final class RemoteBodiesTest {
    private static final int CHARS = 3_900_000;

    @Test
    void aBodyOfNearlyFourMebibytesHasRoom() {
        try (TestApp app = TestApp.start()) {
            McpClient tools = McpClient.withKey(World.blog(app), Map.of());
            assertThat(tools.send("ping", Map.of("text", "a".repeat(CHARS))).status())
                    .isEqualTo(200);
        }
    }
}
