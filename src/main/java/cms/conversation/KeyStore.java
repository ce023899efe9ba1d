package cms.conversation;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import cms.project.ModelListStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code conversation_keys}. */
final class KeyStore {
    static final ModelListStore MODELS =
            new ModelListStore("conversation_keys", "key_id", "settings", "/allowedModels");

    private static final String SELECT = """
        SELECT k.key_id, k.project_id, k.key_prefix, k.settings, k.created_by, k.created_at, k.revoked_at,
            a.last_used_at,
            (SELECT COUNT(*) FROM agent_turns t JOIN agent_conversations c ON c.id = t.conversation_id
             WHERE c.owner_kind = 'key' AND c.owner_id = k.key_id AND t.started_at >= :month
                AND t.meter_state IN ('reserved', 'settled')) AS used
        FROM conversation_keys k JOIN api_keys a ON a.id = k.key_id
        """;

    void add(Tx tx, KeyRow row, String workspaceId) {
        tx.update("""
            INSERT INTO conversation_keys (key_id, workspace_id, project_id, key_prefix, settings, counted, created_by,
                created_at)
            VALUES (:id, :workspaceId, :projectId, :keyPrefix, :settings, 0, :createdBy, :createdAt)
            """)
                .bind("id", row.id())
                .bind("workspaceId", workspaceId)
                .bind("projectId", row.projectId())
                .bind("keyPrefix", row.keyPrefix())
                .bind("settings", Json.text(row.settings().json()))
                .bind("createdBy", row.createdBy())
                .bind("createdAt", row.createdAt().toEpochMilli())
                .execute();
    }

    /** The keys of a project, revoked ones included. */
    List<KeyRow> list(Tx tx, String projectId, Instant month) {
        return tx.query(SELECT + " WHERE k.project_id = :projectId ORDER BY k.created_at DESC, k.key_id LIMIT 1000")
                .bind("projectId", projectId)
                .bind("month", month.toEpochMilli())
                .map((row, context) -> key(row))
                .list();
    }

    Optional<KeyRow> find(Tx tx, String projectId, String id, Instant month) {
        return tx.query(SELECT + " WHERE k.project_id = :projectId AND k.key_id = :id")
                .bind("projectId", projectId)
                .bind("id", id)
                .bind("month", month.toEpochMilli())
                .map((row, context) -> key(row))
                .findOne();
    }

    void set(Tx tx, String id, KeySettings settings) {
        tx.update("UPDATE conversation_keys SET settings = :settings WHERE key_id = :id")
                .bind("id", id)
                .bind("settings", Json.text(settings.json()))
                .execute();
    }

    void revoked(Tx tx, String id, Instant now) {
        tx.update("UPDATE conversation_keys SET revoked_at = :now WHERE key_id = :id AND revoked_at IS NULL")
                .bind("id", id)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Locks the count of a key for concurrent requests. */
    void lockCount(Tx tx, String id) {
        tx.update("UPDATE conversation_keys SET counted = counted + 1 WHERE key_id = :id")
                .bind("id", id)
                .execute();
    }

    void deleteOfProject(Tx tx, String projectId) {
        tx.update("DELETE FROM conversation_keys WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }

    private static KeyRow key(ResultSet row) throws SQLException {
        return new KeyRow(
                row.getString("key_id"),
                row.getString("project_id"),
                row.getString("key_prefix"),
                KeySettings.ofStored(row.getString("settings")),
                row.getLong("used"),
                row.getString("created_by"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Columns.instant(row, "last_used_at"),
                Columns.instant(row, "revoked_at"));
    }
}
