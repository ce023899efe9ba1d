package cms.mcp.assets;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_media_update}: changes the alternative text or the tags of an asset. */
final class MediaUpdateTool implements Tool {
    @Override
    public String name() {
        return "cms_media_update";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        if (arguments.text("filename").isPresent()) {
            throw Failure.invalid("An asset keeps its file name; leave `filename` out.");
        }
        ObjectNode words = arguments.json().deepCopy();
        words.remove(List.of("id", "idempotency_key"));
        if (words.isEmpty()) {
            throw Failure.invalid("Send `alt` or `tags`.");
        }
        return MediaCard.reply(
                "updated",
                media.json(
                        context.place(),
                        media.change(
                                context.place(),
                                context.author(),
                                arguments.required("id"),
                                Body.of(words),
                                Optional.empty())));
    }
}
