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
        Cursor cursor = arguments
                .text("cursor")
                .map(text -> Cursor.parse(question, text))
                .orElseGet(
                        () -> new Cursor(question, 1, Math.clamp(arguments.integer("limit", LIMIT), 1, LIMIT_MAX), 0));
        Media.Listed found = media.search(
                context.place(),
                new Media.Search(
                        arguments.text("search").orElse(""),
                        arguments.text("tag").map(List::of).orElse(List.of()),
                        arguments.text("type"),
                        cursor.page(),
                        cursor.limit()));
        ObjectNode value = Json.object().put("content_is_data", true);
        ArrayNode assets = value.putArray("assets");
        int shown = cursor.skip();
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
                    .put("next_cursor", cursor.skipping(shown).text())
                    .put("hint", "The answer is full; ask with next_cursor for the rest.");
        } else if ((long) cursor.page() * cursor.limit() < found.total()) {
            value.put("next_cursor", cursor.next().text());
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
    private record Cursor(String question, int page, int limit, int skip) {
        static Cursor parse(String question, String text) {
            if (!text.matches(question + "\\.[1-9][0-9]{0,5}\\.([1-9][0-9]?|100)\\.[0-9]{1,2}")) {
                throw Failure.invalid("`cursor` is not the one of the page before; begin without it.");
            }
            String[] numbers = text.split("\\.", -1);
            return new Cursor(
                    question, Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]), Integer.parseInt(numbers[3]));
        }

        Cursor skipping(int shown) {
            return new Cursor(question, page, limit, shown);
        }

        Cursor next() {
            return new Cursor(question, page + 1, limit, 0);
        }

        String text() {
            return question + "." + page + "." + limit + "." + skip;
        }
    }
}
