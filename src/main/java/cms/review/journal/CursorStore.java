package cms.review.journal;

import cms.git.CommitId;
import cms.platform.db.Tx;
import java.time.Duration;
import java.util.Optional;

/**
 * SQL of the tables {@code review_cursors} and {@code review_journals}: the position up to which the commits of a
 * project were announced. That on the branches is shared by all instances; each has one of its own for its journal.
 */
final class CursorStore {
    private static final Duration TOLD_COUNTS = Duration.ofDays(1);

    private final String instance;

    /** @param instance whose journal it is; empty where there is but one */
    CursorStore(String instance) {
        this.instance = instance;
    }

    Optional<JournalPosition> find(Tx tx, String projectId) {
        return tx.query("""
                SELECT c.trunk, COALESCE(j.journal, c.journal) AS journal, c.main FROM review_cursors c
                LEFT JOIN review_journals j ON j.project_id = c.project_id AND j.instance = :instance
                WHERE c.project_id = :projectId
                """)
                .bind("instance", instance)
                .bind("projectId", projectId)
                .map((row, context) ->
                        new JournalPosition(row.getString("trunk"), row.getString("journal"), row.getString("main")))
                .findOne();
    }

    /** Stores the first position; false when there is one already. */
    boolean begin(Tx tx, String projectId, JournalPosition at) {
        boolean first = tx.update("""
                INSERT INTO review_cursors (project_id, trunk, journal, main)
                VALUES (:projectId, :trunk, :journal, :main)
                ON CONFLICT (project_id) DO NOTHING
                """)
                        .bind("projectId", projectId)
                        .bind("trunk", at.trunk())
                        .bind("journal", shared(at))
                        .bind("main", at.main())
                        .execute()
                == 1;
        if (first) {
            ownJournal(tx, projectId, at);
        }
        return first;
    }

    /** Moves the position; false when another instance has moved it in the meantime. */
    boolean move(Tx tx, String projectId, JournalPosition from, JournalPosition to) {
        boolean moved = tx.update("""
                UPDATE review_cursors SET trunk = :trunk, journal = :journal, main = :main
                WHERE project_id = :projectId
                  AND trunk = :fromTrunk AND (:instance <> '' OR journal = :fromJournal) AND main = :fromMain
                """)
                        .bind("projectId", projectId)
                        .bind("instance", instance)
                        .bind("trunk", to.trunk())
                        .bind("journal", shared(to))
                        .bind("main", to.main())
                        .bind("fromTrunk", from.trunk())
                        .bind("fromJournal", from.journal())
                        .bind("fromMain", from.main())
                        .execute()
                == 1;
        if (moved) {
            ownJournal(tx, projectId, to);
        }
        return moved;
    }

    /**
     * Whether this instance is to announce a fact about a change on a remote host: no other one has announced it, or
     * noted that it will, within a day. True also where this instance announced it before, as it has then happened
     * again.
     */
    boolean isFirst(Tx tx, String projectId, Fact fact) {
        long now = fact.at().toEpochMilli();
        CommitId after = fact.after();
        tx.update("DELETE FROM told_pushes WHERE project_id = :projectId AND told_at < :before")
                .bind("projectId", projectId)
                .bind("before", now - TOLD_COUNTS.toMillis())
                .execute();
        return tx.update("""
                INSERT INTO told_pushes (project_id, branch, tip, instance, told_at)
                VALUES (:projectId, :branch, :tip, :instance, :now)
                ON CONFLICT (project_id, branch, tip) DO UPDATE SET told_at = excluded.told_at
                WHERE told_pushes.instance = excluded.instance
                """)
                        .bind("projectId", projectId)
                        .bind("branch", fact.branch())
                        .bind("tip", after == null ? "" : after.sha())
                        .bind("instance", instance)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    /** Stores that this instance is about to end a change and announces it, because others do not know who did it. */
    void willEnd(Tx tx, String projectId, String branch, long now) {
        tx.update("""
                INSERT INTO told_pushes (project_id, branch, tip, instance, told_at)
                VALUES (:projectId, :branch, '', :instance, :now)
                ON CONFLICT (project_id, branch, tip) DO UPDATE
                SET told_at = excluded.told_at, instance = excluded.instance
                """)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .bind("instance", instance)
                .bind("now", now)
                .execute();
    }

    void delete(Tx tx, String projectId) {
        tx.update("DELETE FROM told_pushes WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
        tx.update("DELETE FROM review_cursors WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
        tx.update("DELETE FROM review_journals WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }

    private String shared(JournalPosition at) {
        return instance.isEmpty() ? at.journal() : "";
    }

    /** Moves the position in the own journal. No other process writes this row, as it owns the mirrors. */
    private void ownJournal(Tx tx, String projectId, JournalPosition at) {
        if (!instance.isEmpty()) {
            tx.update("""
                    INSERT INTO review_journals (project_id, instance, journal)
                    VALUES (:projectId, :instance, :journal)
                    ON CONFLICT (project_id, instance) DO UPDATE SET journal = excluded.journal
                    """)
                    .bind("projectId", projectId)
                    .bind("instance", instance)
                    .bind("journal", at.journal())
                    .execute();
        }
    }
}
