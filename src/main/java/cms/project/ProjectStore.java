package cms.project;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** SQL of the table {@code projects}. */
final class ProjectStore {
    private static final String COLUMNS =
            "id, workspace_id, name, repo_full_name, default_branch, content_root, detected_stack, status, created_at,"
                    + " cdn_enabled, cdn_branch, cdn_public_media, allow_force_pushes";

    Optional<Project> find(Tx tx, String id) {
        return select(tx, "WHERE id = :value", id).findFirst();
    }

    List<Project> list(Tx tx, String workspaceId) {
        return select(tx, "WHERE workspace_id = :value ORDER BY created_at DESC, id", workspaceId)
                .toList();
    }

    List<Project> listByRepository(Tx tx, String repoFullName) {
        return select(tx, "WHERE repo_full_name = :value ORDER BY created_at, id", repoFullName)
                .toList();
    }

    List<Project> listAll(Tx tx) {
        return select(tx, "WHERE id <> :value ORDER BY created_at, id", "").toList();
    }

    private static Stream<Project> select(Tx tx, String where, String value) {
        return tx
                .query("SELECT " + COLUMNS + " FROM projects " + where)
                .bind("value", value)
                .map((row, context) -> project(row))
                .list()
                .stream();
    }

    /** Inserts a project; false when the workspace already has one on this repository. */
    boolean insert(Tx tx, Project project) {
        return tx.update("""
            INSERT INTO projects (id, workspace_id, name, repo_full_name, default_branch, content_root,
                                  detected_stack, status, created_at, cdn_enabled, cdn_branch,
                                  cdn_public_media)
            VALUES (:id, :workspaceId, :name, :repoFullName, :defaultBranch, :contentRoot,
                    :detectedStack, :status, :createdAt, 0, NULL, 0)
            ON CONFLICT (workspace_id, repo_full_name) DO NOTHING
            """)
                        .bind("id", project.id())
                        .bind("workspaceId", project.workspaceId())
                        .bind("name", project.name())
                        .bind("repoFullName", project.repoFullName())
                        .bind("defaultBranch", project.defaultBranch())
                        .bind("contentRoot", project.contentRoot())
                        .bind("detectedStack", project.detectedStack())
                        .bind("status", project.status().key())
                        .bind("createdAt", project.createdAt().toEpochMilli())
                        .execute()
                == 1;
    }

    /** Writes what the change names and no other column, so that two changes at once both stay. */
    void updateDelivery(Tx tx, String id, DeliverySettings.SettingsUpdate change) {
        change.enabled().ifPresent(enabled -> set(tx, id, "cdn_enabled", enabled ? 1 : 0));
        change.branch().ifPresent(branch -> set(tx, id, "cdn_branch", branch.orElse(null)));
        change.publicMedia().ifPresent(open -> set(tx, id, "cdn_public_media", open ? 1 : 0));
    }

    private static void set(Tx tx, String id, String column, @Nullable Object value) {
        tx.update("UPDATE projects SET " + column + " = :value WHERE id = :id")
                .bind("value", value)
                .bind("id", id)
                .execute();
    }

    void allowForcePushes(Tx tx, String id, boolean allowed) {
        tx.update("UPDATE projects SET allow_force_pushes = :allowed WHERE id = :id")
                .bind("allowed", allowed ? 1 : 0)
                .bind("id", id)
                .execute();
    }

    /** Renames the repository in the rows; a workspace that has a project under the new name already keeps that one. */
    void renameRepository(Tx tx, String from, String to) {
        tx.update("""
            UPDATE projects SET repo_full_name = :to
            WHERE repo_full_name = :from AND NOT EXISTS (
                SELECT 1 FROM projects other
                WHERE other.workspace_id = projects.workspace_id AND other.repo_full_name = :to)
            """).bind("from", from).bind("to", to).execute();
    }

    /** Sets status and framework of a repository's projects after its first fetch, unless they are set up already. */
    void endSetup(Tx tx, String repoFullName, ProjectStatus status, @Nullable String stack) {
        tx.update("""
            UPDATE projects SET status = :status, detected_stack = COALESCE(:stack, detected_stack)
            WHERE repo_full_name = :repoFullName AND status = :setup
            """)
                .bind("status", status.key())
                .bind("stack", stack)
                .bind("repoFullName", repoFullName)
                .bind("setup", ProjectStatus.SETUP.key())
                .execute();
    }

    /** Keeps a project until {@code tx} ends; false when it was deleted. */
    boolean keep(Tx tx, String id) {
        return tx.update("UPDATE projects SET status = status WHERE id = :id")
                        .bind("id", id)
                        .execute()
                == 1;
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM projects WHERE id = :id").bind("id", id).execute();
    }

    private static Project project(ResultSet row) throws SQLException {
        return new Project(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("name"),
                row.getString("repo_full_name"),
                row.getString("default_branch"),
                row.getString("content_root"),
                row.getString("detected_stack"),
                ProjectStatus.ofStored(row.getString("status")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                new DeliverySettings(
                        row.getInt("cdn_enabled") != 0,
                        row.getString("cdn_branch"),
                        row.getInt("cdn_public_media") != 0),
                row.getInt("allow_force_pushes") != 0);
    }
}
