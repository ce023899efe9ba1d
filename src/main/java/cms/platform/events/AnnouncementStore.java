package cms.platform.events;

import cms.platform.db.Tx;
import java.util.List;

/** SQL of the table {@code announcements}. */
final class AnnouncementStore {
    /** An announcement that failed this often no longer holds up the ones behind it. */
    static final int ATTEMPTS_IN_ORDER = 10;

    /** Puts the announcement behind everything that is still pending. */
    void insert(Tx tx, Pending pending, long nowMillis) {
        tx.update("""
                INSERT INTO announcements (id, position, listener, kind, subject, body, created_at, due_at, attempts)
                SELECT :id, COALESCE(MAX(position), 0) + 1, :listener, :kind, :subject, :body, :now, :now, 0
                FROM announcements
                """)
                .bind("id", pending.id())
                .bind("listener", pending.listener())
                .bind("kind", pending.kind())
                .bind("subject", pending.subject())
                .bind("body", pending.body())
                .bind("now", nowMillis)
                .execute();
    }

    /**
     * The first announcements to publish to one listener now, in order; of each subject only those before the first
     * that waits for its next attempt.
     */
    List<Pending> due(Tx tx, String listener, long nowMillis, int max) {
        return tx.query("""
                SELECT id, listener, kind, subject, body, attempts
                FROM announcements
                WHERE listener = :listener AND due_at <= :now
                  AND NOT EXISTS (
                      SELECT 1 FROM announcements earlier
                      WHERE earlier.listener = :listener AND earlier.subject = announcements.subject
                        AND earlier.position < announcements.position
                        AND earlier.due_at > :now AND earlier.attempts < :inOrder)
                ORDER BY position
                LIMIT :max
                """)
                .bind("listener", listener)
                .bind("now", nowMillis)
                .bind("inOrder", ATTEMPTS_IN_ORDER)
                .bind("max", max)
                .map((row, context) -> new Pending(
                        row.getString("id"),
                        row.getString("listener"),
                        row.getString("kind"),
                        row.getString("subject"),
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
