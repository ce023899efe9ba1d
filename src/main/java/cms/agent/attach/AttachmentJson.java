package cms.agent.attach;

import cms.agent.model.Block;
import cms.platform.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of attachments (spec 2.16): {@code { id, source, filename, mime, kind, blocks, error }}. */
final class AttachmentJson {
    private AttachmentJson() {}

    static ObjectNode of(Attachment attachment) {
        ObjectNode json = Json.object()
                .put("id", attachment.id())
                .put("source", attachment.source())
                .put("filename", attachment.filename())
                .put("mime", attachment.mime())
                .put("kind", attachment.kind());
        ArrayNode shown = json.putArray("blocks");
        attachment.blocks().forEach(block -> add(shown, block, attachment.id()));
        return json.put("error", attachment.error());
    }

    private static void add(ArrayNode shown, Block block, String id) {
        switch (block) {
            case Block.Text(String text) ->
                shown.addObject().put("type", "text").put("text", text);
            case Block.Image(String mediaType, String base64) ->
                shown.addObject()
                        .put("type", "image")
                        .putObject("source")
                        .put("type", "base64")
                        .put("media_type", mediaType)
                        .put("data", base64);
            case Block.Document(String name, String _) ->
                shown.addObject()
                        .put("type", "document")
                        .put("title", name)
                        .putObject("source")
                        .put("type", "file")
                        .put("file_id", id);
            case Block.Attached file -> throw new IllegalStateException("no file is a reference");
            case Block.Call call -> throw new IllegalStateException("no file is a call");
            case Block.Result result -> throw new IllegalStateException("no file is a result");
            case Block.Opaque opaque -> throw new IllegalStateException("no file is opaque");
        }
    }
}
