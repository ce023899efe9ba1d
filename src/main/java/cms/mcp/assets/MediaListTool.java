package cms.mcp.assets;

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
    private static final int ANSWER_BYTES_MAX = 23 * 1024;

    @Override
    public String name() {
        return "cms_media_list";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        Spot spot = arguments
                .text("cursor")
                .map(Spot::parse)
                .orElseGet(() -> new Spot(1, Math.clamp(arguments.integer("limit", LIMIT), 1, LIMIT_MAX), 0));
        Media.Listed found = media.search(
                context.place(),
                new Media.Search(
                        arguments.text("search").orElse(""),
                        arguments.text("tag").map(List::of).orElse(List.of()),
                        arguments.text("type"),
                        spot.page(),
                        spot.limit()));
        ObjectNode value = Json.object().put("content_is_data", true);
        ArrayNode assets = value.putArray("assets");
        int shown = spot.skip();
        for (int bytes = 0; shown < found.assets().size(); shown++) {
            ObjectNode asset = MediaCard.brief(found.assets().get(shown));
            bytes += Json.bytes(asset).length;
            if (bytes > ANSWER_BYTES_MAX && !assets.isEmpty()) {
                break;
            }
            assets.add(asset);
        }
        value.put("total", found.total());
        if (shown < found.assets().size()) {
            value.put("truncated", true)
                    .put("next_cursor", spot.skipping(shown).text())
                    .put("hint", "The answer is full; ask with next_cursor for the rest.");
        } else if ((long) spot.page() * spot.limit() < found.total()) {
            value.put("next_cursor", spot.next().text());
        }
        return ToolReply.of(value);
    }

    /** Where an answer begins: a page of so many assets, less those of it that were shown. */
    private record Spot(int page, int limit, int skip) {
        static Spot parse(String cursor) {
            if (!cursor.matches("[1-9][0-9]{0,5}\\.([1-9][0-9]?|100)\\.[0-9]{1,2}")) {
                throw Failure.invalid("`cursor` must be the next_cursor of the page before.");
            }
            String[] numbers = cursor.split("\\.", -1);
            return new Spot(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
        }

        Spot skipping(int shown) {
            return new Spot(page, limit, shown);
        }

        Spot next() {
            return new Spot(page + 1, limit, 0);
        }

        String text() {
            return page + "." + limit + "." + skip;
        }
    }
}
