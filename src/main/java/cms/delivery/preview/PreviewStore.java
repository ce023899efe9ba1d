package cms.delivery.preview;

import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code delivery_previews}. */
final class PreviewStore {
    void insert(Tx tx, Preview preview, String tokenHash) {
        tx.update("""
                INSERT INTO delivery_previews
                    (id, project_id, user_id, branch, paths, token_hash, created_at, expires_at)
                VALUES (:id, :projectId, :userId, :branch, :paths, :tokenHash, :createdAt, :expiresAt)
                """)
                .bind("id", preview.id())
                .bind("projectId", preview.projectId())
                .bind("userId", preview.userId())
                .bind("branch", preview.branch())
                .bind("paths", Json.text(preview.paths()))
                .bind("tokenHash", tokenHash)
                .bind("createdAt", preview.createdAt().toEpochMilli())
                .bind("expiresAt", preview.expiresAt().toEpochMilli())
                .execute();
    }

    /** The previews of a project that have not ended, newest first. */
    List<Preview> live(Tx tx, String projectId, Instant now) {
        return tx.query("""
                SELECT * FROM delivery_previews WHERE project_id = :projectId AND expires_at > :now
                ORDER BY created_at DESC, id
                """)
                .bind("projectId", projectId)
                .bind("now", now.toEpochMilli())
                .map((row, context) -> preview(row))
                .list();
    }

    Optional<Preview> find(Tx tx, String tokenHash, Instant now) {
        return tx.query("SELECT * FROM delivery_previews WHERE token_hash = :tokenHash AND expires_at > :now")
                .bind("tokenHash", tokenHash)
                .bind("now", now.toEpochMilli())
                .map((row, context) -> preview(row))
                .findOne();
    }

    boolean delete(Tx tx, String projectId, String id) {
        return tx.update("DELETE FROM delivery_previews WHERE project_id = :projectId AND id = :id")
                        .bind("projectId", projectId)
                        .bind("id", id)
                        .execute()
                > 0;
    }

    void deleteOfBranch(Tx tx, String projectId, String branch) {
        tx.update("DELETE FROM delivery_previews WHERE project_id = :projectId AND branch = :branch")
                .bind("projectId", projectId)
                .bind("branch", branch)
                .execute();
    }

    void deleteOfMaker(Tx tx, String projectId, String userId) {
        tx.update("DELETE FROM delivery_previews WHERE project_id = :projectId AND user_id = :userId")
                .bind("projectId", projectId)
                .bind("userId", userId)
                .execute();
    }

    void deleteExpired(Tx tx, Instant now) {
        tx.update("DELETE FROM delivery_previews WHERE expires_at <= :now")
                .bind("now", now.toEpochMilli())
                .execute();
    }

    void deleteAll(Tx tx, String projectId) {
        tx.update("DELETE FROM delivery_previews WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }

    private static Preview preview(ResultSet row) throws SQLException {
        List<String> paths = new ArrayList<>();
        Json.parse(row.getString("paths")).forEach(path -> paths.add(path.asString()));
        return new Preview(
                row.getString("id"),
                row.getString("project_id"),
                row.getString("user_id"),
                row.getString("branch"),
                paths,
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("expires_at")));
    }
}
