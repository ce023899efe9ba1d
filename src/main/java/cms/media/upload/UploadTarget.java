package cms.media.upload;

import cms.access.Author;
import cms.media.asset.BlobStore.StorageReservation;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.ProjectAccess;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Checks and reserves storage before an upload, and makes an asset of it once it is complete. */
public interface UploadTarget {
    /** Largest file of the place in bytes; fails with FORBIDDEN for a caller that may not upload there. */
    long fileBytesMax(ProjectAccess place);

    /** @throws Failure INVALID for words that no asset may have */
    void check(ProjectAccess place, Author by, UploadMetadata metadata);

    /** @throws Failure FORBIDDEN (code {@code media.quota}) when the plan has no room for it */
    StorageReservation reserve(String workspaceId, long bytes, Duration life);

    void release(StorageReservation reservation);

    /** Releases a reservation in the transaction that ends its upload. */
    void release(Tx tx, StorageReservation reservation);

    /**
     * Makes an asset of a complete file.
     *
     * @param within called with the id of the asset in the transaction that stores it
     * @return the id of the asset
     * @throws Failure for a file that is not accepted
     */
    String take(ProjectAccess place, Author by, OpenUpload upload, InputStream content, BiConsumer<Tx, String> within);
}
