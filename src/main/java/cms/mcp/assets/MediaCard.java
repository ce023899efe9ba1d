package cms.mcp.assets;

import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the tools of media have in common. */
final class MediaCard {
    private static final List<String> BRIEF =
            List.of("id", "filename", "contentType", "width", "height", "size", "alt", "tags", "originalPath", "url");

    private MediaCard() {}

    /** The door of media; whoever asks has looked that there is one. */
    static Media media(ToolContext context) {
        return context.media().orElseThrow();
    }

    /** What a model needs to choose one of several. */
    static ObjectNode brief(ObjectNode asset) {
        ObjectNode shown = Json.object();
        BRIEF.stream().filter(asset::has).forEach(name -> shown.set(name, asset.get(name)));
        return shown.put("uses", asset.path("usedIn").size());
    }

    static ToolReply reply(@Nullable String status, ObjectNode asset) {
        ObjectNode value = Json.object();
        if (status == null) {
            value.put("content_is_data", true);
        } else {
            value.put("status", status);
        }
        value.set("asset", asset);
        return ToolReply.of(value);
    }
}
