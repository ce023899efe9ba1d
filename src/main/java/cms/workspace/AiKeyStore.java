package cms.workspace;

import cms.platform.db.Tx;
import cms.workspace.AiKeys.AiKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** SQL of the table {@code ai_keys}. */
final class AiKeyStore {
    List<AiKey> list(Tx tx, String workspaceId, String userId) {
        return tx.query("""
                SELECT id, provider, key_hint, created_at FROM ai_keys
                WHERE workspace_id = :workspaceId AND user_id = :userId
                ORDER BY created_at, id
                """)
                .bind("workspaceId", workspaceId)
                .bind("userId", userId)
                .map((row, context) -> key(row))
                .list();
    }

    /** Adds the key, or replaces the one of the same provider under its old id. */
    AiKey put(Tx tx, AiKey key, String workspaceId, String userId, String sealed) {
        return tx.query("""
                INSERT INTO ai_keys (id, workspace_id, user_id, provider, sealed_key, key_hint, created_at)
                VALUES (:id, :workspaceId, :userId, :provider, :sealed, :hint, :createdAt)
                ON CONFLICT (workspace_id, user_id, provider) DO UPDATE
                SET sealed_key = excluded.sealed_key, key_hint = excluded.key_hint, created_at = excluded.created_at
                RETURNING id, provider, key_hint, created_at
                """)
                .bind("id", key.id())
                .bind("workspaceId", workspaceId)
                .bind("userId", userId)
                .bind("provider", key.provider())
                .bind("sealed", sealed)
                .bind("hint", key.hint())
                .bind("createdAt", key.createdAt().toEpochMilli())
                .map((row, context) -> key(row))
                .one();
    }

    Optional<String> findSealed(Tx tx, String workspaceId, String userId, String provider) {
        return tx.query("""
                SELECT sealed_key FROM ai_keys
                WHERE workspace_id = :workspaceId AND user_id = :userId AND provider = :provider
                """)
                .bind("workspaceId", workspaceId)
                .bind("userId", userId)
                .bind("provider", provider)
                .mapTo(String.class)
                .findOne();
    }

    /** Every sealed key by its id. */
    Map<String, String> allSealed(Tx tx) {
        return tx.query("SELECT id, sealed_key FROM ai_keys")
                .map((row, context) -> Map.entry(row.getString("id"), row.getString("sealed_key")))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    void replaceSealed(Tx tx, String id, String sealed) {
        tx.update("UPDATE ai_keys SET sealed_key = :sealed WHERE id = :id")
                .bind("id", id)
                .bind("sealed", sealed)
                .execute();
    }

    boolean delete(Tx tx, String id, String workspaceId, String userId) {
        return tx.update("DELETE FROM ai_keys WHERE id = :id AND workspace_id = :workspaceId AND user_id = :userId")
                        .bind("id", id)
                        .bind("workspaceId", workspaceId)
                        .bind("userId", userId)
                        .execute()
                == 1;
    }

    private static AiKey key(ResultSet row) throws SQLException {
        return new AiKey(
                row.getString("id"),
                row.getString("provider"),
                row.getString("key_hint"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
