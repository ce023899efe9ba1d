package cms.mcp.apps;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the tables {@code oauth_…}. */
final class GrantStore {
    private static final String COLUMNS = """
        g.id, g.user_id, g.workspace_id, g.project_id, g.client_id, g.client_name, g.client_host, g.scopes,
        g.audience, g.created_at, g.last_used_at, g.ends_at, g.ended_at
        """;

    /** @param usedAt null while the code is unused */
    record Code(
            String grantId,
            String redirectUri,
            String challenge,
            long expiresAt,
            @Nullable Long usedAt) {}

    /** @param scopes of an access token; null for a refresh token */
    record Token(
            ConnectedApp app,
            @Nullable String scopes,
            long expiresAt,
            @Nullable Long rotatedAt) {}

    /** @param clientName name of the client when the person allowed it last */
    record Earlier(String clientName, String redirectHost) {}

    void putClient(Tx tx, ClientApp app, long now) {
        tx.update("""
            INSERT INTO oauth_clients (id, document, created_at) VALUES (:id, :document, :now)
            ON CONFLICT (id) DO UPDATE SET created_at = :now
            """)
                .bind("id", app.id())
                .bind("document", Json.text(app.json()))
                .bind("now", now)
                .execute();
    }

    Optional<ClientApp> findClient(Tx tx, String id) {
        return tx.query("SELECT document FROM oauth_clients WHERE id = :id")
                .bind("id", id)
                .mapTo(String.class)
                .findOne()
                .map(document -> ClientApp.parse(id, Json.parse(document)));
    }

    void clientUsed(Tx tx, String id, long now) {
        tx.update("UPDATE oauth_clients SET used_at = :now WHERE id = :id")
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    void insertGrant(Tx tx, ConnectedApp app, String redirectHost) {
        tx.update("""
            INSERT INTO oauth_grants (id, user_id, workspace_id, project_id, client_id, client_name, client_host,
                                      redirect_host, scopes, audience, created_at, ends_at)
            VALUES (:id, :userId, :workspaceId, :projectId, :clientId, :clientName, :clientHost,
                    :redirectHost, :scopes, :audience, :createdAt, :endsAt)
            """)
                .bind("id", app.id())
                .bind("userId", app.userId())
                .bind("workspaceId", app.workspaceId())
                .bind("projectId", app.projectId())
                .bind("clientId", app.clientId())
                .bind("clientName", app.clientName())
                .bind("clientHost", app.clientHost())
                .bind("redirectHost", redirectHost)
                .bind("scopes", AppScope.text(app.scopes()))
                .bind("audience", app.audience())
                .bind("createdAt", app.createdAt().toEpochMilli())
                .bind("endsAt", app.endsAt().toEpochMilli())
                .execute();
    }

    /** The newest grant of a person to this client. */
    Optional<Earlier> earlier(Tx tx, String userId, String clientId) {
        return tx.query("""
            SELECT client_name, redirect_host FROM oauth_grants
            WHERE user_id = :userId AND client_id = :clientId AND began_at IS NOT NULL
            ORDER BY created_at DESC, id LIMIT 1
            """)
                .bind("userId", userId)
                .bind("clientId", clientId)
                .map((row, context) -> new Earlier(row.getString("client_name"), row.getString("redirect_host")))
                .findFirst();
    }

    /** Whether any person has a valid grant for this client. */
    boolean isConnected(Tx tx, String clientId, long now) {
        return tx.query("""
            SELECT id FROM oauth_grants
            WHERE client_id = :clientId AND began_at IS NOT NULL AND ended_at IS NULL AND ends_at > :now LIMIT 1
            """)
                .bind("clientId", clientId)
                .bind("now", now)
                .mapTo(String.class)
                .findFirst()
                .isPresent();
    }

    Optional<ConnectedApp> find(Tx tx, String id) {
        return tx.query("SELECT " + COLUMNS + " FROM oauth_grants g WHERE g.id = :id AND g.began_at IS NOT NULL")
                .bind("id", id)
                .map((row, context) -> app(row))
                .findOne();
    }

    /** The valid grants of a workspace, the newest first. */
    List<ConnectedApp> ofWorkspace(Tx tx, String workspaceId, long now) {
        return tx.query("SELECT " + COLUMNS + """
             FROM oauth_grants g WHERE g.workspace_id = :workspaceId
                AND g.began_at IS NOT NULL AND g.ended_at IS NULL AND g.ends_at > :now
            ORDER BY g.created_at DESC, g.id
            """)
                .bind("workspaceId", workspaceId)
                .bind("now", now)
                .map((row, context) -> app(row))
                .list();
    }

    List<String> ofPerson(Tx tx, String userId, String projectId) {
        return tx.query("""
            SELECT id FROM oauth_grants WHERE user_id = :userId AND project_id = :projectId AND ended_at IS NULL
            """)
                .bind("userId", userId)
                .bind("projectId", projectId)
                .mapTo(String.class)
                .list();
    }

    /** Ids of the open grants of a person or a project, whichever the id is. */
    List<String> ofOwner(Tx tx, String id) {
        return tx.query("SELECT id FROM oauth_grants WHERE (user_id = :id OR project_id = :id) AND ended_at IS NULL")
                .bind("id", id)
                .mapTo(String.class)
                .list();
    }

    List<String> endedSince(Tx tx, long time) {
        return tx.query("SELECT id FROM oauth_grants WHERE ended_at > :time")
                .bind("time", time)
                .mapTo(String.class)
                .list();
    }

    void begin(Tx tx, String id, long now) {
        tx.update("UPDATE oauth_grants SET began_at = :now WHERE id = :id")
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    void used(Tx tx, String id, long now) {
        tx.update("UPDATE oauth_grants SET last_used_at = :now WHERE id = :id")
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    /** Ends a grant and deletes its tokens; false when it had ended before. */
    boolean end(Tx tx, String id, long now) {
        tx.update("DELETE FROM oauth_tokens WHERE grant_id = :id")
                .bind("id", id)
                .execute();
        return tx.update("UPDATE oauth_grants SET ended_at = :now WHERE id = :id AND ended_at IS NULL")
                        .bind("id", id)
                        .bind("now", now)
                        .execute()
                > 0;
    }

    void insertCode(Tx tx, String hash, Code code) {
        tx.update("""
            INSERT INTO oauth_codes (hash, grant_id, redirect_uri, challenge, expires_at)
            VALUES (:hash, :grantId, :redirectUri, :challenge, :expiresAt)
            """)
                .bind("hash", hash)
                .bind("grantId", code.grantId())
                .bind("redirectUri", code.redirectUri())
                .bind("challenge", code.challenge())
                .bind("expiresAt", code.expiresAt())
                .execute();
    }

    Optional<Code> findCode(Tx tx, String hash) {
        return tx.query("SELECT grant_id, redirect_uri, challenge, expires_at, used_at FROM oauth_codes"
                        + " WHERE hash = :hash")
                .bind("hash", hash)
                .map((row, context) -> new Code(
                        row.getString("grant_id"),
                        row.getString("redirect_uri"),
                        row.getString("challenge"),
                        row.getLong("expires_at"),
                        Columns.number(row, "used_at")))
                .findOne();
    }

    /** The grant of a code, also one that has not begun. */
    Optional<ConnectedApp> ofCode(Tx tx, Code code) {
        return tx.query("SELECT " + COLUMNS + " FROM oauth_grants g WHERE g.id = :id")
                .bind("id", code.grantId())
                .map((row, context) -> app(row))
                .findOne();
    }

    /** Marks a code as used; false when another request used it first. */
    boolean useCode(Tx tx, String hash, long now) {
        return tx.update("UPDATE oauth_codes SET used_at = :now WHERE hash = :hash AND used_at IS NULL")
                        .bind("hash", hash)
                        .bind("now", now)
                        .execute()
                > 0;
    }

    void insertToken(Tx tx, String hash, String grantId, @Nullable String scopes, long expiresAt) {
        tx.update("""
            INSERT INTO oauth_tokens (hash, grant_id, scopes, expires_at) VALUES (:hash, :grantId, :scopes, :expiresAt)
            """)
                .bind("hash", hash)
                .bind("grantId", grantId)
                .bind("scopes", scopes)
                .bind("expiresAt", expiresAt)
                .execute();
    }

    Optional<Token> findToken(Tx tx, String hash) {
        return tx.query("SELECT t.scopes AS token_scopes, t.expires_at, t.rotated_at, " + COLUMNS + """
             FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = :hash
            """)
                .bind("hash", hash)
                .map((row, context) -> new Token(
                        app(row),
                        row.getString("token_scopes"),
                        row.getLong("expires_at"),
                        Columns.number(row, "rotated_at")))
                .findOne();
    }

    /** Marks a refresh token as replaced; false when another request replaced it first. */
    boolean rotate(Tx tx, String hash, long now) {
        return tx.update("UPDATE oauth_tokens SET rotated_at = :now WHERE hash = :hash AND rotated_at IS NULL")
                        .bind("hash", hash)
                        .bind("now", now)
                        .execute()
                > 0;
    }

    void setCurrent(Tx tx, String grantId, String sealed) {
        tx.update("UPDATE oauth_grants SET sealed_token = :sealed WHERE id = :id")
                .bind("id", grantId)
                .bind("sealed", sealed)
                .execute();
    }

    Optional<String> current(Tx tx, String grantId) {
        return tx.query("SELECT sealed_token FROM oauth_grants WHERE id = :id")
                .bind("id", grantId)
                .mapTo(String.class)
                .findOne();
    }

    /** Marks a form as used; false when it was sent before. */
    boolean useForm(Tx tx, String hash, long forgetAt) {
        return tx.update("INSERT INTO oauth_used_forms (hash, forget_at) VALUES (:hash, :forgetAt)"
                                + " ON CONFLICT (hash) DO NOTHING")
                        .bind("hash", hash)
                        .bind("forgetAt", forgetAt)
                        .execute()
                > 0;
    }

    /** Deletes expired codes, tokens, forms and clients, and ends grants that have no token left. */
    void forget(Tx tx, long now, long dayAgo) {
        tx.update("DELETE FROM oauth_tokens WHERE expires_at < :now")
                .bind("now", now)
                .execute();
        tx.update("DELETE FROM oauth_used_forms WHERE forget_at < :now")
                .bind("now", now)
                .execute();
        tx.update("DELETE FROM oauth_codes WHERE expires_at < :dayAgo")
                .bind("dayAgo", dayAgo)
                .execute();
        tx.update("DELETE FROM oauth_grants WHERE began_at IS NULL AND created_at < :dayAgo")
                .bind("dayAgo", dayAgo)
                .execute();
        tx.update("""
            UPDATE oauth_grants SET ended_at = :now WHERE began_at < :dayAgo AND ended_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM oauth_tokens t WHERE t.grant_id = oauth_grants.id)
            """).bind("now", now).bind("dayAgo", dayAgo).execute();
        tx.update("DELETE FROM oauth_clients WHERE used_at IS NULL AND created_at < :dayAgo")
                .bind("dayAgo", dayAgo)
                .execute();
    }

    private static ConnectedApp app(ResultSet row) throws SQLException {
        return new ConnectedApp(
                row.getString("id"),
                row.getString("user_id"),
                row.getString("workspace_id"),
                row.getString("project_id"),
                row.getString("client_id"),
                row.getString("client_name"),
                row.getString("client_host"),
                AppScope.parse(row.getString("scopes")),
                row.getString("audience"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Columns.instant(row, "last_used_at"),
                Instant.ofEpochMilli(row.getLong("ends_at")),
                Columns.instant(row, "ended_at"));
    }
}
