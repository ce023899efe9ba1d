package cms.mcp.tools;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.media.Media;
import cms.media.Upload;
import java.util.Optional;

/** {@code cms_media_ingest}: the file that a URL names becomes an asset. */
final class MediaIngestTool implements Tool {
    @Override
    public String name() {
        return "cms_media_ingest";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        Media media = MediaCard.media(context);
        Upload wish = Upload.by(
                context.author(),
                Upload.Source.AGENT,
                arguments.text("alt"),
                arguments.texts("tags"),
                Optional.empty());
        context.progress().accept(0.0);
        String url = arguments.required("url");
        Media.Added added = arguments
                .text("filename")
                .map(name -> media.addFromUrl(context.place(), wish.called(name), url))
                .orElseGet(() -> media.addFromUrl(context.place(), wish, url));
        context.progress().accept(1.0);
        return MediaCard.reply("ingested", added.asset());
    }
}
