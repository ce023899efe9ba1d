package cms.review.files;

import cms.git.BlobId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.platform.compute.Cancellation;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Compares two trees file by file, as a reviewer reads them (reference 3.4). */
public final class Comparison {
    /**
     * One file of a comparison, with its contents.
     *
     * @param before parsed JSON, or text; null when the file is new, too large or not text
     * @param after the same, null when the file is gone
     */
    public record File(String path, FileChange.Status status, JsonNode before, JsonNode after) {}

    /** Bytes of one file that a comparison shows. */
    private static final long FILE_BYTES_MAX = 4L * 1024 * 1024;

    private static final JsonNode NOTHING = JsonNodeFactory.instance.nullNode();

    private final Tree before;
    private final Tree after;

    public Comparison(Tree before, Tree after) {
        this.before = before;
        this.after = after;
    }

    /** @throws java.util.concurrent.CancellationException when nobody waits for the result any more */
    public List<File> of(List<FileChange> changes) {
        Cancellation cancellation = Cancellation.current();
        return changes.stream()
                .peek(change -> cancellation.pause())
                .map(change -> new File(
                        change.path(),
                        change.status(),
                        content(before, change.path(), change.oldBlob()),
                        content(after, change.path(), change.newBlob())))
                .toList();
    }

    private static JsonNode content(Tree tree, String path, @Nullable BlobId blob) {
        if (blob == null) {
            return NOTHING;
        }
        try {
            byte[] bytes = tree.read(blob, FILE_BYTES_MAX);
            return path.endsWith(".json") ? json(bytes) : text(bytes);
        } catch (Failure tooLarge) {
            return NOTHING;
        }
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return Json.parse(bytes);
        } catch (Failure malformed) {
            return text(bytes);
        }
    }

    private static JsonNode text(byte[] bytes) {
        try {
            return JsonNodeFactory.instance.stringNode(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException binary) {
            return NOTHING;
        }
    }
}
