package cms.media.upload;

import cms.media.asset.BlobStore.StorageReservation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An upload in progress.
 *
 * @param length of the whole file in bytes
 * @param received number of bytes that are durable
 * @param metadata as the client sent it
 * @param reservation id of the storage reserved for it
 * @param assetId the asset it became; null before
 */
public record OpenUpload(
        String id,
        String workspaceId,
        String projectId,
        String holder,
        long length,
        long received,
        String metadata,
        String reservation,
        Instant expiresAt,
        @Nullable String assetId) {
    boolean isWhole() {
        return received == length;
    }

    /** The storage reserved for it. */
    public StorageReservation room() {
        return new StorageReservation(reservation, workspaceId, length);
    }
}
