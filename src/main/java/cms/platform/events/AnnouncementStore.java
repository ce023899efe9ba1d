package cms.platform.events;

import cms.platform.db.Tx;
import java.time.InstantSource;
import java.util.List;

/** SQL of the table {@code announcements}. */
final class AnnouncementStore {
    void insert(Tx tx, Pending pending, InstantSource clock) {
        tx.update("""
                INSERT INTO announcements (id, listener, kind, body, created_at, due_at, attempts)
                VALUES (:id, :listener, :kind, :body, :now, :now, 0)
                """)
                .bind("id", pending.id())
                .bind("listener", pending.listener())
                .bind("kind", pending.kind())
                .bind("body", pending.body())
                .bind("now", clock.millis())
                .execute();
    }

    List<Pending> due(Tx tx, long nowMillis) {
        return tx.query("""
                SELECT id, listener, kind, body, attempts
                FROM announcements
                WHERE due_at <= :now
                ORDER BY created_at, id
                LIMIT 200
                """)
                .bind("now", nowMillis)
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
