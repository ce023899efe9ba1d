package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change of a key or a receiver that is not there: its body is looked at before its target (design 2.2). */
@Tag("scenario")
class UnknownTargetsTest {
    @Test
    void aWrongBodyIsRefusedBeforeTheTargetIsMissed() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            String workspace = "/api/workspaces/" + world.workspaceId();
            for (String keys :
                    List.of(workspace + "/mcp-cloud-keys", world.p() + "/conversation-keys", world.p() + "/webhooks")) {
                String unknown = keys + "/00000000-0000-7000-8000-000000000000";
                assertThat(world.ada()
                                .http()
                                .patch(unknown, Map.of("name", "\u200b"))
                                .is(400)
                                .text())
                        .as(keys)
                        .contains("`name`");
                world.ada().http().patch(unknown, Map.of("name", "site")).is(404);
            }
        }
    }
}
