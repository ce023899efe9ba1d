package cms.media.upload;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** SQL of the tables {@code media_uploads} and {@code media_upload_parts}. */
final class UploadStore {
    void insert(Tx tx, OpenUpload upload) {
        tx.update("""
            INSERT INTO media_uploads (id, workspace_id, project_id, created_by, length, received, metadata,
                reservation, expires_at)
            VALUES (:id, :workspaceId, :projectId, :createdBy, :length, 0, :metadata, :reservation, :expiresAt)
            """)
                .bind("id", upload.id())
                .bind("workspaceId", upload.workspaceId())
                .bind("projectId", upload.projectId())
                .bind("createdBy", upload.holder())
                .bind("length", upload.length())
                .bind("metadata", upload.metadata())
                .bind("reservation", upload.reservation())
                .bind("expiresAt", upload.expiresAt().toEpochMilli())
                .execute();
    }

    Optional<OpenUpload> find(Tx tx, String projectId, String id) {
        return tx.query("SELECT * FROM media_uploads WHERE id = :id AND project_id = :projectId")
                .bind("id", id)
                .bind("projectId", projectId)
                .map(UploadStore::row)
                .findOne();
    }

    int countOfProject(Tx tx, String projectId) {
        return tx.query("SELECT COUNT(*) FROM media_uploads WHERE project_id = :projectId AND asset_id IS NULL")
                .bind("projectId", projectId)
                .mapTo(Integer.class)
                .one();
    }

    List<OpenUpload> expired(Tx tx, long now, int limit) {
        return tx.query("SELECT * FROM media_uploads WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit")
                .bind("now", now)
                .bind("limit", limit)
                .map(UploadStore::row)
                .list();
    }

    List<OpenUpload> ofProject(Tx tx, String projectId) {
        return tx.query("SELECT * FROM media_uploads WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .map(UploadStore::row)
                .list();
    }

    List<OpenUpload> ofPerson(Tx tx, String userId) {
        return tx.query("SELECT * FROM media_uploads WHERE created_by = :userId")
                .bind("userId", userId)
                .map(UploadStore::row)
                .list();
    }

    /** Records a part that is durable; false when another request recorded one first. */
    boolean received(Tx tx, OpenUpload upload, long size) {
        boolean first = tx.update("""
            UPDATE media_uploads SET received = received + :size
            WHERE id = :id AND received = :before AND received + :size <= length
            """)
                        .bind("size", size)
                        .bind("id", upload.id())
                        .bind("before", upload.received())
                        .execute()
                == 1;
        if (first) {
            tx.update("INSERT INTO media_upload_parts (upload_id, start, size) VALUES (:id, :start, :size)")
                    .bind("id", upload.id())
                    .bind("start", upload.received())
                    .bind("size", size)
                    .execute();
        }
        return first;
    }

    /** The offsets of the parts, in order. */
    List<Long> starts(Tx tx, String id) {
        return tx.query("SELECT start FROM media_upload_parts WHERE upload_id = :id ORDER BY start")
                .bind("id", id)
                .mapTo(Long.class)
                .list();
    }

    /** Records the asset of an upload; false when one was recorded before. */
    boolean became(Tx tx, String id, String assetId) {
        return tx.update("UPDATE media_uploads SET asset_id = :assetId WHERE id = :id AND asset_id IS NULL")
                        .bind("assetId", assetId)
                        .bind("id", id)
                        .execute()
                == 1;
    }

    void deleteParts(Tx tx, String id) {
        tx.update("DELETE FROM media_upload_parts WHERE upload_id = :id")
                .bind("id", id)
                .execute();
    }

    void delete(Tx tx, String id) {
        deleteParts(tx, id);
        tx.update("DELETE FROM media_uploads WHERE id = :id").bind("id", id).execute();
    }

    private static OpenUpload row(ResultSet row, StatementContext context) throws SQLException {
        return new OpenUpload(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("project_id"),
                row.getString("created_by"),
                row.getLong("length"),
                row.getLong("received"),
                row.getString("metadata"),
                row.getString("reservation"),
                Instant.ofEpochMilli(row.getLong("expires_at")),
                row.getString("asset_id"));
    }
}
