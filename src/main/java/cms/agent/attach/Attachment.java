package cms.agent.attach;

import cms.agent.model.Block;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    /** The same attachment with what was read of its file, before the blocks that it has. */
    Attachment with(FileReader.Read read) {
        List<Block> all = Stream.concat(read.blocks().stream(), blocks.stream()).toList();
        return new Attachment(id, source, filename, read.mime(), read.kind(), all, error);
    }

    /** The same attachment without the bytes of PDF files, which {@link #json} does not show. */
    Attachment light() {
        List<Block> light = blocks.stream().map(Attachment::light).toList();
        return new Attachment(id, source, filename, mime, kind, light, error);
    }

    private static Block light(Block block) {
        return switch (block) {
            case Block.Document(String name, String _) -> new Block.Document(name, "");
            case Block.Image _, Block.Text _, Block.Attached _, Block.Call _, Block.Result _, Block.Opaque _ -> block;
        };
    }

    /** The same attachment without blocks for a model. */
    Attachment withoutBlocks() {
        return new Attachment(id, source, filename, mime, kind, List.of(), error);
    }

    /** As the contract has it; a PDF is named by the id. */
    public ObjectNode json() {
        return AttachmentJson.of(this);
    }
}
