package cms.mcp;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** SQL of the table {@code mcp_keys}. */
final class KeyStore {
    private static final String COLUMNS =
            "k.key_id, k.name, k.allowed_tools, k.media_enabled, k.rate_limit_per_minute, k.monthly_call_limit";

    void put(Tx tx, String keyId, String workspaceId, String projectId, KeySettings settings) {
        tx.update("""
            INSERT INTO mcp_keys (key_id, workspace_id, project_id, name, allowed_tools, media_enabled,
                                  rate_limit_per_minute, monthly_call_limit)
            VALUES (:id, :workspaceId, :projectId, :name, :tools, :media, :rate, :cap)
            ON CONFLICT (key_id) DO UPDATE SET name = :name, allowed_tools = :tools, media_enabled = :media,
                rate_limit_per_minute = :rate, monthly_call_limit = :cap
            """)
                .bind("id", keyId)
                .bind("workspaceId", workspaceId)
                .bind("projectId", projectId)
                .bind("name", settings.name())
                .bind("tools", Json.text(settings.allowedTools()))
                .bind("media", settings.mediaEnabled() ? 1 : 0)
                .bind("rate", settings.callsPerMinute())
                .bind("cap", settings.callsPerMonth())
                .execute();
    }

    /** Locks the settings of a key until the transaction ends, so that reading and changing them are one step. */
    void lock(Tx tx, String keyId) {
        tx.update("UPDATE mcp_keys SET name = name WHERE key_id = :id")
                .bind("id", keyId)
                .execute();
    }

    /** @param maker the id of the person who made the key */
    record Active(KeySettings settings, String maker) {}

    /** Whether there is a revoked key with this hash. */
    boolean isRevoked(Tx tx, String hash) {
        return tx.query("SELECT 1 FROM api_keys WHERE key_hash = :hash AND revoked_at IS NOT NULL")
                .bind("hash", hash)
                .mapTo(Integer.class)
                .findFirst()
                .isPresent();
    }

    /** The settings of a key that is not revoked, read from its row. */
    Optional<Active> findActive(Tx tx, String keyId) {
        return tx.query("SELECT a.created_by, " + COLUMNS + """

            FROM mcp_keys k JOIN api_keys a ON a.id = k.key_id
            WHERE k.key_id = :id AND a.revoked_at IS NULL
            """)
                .bind("id", keyId)
                .map((row, context) -> new Active(settings(row), row.getString("created_by")))
                .findOne();
    }

    /** The name of a key, revoked or not. */
    Optional<String> findName(Tx tx, String keyId) {
        return tx.query("SELECT name FROM mcp_keys WHERE key_id = :id")
                .bind("id", keyId)
                .mapTo(String.class)
                .findOne();
    }

    void deleteOfProject(Tx tx, String projectId) {
        tx.update("DELETE FROM mcp_keys WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }

    Map<String, KeySettings> ofWorkspace(Tx tx, String workspaceId) {
        Map<String, KeySettings> found = new HashMap<>();
        tx.query("SELECT " + COLUMNS + " FROM mcp_keys k WHERE k.workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .map((row, context) -> Map.entry(row.getString("key_id"), settings(row)))
                .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        return found;
    }

    private static KeySettings settings(ResultSet row) throws SQLException {
        List<String> tools = Json.parse(row.getString("allowed_tools"))
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        return new KeySettings(
                row.getString("name"),
                tools,
                row.getLong("media_enabled") == 1,
                row.getInt("rate_limit_per_minute"),
                Columns.number(row, "monthly_call_limit"));
    }
}
