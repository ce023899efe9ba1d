package cms.workspace;

import cms.access.WorkspaceRole;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the table {@code workspaces}. */
final class WorkspaceStore {
    private static final String COLUMNS = """
             w.id, w.name, w.slug, w.type, w.plan, w.plan_ends_at, w.owner_id, w.installation_id, w.created_at
            """;

    private static final String MEMBERSHIPS = "SELECT m.id AS member_id, m.role, " + COLUMNS + """
            FROM workspaces w JOIN workspace_members m ON m.workspace_id = w.id
            WHERE m.user_id = :userId AND m.accepted_at IS NOT NULL
            """;

    private final Plans plans;
    private final InstantSource clock;

    WorkspaceStore(Plans plans, InstantSource clock) {
        this.plans = plans;
        this.clock = clock;
    }

    /** Inserts a workspace; false when the slug is taken. */
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
        return select(tx, "WHERE w.id = :value", id).stream().findFirst();
    }

    Optional<Workspace> findByInstallation(Tx tx, long installationId) {
        return select(tx, "WHERE w.installation_id = :value", installationId).stream()
                .findFirst();
    }

    Optional<Workspace> findPrimary(Tx tx, String ownerId) {
        return select(tx, "WHERE w.owner_id = :value AND w.type = 'primary'", ownerId).stream()
                .findFirst();
    }

    List<Workspace> ownedBy(Tx tx, String ownerId) {
        return select(tx, "WHERE w.owner_id = :value ORDER BY w.created_at, w.id", ownerId);
    }

    /**
     * The workspaces that a person owns, once each that the person is a member of is locked: a transfer to the person
     * that is under way ends first and is seen, and a later one finds no member.
     */
    List<Workspace> lockedOwnedBy(Tx tx, String userId) {
        tx.query("SELECT workspace_id FROM workspace_members WHERE user_id = :userId ORDER BY workspace_id")
                .bind("userId", userId)
                .mapTo(String.class)
                .list()
                .forEach(id -> lock(tx, id));
        return ownedBy(tx, userId);
    }

    private List<Workspace> select(Tx tx, String where, Object value) {
        return tx.query("SELECT " + COLUMNS + " FROM workspaces w " + where)
                .bind("value", value)
                .map((row, context) -> workspace(row))
                .list();
    }

    Optional<Membership> findMembership(Tx tx, String workspaceId, String userId) {
        return tx.query(MEMBERSHIPS + " AND w.id = :id")
                .bind("id", workspaceId)
                .bind("userId", userId)
                .map((row, context) -> membership(row))
                .findOne();
    }

    /** The memberships of a user, oldest first. */
    List<Membership> membershipsOf(Tx tx, String userId) {
        return tx.query(MEMBERSHIPS + " ORDER BY w.created_at, w.id")
                .bind("userId", userId)
                .map((row, context) -> membership(row))
                .list();
    }

    /** Locks the row of the workspace until the transaction ends, so that counting and inserting are one step. */
    void lock(Tx tx, String id) {
        tx.update("UPDATE workspaces SET id = id WHERE id = :id").bind("id", id).execute();
    }

    /** Updates name and slug; false when the slug belongs to another workspace. */
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

    /** @param endsAt when the plan ends by itself; null for never */
    void setPlan(Tx tx, String id, Plan plan, @Nullable Instant endsAt) {
        tx.update("UPDATE workspaces SET plan = :plan, plan_ends_at = :endsAt WHERE id = :id")
                .bind("id", id)
                .bind("plan", plan.key())
                .bind("endsAt", endsAt == null ? null : endsAt.toEpochMilli())
                .execute();
    }

    List<String> withEndedPlan(Tx tx) {
        return tx.query("SELECT id FROM workspaces WHERE plan_ends_at <= :now")
                .bind("now", clock.millis())
                .mapTo(String.class)
                .list();
    }

    /** Ends a plan whose time has come; false when another transaction has done so, or the plan was prolonged. */
    boolean endPlan(Tx tx, String id) {
        return tx.update("""
                UPDATE workspaces SET plan = 'free', plan_ends_at = NULL WHERE id = :id AND plan_ends_at <= :now
                """).bind("id", id).bind("now", clock.millis()).execute() == 1;
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
                plan(row),
                row.getString("owner_id"),
                Columns.number(row, "installation_id"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }

    /** The plan in effect now: an ended one is {@code free}, whatever the row has. */
    private Plan plan(ResultSet row) throws SQLException {
        Long endsAt = Columns.number(row, "plan_ends_at");
        boolean ended = endsAt != null && endsAt <= clock.millis();
        return plans.effective(ended ? Plan.FREE : Plan.ofStored(row.getString("plan")));
    }
}
