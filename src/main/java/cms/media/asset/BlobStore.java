package cms.media.asset;

import cms.platform.db.Tx;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** SQL of the tables {@code media_blobs} and {@code media_reservations}. */
public final class BlobStore {
    /** Bytes of a project. */
    public record StoredBlob(String id, String workspaceId, String projectId, long size) {}

    /** Bytes, and how many files of assets are these bytes. */
    record Used(String id, long size, long uses) {}

    /** Storage reserved for an upload in progress. */
    public record StorageReservation(String id, String workspaceId, long size) {}

    public void insert(Tx tx, StoredBlob blob) {
        tx.update("""
            INSERT INTO media_blobs (id, workspace_id, project_id, size, uses)
            VALUES (:id, :workspaceId, :projectId, :size, 0)
            """)
                .bind("id", blob.id())
                .bind("workspaceId", blob.workspaceId())
                .bind("projectId", blob.projectId())
                .bind("size", blob.size())
                .execute();
    }

    /** Counts one more use; false where the bytes were removed. */
    public boolean use(Tx tx, String id) {
        return tx.update("UPDATE media_blobs SET uses = uses + 1 WHERE id = :id")
                        .bind("id", id)
                        .execute()
                == 1;
    }

    /** Counts one use less; the size of the bytes when no use is left. */
    public Optional<Long> release(Tx tx, String id) {
        tx.update("UPDATE media_blobs SET uses = uses - 1 WHERE id = :id")
                .bind("id", id)
                .execute();
        Optional<Long> size = tx.query("SELECT size FROM media_blobs WHERE id = :id AND uses <= 0")
                .bind("id", id)
                .mapTo(Long.class)
                .findOne();
        size.ifPresent(_ -> tx.update("DELETE FROM media_blobs WHERE id = :id")
                .bind("id", id)
                .execute());
        return size;
    }

    /** Those of {@code ids} that are stored. */
    List<Used> used(Tx tx, Collection<String> ids) {
        return tx.query("SELECT id, size, uses FROM media_blobs WHERE id IN (<ids>)")
                .bindList("ids", List.copyOf(ids))
                .map((row, context) -> new Used(row.getString("id"), row.getLong("size"), row.getLong("uses")))
                .list();
    }

    public long sizeOfProject(Tx tx, String projectId) {
        return tx.query("SELECT COALESCE(SUM(size), 0) FROM media_blobs WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .mapTo(Long.class)
                .one();
    }

    public void reserve(Tx tx, StorageReservation reservation, long endsAt) {
        tx.update("""
            INSERT INTO media_reservations (id, workspace_id, size, ends_at)
            VALUES (:id, :workspaceId, :size, :endsAt)
            """)
                .bind("id", reservation.id())
                .bind("workspaceId", reservation.workspaceId())
                .bind("size", reservation.size())
                .bind("endsAt", endsAt)
                .execute();
    }

    /** Ends a reservation; false when it has ended before. */
    public boolean end(Tx tx, String id) {
        return tx.update("DELETE FROM media_reservations WHERE id = :id")
                        .bind("id", id)
                        .execute()
                == 1;
    }

    public List<StorageReservation> ended(Tx tx, long now) {
        return tx.query("SELECT id, workspace_id, size FROM media_reservations WHERE ends_at <= :now")
                .bind("now", now)
                .map((row, context) ->
                        new StorageReservation(row.getString("id"), row.getString("workspace_id"), row.getLong("size")))
                .list();
    }
}
