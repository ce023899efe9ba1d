package cms.media.derivative;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** SQL of the table {@code media_signing_keys}. */
final class SigningKeyStore {
    List<SigningKey> ofProject(Tx tx, String projectId) {
        return tx.query("""
            SELECT id, project_id, name, key_prefix, sealed, created_by, created_at FROM media_signing_keys
            WHERE project_id = :projectId ORDER BY created_at, id
            """)
                .bind("projectId", projectId)
                .map((row, context) -> new SigningKey(
                        row.getString("id"),
                        row.getString("project_id"),
                        row.getString("name"),
                        row.getString("key_prefix"),
                        row.getString("sealed"),
                        row.getString("created_by"),
                        Instant.ofEpochMilli(row.getLong("created_at"))))
                .list();
    }

    void insert(Tx tx, SigningKey key) {
        tx.update("""
            INSERT INTO media_signing_keys (id, project_id, name, key_prefix, sealed, created_by, created_at)
            VALUES (:id, :projectId, :name, :prefix, :sealed, :createdBy, :createdAt)
            """)
                .bind("id", key.id())
                .bind("projectId", key.projectId())
                .bind("name", key.name())
                .bind("prefix", key.prefix())
                .bind("sealed", key.sealed())
                .bind("createdBy", key.createdBy())
                .bind("createdAt", key.createdAt().toEpochMilli())
                .execute();
    }

    boolean delete(Tx tx, String projectId, String id) {
        return tx.update("DELETE FROM media_signing_keys WHERE project_id = :projectId AND id = :id")
                        .bind("projectId", projectId)
                        .bind("id", id)
                        .execute()
                == 1;
    }

    /** The sealed texts of all, by id. */
    Map<String, String> allSealed(Tx tx) {
        Map<String, String> all = new LinkedHashMap<>();
        tx.query("SELECT id, sealed FROM media_signing_keys ORDER BY id")
                .map((row, context) -> Map.entry(row.getString("id"), row.getString("sealed")))
                .list()
                .forEach(each -> all.put(each.getKey(), each.getValue()));
        return all;
    }

    void replaceSealed(Tx tx, String id, String sealed) {
        tx.update("UPDATE media_signing_keys SET sealed = :sealed WHERE id = :id")
                .bind("sealed", sealed)
                .bind("id", id)
                .execute();
    }

    void deleteOfProject(Tx tx, String projectId) {
        tx.update("DELETE FROM media_signing_keys WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }
}
