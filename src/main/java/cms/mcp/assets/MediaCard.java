package cms.mcp.assets;

import cms.mcp.call.Excerpt;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The answers that the media tools share: assets as remote tools show them. */
final class MediaCard {
    static final int ANSWER_BYTES_MAX = 23 * 1024;

    private static final List<String> BRIEF = List.of("filename", "width", "height", "format");
    private static final List<String> WHOLE = List.of(
            "filename",
            "width",
            "height",
            "format",
            "blurhash",
            "focalPoint",
            "variants",
            "variantUrls",
            "source",
            "updatedAt");

    private MediaCard() {}

    /** The media service; the caller has checked that it is available. */
    static Media media(ToolContext context) {
        return context.media().orElseThrow();
    }

    /** The members of an asset that a model needs to choose among several. */
    static ObjectNode brief(ObjectNode asset) {
        return within(shown(asset, BRIEF).put("uses", asset.path("usedIn").size()));
    }

    /** An asset in the format of remote tools (reference 7.2). */
    private static ObjectNode shown(ObjectNode asset, List<String> more) {
        ObjectNode shown = Json.object();
        shown.set("id", asset.get("id"));
        shown.set("path", asset.get("originalPath"));
        shown.set("url", asset.get("url"));
        shown.set("mime", asset.get("contentType"));
        List.of("size", "alt", "tags", "createdAt").forEach(name -> shown.set(name, asset.get(name)));
        ObjectNode meta = shown.putObject("meta");
        more.forEach(name -> meta.set(name, asset.get(name)));
        return shown;
    }

    private static ObjectNode within(ObjectNode asset) {
        return (ObjectNode) Excerpt.within(asset, ANSWER_BYTES_MAX);
    }

    static ToolReply reply(@Nullable String status, ObjectNode asset) {
        ObjectNode value = status == null
                ? Json.object().put("content_is_data", true)
                : Json.object().put("status", status);
        ObjectNode shown = shown(asset, WHOLE);
        shown.set("altByLocale", asset.get("altByLocale"));
        shown.set("usedIn", asset.get("usedIn"));
        value.set("asset", within(shown));
        return ToolReply.of(value);
    }
}
