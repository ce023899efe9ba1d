package cms.mcp.assets;

import cms.mcp.call.Arguments;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.media.Upload;
import cms.platform.failure.Failure;
import java.util.Optional;

/** {@code cms_media_ingest}: makes an asset of the file at a URL. */
final class MediaIngestTool implements Tool {
    @Override
    public String name() {
        return "cms_media_ingest";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        Upload wanted = Upload.by(
                context.author(),
                Upload.Source.AGENT,
                arguments.text("alt"),
                arguments.texts("tags"),
                Optional.empty());
        context.progress().accept(0.0);
        Upload named = arguments.text("filename").map(wanted::called).orElse(wanted);
        Media.Added added;
        try {
            added = media.addFromUrl(context.place(), named, arguments.required("url"), part -> {
                context.progress().accept(part);
                return !context.cancelled().getAsBoolean();
            });
        } catch (Failure refused) {
            if (context.cancelled().getAsBoolean()) {
                return Refusals.cancelled();
            }
            throw refused;
        }
        context.progress().accept(1.0);
        return MediaCard.reply("ingested", added.asset());
    }
}
