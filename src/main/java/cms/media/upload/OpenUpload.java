package cms.media.upload;

import cms.media.asset.BlobStore.Reservation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An upload on its way.
 *
 * @param length of the whole file in bytes
 * @param received how many of them are durable
 * @param metadata as the client sent it
 * @param reservation the room that is held for it
 * @param assetId what it became; null while it is not whole
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

    /** The room that is held for it. */
    public Reservation room() {
        return new Reservation(reservation, workspaceId, length);
    }
}
