package cms.mcp.assets;

import cms.mcp.call.Tool;
import cms.platform.idempotency.Idempotency;
import java.util.List;

/** The tools of media, in the order in which they are listed. */
public final class MediaTools {
    private MediaTools() {}

    public static List<Tool> all(Idempotency idempotency) {
        return List.of(
                new MediaListTool(),
                new MediaGetTool(),
                new OnceTool(new MediaIngestTool(), idempotency),
                new OnceTool(new MediaUpdateTool(), idempotency),
                new OnceTool(new MediaDeleteTool(), idempotency));
    }
}
