package cms.review;

import cms.git.BlobId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Two trees side by side, file by file, as a reviewer reads them (reference 3.4). */
final class Comparison {
    private static final JsonNode NOTHING = JsonNodeFactory.instance.nullNode();

    private final Tree before;
    private final Tree after;

    Comparison(Tree before, Tree after) {
        this.before = before;
        this.after = after;
    }

    List<DiffedFile> of(List<FileChange> changes) {
        return changes.stream()
                .map(change -> new DiffedFile(
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
            byte[] bytes = tree.read(blob, ReviewLimits.DIFF_FILE_BYTES_MAX);
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
