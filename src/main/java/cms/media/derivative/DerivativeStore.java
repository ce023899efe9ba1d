package cms.media.derivative;

import cms.platform.db.Tx;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code media_derivatives}. */
final class DerivativeStore {
    /**
     * A derivative whose bytes lie in the store.
     *
     * @param id hash of the recipe and the source bytes
     * @param blob the bytes it was made of
     * @param hash SHA-256 of its bytes in lower-case hexadecimal digits
     */
    record Row(String id, String projectId, String blob, String contentType, long size, String hash) {}

    Optional<Row> find(Tx tx, String projectId, String id) {
        return tx.query("""
            SELECT id, project_id, blob, content_type, size, hash FROM media_derivatives
            WHERE project_id = :projectId AND id = :id
            """)
                .bind("projectId", projectId)
                .bind("id", id)
                .map((row, context) -> new Row(
                        row.getString("id"),
                        row.getString("project_id"),
                        row.getString("blob"),
                        row.getString("content_type"),
                        row.getLong("size"),
                        row.getString("hash")))
                .findOne();
    }

    void insert(Tx tx, Row row, long now) {
        tx.update("""
            INSERT INTO media_derivatives (id, project_id, blob, content_type, size, hash, used_at)
            VALUES (:id, :projectId, :blob, :contentType, :size, :hash, :now)
            ON CONFLICT (project_id, id) DO UPDATE SET size = excluded.size, hash = excluded.hash,
                used_at = excluded.used_at
            """)
                .bind("id", row.id())
                .bind("projectId", row.projectId())
                .bind("blob", row.blob())
                .bind("contentType", row.contentType())
                .bind("size", row.size())
                .bind("hash", row.hash())
                .bind("now", now)
                .execute();
    }

    void used(Tx tx, String projectId, String id, long at) {
        tx.update("""
            UPDATE media_derivatives SET used_at = :at
            WHERE project_id = :projectId AND id = :id AND used_at < :at
            """)
                .bind("projectId", projectId)
                .bind("id", id)
                .bind("at", at)
                .execute();
    }

    long size(Tx tx) {
        return tx.query("SELECT COALESCE(SUM(size), 0) FROM media_derivatives")
                .mapTo(Long.class)
                .one();
    }

    /** The least recently requested derivatives, except one. */
    List<Row> oldest(Tx tx, String keep, int limit) {
        return tx.query("""
            SELECT id, project_id, blob, content_type, size, hash FROM media_derivatives
            WHERE id <> :keep ORDER BY used_at, id LIMIT :limit
            """)
                .bind("keep", keep)
                .bind("limit", limit)
                .map((row, context) -> new Row(
                        row.getString("id"),
                        row.getString("project_id"),
                        row.getString("blob"),
                        row.getString("content_type"),
                        row.getLong("size"),
                        row.getString("hash")))
                .list();
    }

    List<String> ofBlob(Tx tx, String projectId, String blob) {
        return tx.query("SELECT id FROM media_derivatives WHERE project_id = :projectId AND blob = :blob")
                .bind("projectId", projectId)
                .bind("blob", blob)
                .mapTo(String.class)
                .list();
    }

    void delete(Tx tx, String projectId, String id) {
        tx.update("DELETE FROM media_derivatives WHERE project_id = :projectId AND id = :id")
                .bind("projectId", projectId)
                .bind("id", id)
                .execute();
    }

    void deleteOfProject(Tx tx, String projectId) {
        tx.update("DELETE FROM media_derivatives WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }
}
