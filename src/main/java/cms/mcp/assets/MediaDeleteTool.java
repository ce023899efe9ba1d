package cms.mcp.assets;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code cms_media_delete}: deletes an asset after a person has agreed, also one that content uses, whose uses are
 * named.
 */
final class MediaDeleteTool implements Tool {
    @Override
    public String name() {
        return "cms_media_delete";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        String id = arguments.required("id");
        ObjectNode asset = media.json(context.place(), media.asset(context.place(), id));
        if (!arguments.flag("confirm") && !context.agreed()) {
            return ToolReply.confirm("This deletes the asset " + id + ", which content uses in "
                    + media.countUses(context.place(), id) + " places.");
        }
        media.delete(context.place(), context.author(), id, true);
        ObjectNode value = Json.object().put("status", "deleted").put("id", id);
        value.set("used_in", asset.get("usedIn"));
        return ToolReply.of(value);
    }
}
