package cms.activity;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code activities}. */
final class ActivityStore {
    void insert(Tx tx, ActivityEntry entry) {
        tx.update("""
            INSERT INTO activities
                (id, position, workspace_id, project_id, action, actor, entity, record_id, origin, via, note,
                 created_at)
            SELECT :id, COALESCE(MAX(position), 0) + 1, :workspaceId, :projectId, :action, :actor, :entity,
                :recordId, :origin, :via, :note, :createdAt
            FROM activities
            """)
                .bind("id", entry.id())
                .bind("workspaceId", entry.workspaceId())
                .bind("projectId", entry.projectId())
                .bind("action", entry.action())
                .bind("actor", entry.actor())
                .bind("entity", entry.entity())
                .bind("recordId", entry.recordId())
                .bind("origin", entry.origin())
                .bind("via", entry.via())
                .bind("note", entry.note())
                .bind("createdAt", entry.createdAt().toEpochMilli())
                .execute();
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM activities WHERE id = :id").bind("id", id).execute();
    }

    int deleteBefore(Tx tx, Instant time) {
        return tx.update("DELETE FROM activities WHERE created_at < :time")
                .bind("time", time.toEpochMilli())
                .execute();
    }

    long count(Tx tx, String workspaceId, Optional<String> action) {
        return tx.query("""
            SELECT COUNT(*) FROM activities
            WHERE workspace_id = :workspaceId AND (:action = '' OR action = :action)
            """)
                .bind("workspaceId", workspaceId)
                .bind("action", action.orElse(""))
                .mapTo(Long.class)
                .one();
    }

    List<ActivityEntry> page(Tx tx, String workspaceId, Selection selection) {
        String order = selection.newestFirst() ? "DESC" : "ASC";
        return tx.query("""
            SELECT id, workspace_id, project_id, action, actor, entity, record_id, origin, via, note, created_at
            FROM activities
            WHERE workspace_id = :workspaceId AND (:action = '' OR action = :action)
            ORDER BY created_at %1$s, position %1$s, id %1$s
            LIMIT :limit OFFSET :offset
            """.formatted(order))
                .bind("workspaceId", workspaceId)
                .bind("action", selection.action().orElse(""))
                .bind("limit", selection.limit())
                .bind("offset", selection.offset())
                .map((row, context) -> entry(row))
                .list();
    }

    /** The newest or oldest entries of a workspace, up to a bound, for callers who may not see all of them. */
    List<ActivityEntry> first(Tx tx, String workspaceId, Selection selection, int most) {
        return page(tx, workspaceId, new Selection(1, most, selection.action(), selection.newestFirst()));
    }

    private static ActivityEntry entry(ResultSet row) throws SQLException {
        return new ActivityEntry(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("project_id"),
                row.getString("action"),
                row.getString("actor"),
                row.getString("entity"),
                row.getString("record_id"),
                row.getString("origin"),
                row.getString("via"),
                row.getString("note"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
