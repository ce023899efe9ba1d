package cms.project;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code projects}. */
final class ProjectStore {
    private static final String COLUMNS =
            "id, workspace_id, name, repo_full_name, default_branch, content_root, detected_stack, status, created_at,"
                    + " cdn_enabled, cdn_branch, cdn_public_media";

    Optional<Project> find(Tx tx, String id) {
        return tx.query("SELECT " + COLUMNS + " FROM projects WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> project(row))
                .findOne();
    }

    List<Project> list(Tx tx, String workspaceId) {
        return tx.query("SELECT " + COLUMNS + " FROM projects WHERE workspace_id = :workspaceId"
                        + " ORDER BY created_at DESC, id")
                .bind("workspaceId", workspaceId)
                .map((row, context) -> project(row))
                .list();
    }

    List<Project> listByRepository(Tx tx, String repoFullName) {
        return tx.query("SELECT " + COLUMNS + " FROM projects WHERE repo_full_name = :name ORDER BY created_at, id")
                .bind("name", repoFullName)
                .map((row, context) -> project(row))
                .list();
    }

    List<Project> listAll(Tx tx) {
        return tx.query("SELECT " + COLUMNS + " FROM projects ORDER BY created_at, id")
                .map((row, context) -> project(row))
                .list();
    }

    /** False when the workspace already has a project on this repository. */
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

    void updateDelivery(Tx tx, String id, DeliverySettings settings) {
        tx.update("""
                UPDATE projects SET cdn_enabled = :enabled, cdn_branch = :branch, cdn_public_media = :publicMedia
                WHERE id = :id
                """)
                .bind("enabled", settings.enabled() ? 1 : 0)
                .bind("branch", settings.branch())
                .bind("publicMedia", settings.publicMedia() ? 1 : 0)
                .bind("id", id)
                .execute();
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
                        row.getInt("cdn_public_media") != 0));
    }
}
