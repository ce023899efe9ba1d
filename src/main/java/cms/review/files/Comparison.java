package cms.review.files;

import cms.format.FormatLimits;
import cms.git.BlobId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.platform.compute.Cancellation;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.ComparisonRoom;
import cms.platform.json.Json;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares two trees file by file, as a reviewer reads them (reference 3.4), as far as an answer has room. */
public final class Comparison {
    /**
     * One file of a comparison, with its contents.
     *
     * @param before parsed JSON, or text; null when the file is new, not text, or its contents are omitted
     * @param after the same, null when the file is gone
     * @param isOmitted whether its contents are left out: they are too large, or others took the room
     */
    public record File(String path, FileChange.Status status, JsonNode before, JsonNode after, boolean isOmitted) {
        /** {@code { path, status, before, after }}, with {@code omitted} where it is true. */
        public ObjectNode json() {
            ObjectNode json = Json.object()
                    .put("path", path)
                    .put("status", status.name().toLowerCase(Locale.ROOT))
                    .set("before", before)
                    .set("after", after);
            return isOmitted ? json.put("omitted", true) : json;
        }
    }

    /** Bytes of one file that a comparison shows. */
    private static final long FILE_BYTES_MAX = 4L * 1024 * 1024;

    /** Bytes of all files that one shows: two versions of the largest. */
    private static final long BYTES_MAX = 2 * FILE_BYTES_MAX;

    private static final int TEXT_BYTES = 64;

    private static final JsonNode NOTHING = JsonNodeFactory.instance.nullNode();

    private final Tree before;
    private final Tree after;
    private final ComparisonRoom room;
    private long left = BYTES_MAX;

    public Comparison(Tree before, Tree after, ComparisonRoom room) {
        this.before = before;
        this.after = after;
        this.room = room;
    }

    /** @throws java.util.concurrent.CancellationException when nobody waits for the result any more */
    public List<File> of(List<FileChange> changes) {
        Cancellation cancellation = Cancellation.current();
        return changes.stream()
                .peek(change -> cancellation.pause())
                .map(this::compared)
                .toList();
    }

    private File compared(FileChange change) {
        long taken = room.bytes();
        long bytes = size(before, change.oldBlob()) + size(after, change.newBlob());
        JsonNode old = bytes > left ? null : content(before, change.path(), change.oldBlob());
        JsonNode now = old == null ? null : content(after, change.path(), change.newBlob());
        if (old == null || now == null) {
            room.giveBack(room.bytes() - taken);
            return new File(change.path(), change.status(), NOTHING, NOTHING, true);
        }
        left -= bytes;
        return new File(change.path(), change.status(), old, now, false);
    }

    /** The length of a version; 0 for none, and for a submodule, whose commit is stored elsewhere. */
    private static long size(Tree tree, @Nullable BlobId blob) {
        try {
            return blob == null ? 0 : tree.size(blob);
        } catch (Failure elsewhere) {
            return 0;
        }
    }

    /** The content of a version; null where it is too large, or has no room. */
    private @Nullable JsonNode content(Tree tree, String path, @Nullable BlobId blob) {
        if (blob == null) {
            return NOTHING;
        }
        byte[] bytes;
        try {
            bytes = tree.read(blob, FILE_BYTES_MAX);
        } catch (Failure unread) {
            return unread.kind() == FailureKind.TOO_LARGE ? null : NOTHING;
        }
        boolean isJson = path.endsWith(".json");
        ValueBudget budget = ValueBudget.of(FormatLimits.FILE_VALUES_MAX);
        long needed = 2L * bytes.length + TEXT_BYTES + (isJson ? budget.jsonBytesAtMost(bytes) : 0);
        if (!room.take(needed)) {
            return null;
        }
        JsonNode content = isJson ? json(bytes, budget) : text(bytes);
        long kept = content != null && content.isContainer() ? budget.bytes() : 2L * bytes.length + TEXT_BYTES;
        room.giveBack(needed - Math.min(needed, kept));
        return content;
    }

    private static @Nullable JsonNode json(byte[] bytes, ValueBudget budget) {
        try {
            return Json.counted(bytes, budget);
        } catch (TooManyValues tooMany) {
            return null;
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
