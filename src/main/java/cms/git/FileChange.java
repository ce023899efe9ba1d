package cms.git;

import org.jspecify.annotations.Nullable;

/** One file that differs between two trees; a moved file is a removal and an addition. */
public record FileChange(String path, Status status, @Nullable BlobId oldBlob, @Nullable BlobId newBlob) {
    /** What happened to the file, seen from the older tree; a change of the mode alone is {@code MODIFIED}. */
    public enum Status {
        ADDED,
        MODIFIED,
        REMOVED
    }
}
