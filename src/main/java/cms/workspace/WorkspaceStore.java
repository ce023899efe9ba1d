package cms.workspace;

import cms.access.WorkspaceRole;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code workspaces}. */
final class WorkspaceStore {
    private static final String COLUMNS = """
             w.id, w.name, w.slug, w.type, w.plan, w.owner_id, w.installation_id, w.created_at
            """;

    private final Plans plans;

    WorkspaceStore(Plans plans) {
        this.plans = plans;
    }

    /** False when the slug is taken. */
    boolean insert(Tx tx, Workspace workspace, Plan plan) {
        return tx.update("""
                INSERT INTO workspaces (id, name, slug, type, plan, owner_id, created_at)
                VALUES (:id, :name, :slug, :type, :plan, :ownerId, :createdAt)
                ON CONFLICT (slug) DO NOTHING
                """)
                        .bind("id", workspace.id())
                        .bind("name", workspace.name())
                        .bind("slug", workspace.slug())
                        .bind("type", workspace.type().key())
                        .bind("plan", plan.key())
                        .bind("ownerId", workspace.ownerId())
                        .bind("createdAt", workspace.createdAt().toEpochMilli())
                        .execute()
                == 1;
    }

    Optional<Workspace> find(Tx tx, String id) {
        return tx.query("SELECT " + COLUMNS + " FROM workspaces w WHERE w.id = :id")
                .bind("id", id)
                .map((row, context) -> workspace(row))
                .findOne();
    }

    Optional<Workspace> findByInstallation(Tx tx, long installationId) {
        return tx.query("SELECT " + COLUMNS + " FROM workspaces w WHERE w.installation_id = :installationId")
                .bind("installationId", installationId)
                .map((row, context) -> workspace(row))
                .findOne();
    }

    Optional<Workspace> findPrimary(Tx tx, String ownerId) {
        return tx.query("SELECT " + COLUMNS + " FROM workspaces w WHERE w.owner_id = :ownerId AND w.type = 'primary'")
                .bind("ownerId", ownerId)
                .map((row, context) -> workspace(row))
                .findFirst();
    }

    List<Workspace> ownedBy(Tx tx, String ownerId) {
        return tx.query("SELECT " + COLUMNS
                        + " FROM workspaces w WHERE w.owner_id = :ownerId ORDER BY w.created_at, w.id")
                .bind("ownerId", ownerId)
                .map((row, context) -> workspace(row))
                .list();
    }

    Optional<Membership> findMembership(Tx tx, String workspaceId, String userId) {
        return tx.query("SELECT m.id AS member_id, m.role, " + COLUMNS + """
                FROM workspaces w JOIN workspace_members m ON m.workspace_id = w.id
                WHERE w.id = :id AND m.user_id = :userId AND m.accepted_at IS NOT NULL
                """)
                .bind("id", workspaceId)
                .bind("userId", userId)
                .map((row, context) -> membership(row))
                .findOne();
    }

    /** Oldest first. */
    List<Membership> membershipsOf(Tx tx, String userId) {
        return tx.query("SELECT m.id AS member_id, m.role, " + COLUMNS + """
                FROM workspaces w JOIN workspace_members m ON m.workspace_id = w.id
                WHERE m.user_id = :userId AND m.accepted_at IS NOT NULL
                ORDER BY w.created_at, w.id
                """)
                .bind("userId", userId)
                .map((row, context) -> membership(row))
                .list();
    }

    /** Makes every other transaction that wants this workspace wait, so that counting and inserting are one step. */
    void lock(Tx tx, String id) {
        tx.update("UPDATE workspaces SET id = id WHERE id = :id").bind("id", id).execute();
    }

    /** False when the slug belongs to another workspace. */
    boolean update(Tx tx, String id, String name, String slug) {
        return tx.update("""
                UPDATE workspaces SET name = :name, slug = :slug
                WHERE id = :id AND NOT EXISTS (SELECT 1 FROM workspaces o WHERE o.slug = :slug AND o.id <> :id)
                """)
                        .bind("id", id)
                        .bind("name", name)
                        .bind("slug", slug)
                        .execute()
                == 1;
    }

    void setOwner(Tx tx, String id, String ownerId) {
        tx.update("UPDATE workspaces SET owner_id = :ownerId WHERE id = :id")
                .bind("id", id)
                .bind("ownerId", ownerId)
                .execute();
    }

    void setInstallation(Tx tx, String id, long installationId) {
        tx.update("UPDATE workspaces SET installation_id = :installationId WHERE id = :id")
                .bind("id", id)
                .bind("installationId", installationId)
                .execute();
    }

    void clearInstallation(Tx tx, long installationId) {
        tx.update("UPDATE workspaces SET installation_id = NULL WHERE installation_id = :installationId")
                .bind("installationId", installationId)
                .execute();
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM workspaces WHERE id = :id").bind("id", id).execute();
    }

    private Membership membership(ResultSet row) throws SQLException {
        return new Membership(
                workspace(row),
                row.getString("member_id"),
                WorkspaceRole.find(row.getString("role")).orElseThrow());
    }

    private Workspace workspace(ResultSet row) throws SQLException {
        return new Workspace(
                row.getString("id"),
                row.getString("name"),
                row.getString("slug"),
                WorkspaceType.ofStored(row.getString("type")),
                plans.effective(Plan.ofStored(row.getString("plan"))),
                row.getString("owner_id"),
                row.getObject("installation_id") == null ? null : row.getLong("installation_id"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
