package cms.mcp.assets;

import cms.mcp.call.Tool;
import java.util.List;

/** The tools of media, in the order in which they are listed. */
public final class MediaTools {
    private MediaTools() {}

    public static List<Tool> all() {
        return List.of(
                new MediaListTool(),
                new MediaGetTool(),
                new MediaIngestTool(),
                new MediaUpdateTool(),
                new MediaDeleteTool());
    }
}
