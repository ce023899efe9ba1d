package cms.mcp.assets;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;

/** {@code cms_media_get}: one asset with its variants and its uses in content. */
final class MediaGetTool implements Tool {
    @Override
    public String name() {
        return "cms_media_get";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        return MediaCard.reply(
                null, media.json(context.place(), media.asset(context.place(), arguments.required("id"))));
    }
}
