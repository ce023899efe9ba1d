package cms.platform.events;

import cms.platform.db.Tx;
import java.util.List;

/** SQL of the table {@code announcements}. */
final class AnnouncementStore {
    /** An announcement that failed this often no longer holds up the ones behind it. */
    static final int ATTEMPTS_IN_ORDER = 10;

    private static final int BATCH = 100;

    /** Puts the announcement behind everything that is still pending. */
    void insert(Tx tx, Pending pending, long nowMillis) {
        tx.update("""
                INSERT INTO announcements (id, position, listener, kind, body, created_at, due_at, attempts)
                SELECT :id, COALESCE(MAX(position), 0) + 1, :listener, :kind, :body, :now, :now, 0
                FROM announcements
                """)
                .bind("id", pending.id())
                .bind("listener", pending.listener())
                .bind("kind", pending.kind())
                .bind("body", pending.body())
                .bind("now", nowMillis)
                .execute();
    }

    /** What one listener is to be told now, in order, up to the first that still waits for its next attempt. */
    List<Pending> due(Tx tx, String listener, long nowMillis) {
        return tx.query("""
                SELECT id, listener, kind, body, attempts
                FROM announcements
                WHERE listener = :listener AND due_at <= :now
                  AND position < COALESCE(
                      (SELECT MIN(position) FROM announcements
                       WHERE listener = :listener AND due_at > :now AND attempts < :inOrder),
                      9223372036854775807)
                ORDER BY position
                LIMIT :batch
                """)
                .bind("listener", listener)
                .bind("now", nowMillis)
                .bind("inOrder", ATTEMPTS_IN_ORDER)
                .bind("batch", BATCH)
                .map((row, context) -> new Pending(
                        row.getString("id"),
                        row.getString("listener"),
                        row.getString("kind"),
                        row.getString("body"),
                        row.getInt("attempts")))
                .list();
    }

    void postpone(Tx tx, String id, long dueAt) {
        tx.update("UPDATE announcements SET due_at = :dueAt, attempts = attempts + 1 WHERE id = :id")
                .bind("dueAt", dueAt)
                .bind("id", id)
                .execute();
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM announcements WHERE id = :id").bind("id", id).execute();
    }
}
