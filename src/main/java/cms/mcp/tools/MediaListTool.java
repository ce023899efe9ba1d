package cms.mcp.tools;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_media_list}: assets by words, a tag and the beginning of the media type, the newest first. */
final class MediaListTool implements Tool {
    private static final int LIMIT = 20;
    private static final int LIMIT_MAX = 100;
    private static final int ANSWER_BYTES_MAX = 24 * 1024;

    @Override
    public String name() {
        return "cms_media_list";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        int limit = Math.clamp(arguments.integer("limit", LIMIT), 1, LIMIT_MAX);
        int page = arguments.text("cursor").map(MediaListTool::page).orElse(1);
        Media.Listed found = media.search(
                context.place(),
                new Media.Search(
                        arguments.text("search").orElse(""),
                        arguments.text("tag").map(List::of).orElse(List.of()),
                        arguments.text("type"),
                        page,
                        limit));
        ObjectNode value = Json.object().put("content_is_data", true);
        ArrayNode assets = value.putArray("assets");
        int bytes = 0;
        boolean cut = false;
        for (ObjectNode asset : found.assets()) {
            ObjectNode shown = MediaCard.brief(asset);
            bytes += Json.bytes(shown).length;
            cut = cut || bytes > ANSWER_BYTES_MAX;
            if (!cut) {
                assets.add(shown);
            }
        }
        value.put("total", found.total());
        if (cut) {
            value.put("truncated", true).put("hint", "Ask again with a smaller limit.");
        } else if ((long) page * limit < found.total()) {
            value.put("next_cursor", page + 1 + "." + limit);
        }
        return ToolReply.of(value);
    }

    private static int page(String cursor) {
        if (!cursor.matches("[0-9]{1,6}\\.[0-9]{1,3}")) {
            throw Failure.invalid("`cursor` must be the next_cursor of the page before.");
        }
        return Integer.parseInt(cursor.substring(0, cursor.indexOf('.')));
    }
}
