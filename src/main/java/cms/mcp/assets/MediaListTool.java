package cms.mcp.assets;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_media_list}: assets by words, a tag and the beginning of the media type, the newest first. */
final class MediaListTool implements Tool {
    private static final int LIMIT = 50;
    private static final int LIMIT_MAX = 100;
    private static final int MARK_CHARS = 12;

    @Override
    public String name() {
        return "cms_media_list";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        String question = question(arguments);
        Spot spot = arguments
                .text("cursor")
                .map(cursor -> Spot.parse(question, cursor))
                .orElseGet(() -> new Spot(question, 1, Math.clamp(arguments.integer("limit", LIMIT), 1, LIMIT_MAX), 0));
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
            if (bytes > MediaCard.ANSWER_BYTES_MAX && !assets.isEmpty()) {
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

    /** Hash of the search, which ties a cursor to it. */
    private static String question(Arguments arguments) {
        String asked = String.join(
                "\n",
                arguments.text("search").orElse(""),
                arguments.text("tag").orElse(""),
                arguments.text("type").orElse(""));
        return Hashes.sha256Hex(asked).substring(0, MARK_CHARS);
    }

    /** Position at which an answer begins: a page of {@code limit} assets, of which {@code skip} were shown before. */
    private record Spot(String question, int page, int limit, int skip) {
        static Spot parse(String question, String cursor) {
            if (!cursor.matches(question + "\\.[1-9][0-9]{0,5}\\.([1-9][0-9]?|100)\\.[0-9]{1,2}")) {
                throw Failure.invalid("`cursor` is not the one of the page before; begin without it.");
            }
            String[] numbers = cursor.split("\\.", -1);
            return new Spot(
                    question, Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]), Integer.parseInt(numbers[3]));
        }

        Spot skipping(int shown) {
            return new Spot(question, page, limit, shown);
        }

        Spot next() {
            return new Spot(question, page + 1, limit, 0);
        }

        String text() {
            return question + "." + page + "." + limit + "." + skip;
        }
    }
}
