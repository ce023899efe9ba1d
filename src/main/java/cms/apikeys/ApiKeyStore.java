package cms.apikeys;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** SQL of the table {@code api_keys}. */
final class ApiKeyStore {
    /** A row in the form of the table in memory. */
    record Loaded(String id, String hash, KeyGroup group) {}

    void insert(Tx tx, ApiKey key, String hash) {
        tx.update("""
            INSERT INTO api_keys (id, kind, workspace_id, project_id, name, key_prefix, key_hash, scopes,
                                  created_by, created_at)
            VALUES (:id, :kind, :workspaceId, :projectId, :name, :keyPrefix, :hash, :scopes,
                    :createdBy, :createdAt)
            """)
                .bind("id", key.id())
                .bind("kind", key.kind().stored())
                .bind("workspaceId", key.workspaceId())
                .bind("projectId", key.projectId())
                .bind("name", key.name())
                .bind("keyPrefix", key.keyPrefix())
                .bind("hash", hash)
                .bind("scopes", KeyScope.stored(key.scopes()))
                .bind("createdBy", key.createdBy())
                .bind("createdAt", key.createdAt().toEpochMilli())
                .execute();
    }

    /** Locks the count of an owner's keys, on a database with several writers. */
    void lockCount(Tx tx, String owner) {
        tx.update("""
            INSERT INTO api_key_counts (owner, minted) VALUES (:owner, 1)
            ON CONFLICT (owner) DO UPDATE SET minted = api_key_counts.minted + 1
            """).bind("owner", owner).execute();
    }

    long countActive(Tx tx, KeyKind kind, NewKey wanted) {
        String column = kind.countedPerWorkspace() ? "workspace_id" : "project_id";
        return tx.query("SELECT COUNT(*) FROM api_keys WHERE kind = :kind AND revoked_at IS NULL AND " + column
                        + " = :owner")
                .bind("kind", kind.stored())
                .bind("owner", kind.countedPerWorkspace() ? wanted.workspaceId() : wanted.projectId())
                .mapTo(Long.class)
                .one();
    }

    List<ApiKey> active(Tx tx, String projectId, KeyKind kind) {
        return tx.query("""
            SELECT id, kind, workspace_id, project_id, name, key_prefix, scopes, created_by, created_at, last_used_at
            FROM api_keys
            WHERE project_id = :projectId AND kind = :kind AND revoked_at IS NULL
            ORDER BY created_at DESC, id
            """)
                .bind("projectId", projectId)
                .bind("kind", kind.stored())
                .map((row, context) -> key(row))
                .list();
    }

    List<ApiKey> activeInWorkspace(Tx tx, String workspaceId, KeyKind kind) {
        return tx.query("""
            SELECT id, kind, workspace_id, project_id, name, key_prefix, scopes, created_by, created_at, last_used_at
            FROM api_keys
            WHERE workspace_id = :workspaceId AND kind = :kind AND revoked_at IS NULL
            ORDER BY created_at DESC, id
            """)
                .bind("workspaceId", workspaceId)
                .bind("kind", kind.stored())
                .map((row, context) -> key(row))
                .list();
    }

    /** The hash of a key that was active until now; empty when there was none to revoke. */
    Optional<String> revoke(Tx tx, String projectId, KeyKind kind, String id, long now) {
        return tx.query("""
            UPDATE api_keys SET revoked_at = :now
            WHERE id = :id AND project_id = :projectId AND kind = :kind AND revoked_at IS NULL
            RETURNING key_hash
            """)
                .bind("now", now)
                .bind("id", id)
                .bind("projectId", projectId)
                .bind("kind", kind.stored())
                .mapTo(String.class)
                .findOne();
    }

    /**
     * Deletes all keys of a project and their count; with the last key of its workspace also that of the workspace.
     *
     * @return the hashes of the keys
     */
    List<String> deleteOfProject(Tx tx, String workspaceId, String projectId) {
        List<String> hashes = tx.query("DELETE FROM api_keys WHERE project_id = :projectId RETURNING key_hash")
                .bind("projectId", projectId)
                .mapTo(String.class)
                .list();
        for (KeyKind kind : KeyKind.values()) {
            tx.update("""
                DELETE FROM api_key_counts WHERE owner = :project OR owner = :workspace
                AND NOT EXISTS (SELECT 1 FROM api_keys WHERE workspace_id = :workspaceId)
                """)
                    .bind("project", kind.stored() + ":" + projectId)
                    .bind("workspace", kind.stored() + ":" + workspaceId)
                    .bind("workspaceId", workspaceId)
                    .execute();
        }
        return hashes;
    }

    void used(Tx tx, String id, long at) {
        tx.update("""
            UPDATE api_keys SET last_used_at = :at
            WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :at)
            """).bind("at", at).bind("id", id).execute();
    }

    void loadActive(Tx tx, Consumer<Loaded> taker) {
        tx.query("SELECT id, kind, workspace_id, project_id, scopes, key_hash FROM api_keys WHERE revoked_at IS NULL")
                .setFetchSize(10_000)
                .map((row, context) -> new Loaded(row.getString("id"), row.getString("key_hash"), group(row)))
                .forEach(taker);
    }

    private static KeyGroup group(ResultSet row) throws SQLException {
        return new KeyGroup(
                KeyKind.ofStored(row.getString("kind")),
                row.getString("workspace_id"),
                row.getString("project_id"),
                KeyScope.ofStored(row.getString("scopes")));
    }

    private static ApiKey key(ResultSet row) throws SQLException {
        KeyGroup group = group(row);
        long lastUsed = row.getLong("last_used_at");
        return new ApiKey(
                row.getString("id"),
                group.kind(),
                group.workspaceId(),
                group.projectId(),
                row.getString("name"),
                row.getString("key_prefix"),
                group.scopes(),
                row.getString("created_by"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                lastUsed == 0 ? null : Instant.ofEpochMilli(lastUsed));
    }
}
