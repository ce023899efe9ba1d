package cms.agent.attach;

import cms.agent.model.Block;
import cms.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An attachment for the agent to read (spec 2.16).
 *
 * @param source {@code upload} or {@code link}
 * @param error why it cannot be read; null when it can
 */
public record Attachment(
        String id,
        String source,
        String filename,
        String mime,
        String kind,
        List<Block> blocks,
        @Nullable String error) {
    /** The same attachment with an error. */
    public Attachment failing(String message) {
        return new Attachment(id, source, filename, mime, kind, blocks, error == null ? message : error);
    }

    /** The same attachment without blocks for a model. */
    Attachment withoutBlocks() {
        return new Attachment(id, source, filename, mime, kind, List.of(), error);
    }

    /** {@code { id, source, filename, mime, kind, blocks, error }}. */
    public ObjectNode json() {
        ObjectNode json = Json.object()
                .put("id", id)
                .put("source", source)
                .put("filename", filename)
                .put("mime", mime)
                .put("kind", kind);
        ArrayNode shown = json.putArray("blocks");
        for (Block block : blocks) {
            switch (block) {
                case Block.Text(String text) ->
                    shown.addObject().put("type", "text").put("text", text);
                case Block.Image(String mediaType, String base64) -> source(shown, "image", mediaType, base64);
                case Block.Document(String name, String base64) -> source(shown, "document", "application/pdf", base64);
                case Block.Call call -> throw new IllegalStateException("no file is a call");
                case Block.Result result -> throw new IllegalStateException("no file is a result");
                case Block.Opaque opaque -> throw new IllegalStateException("no file is opaque");
            }
        }
        return json.put("error", error);
    }

    private static void source(ArrayNode shown, String type, String mediaType, String base64) {
        shown.addObject()
                .put("type", type)
                .putObject("source")
                .put("type", "base64")
                .put("media_type", mediaType)
                .put("data", base64);
    }
}
