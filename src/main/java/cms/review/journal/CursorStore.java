package cms.review.journal;

import cms.git.Branch;
import cms.git.CommitId;
import cms.platform.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * SQL of the tables {@code review_cursors} and {@code review_journals}: the position up to which the commits of a
 * project were announced. That on the branches is shared by all instances; each has one of its own for its journal.
 */
final class CursorStore {
    /** Time for which a place counts that a change has left: so late an instance may still tell of it. */
    private static final Duration PASSED_COUNTS = Duration.ofDays(1);

    private static final Duration ENDED_COUNTS = Duration.ofDays(90);

    /** The instance of a row that none is to announce. */
    private static final String NOBODY = "";

    /** Whether a later place of the same change was told. */
    private static final String PASSED = """
            EXISTS (
                SELECT 1 FROM told_pushes later
                WHERE later.project_id = told_pushes.project_id AND later.branch = told_pushes.branch
                  AND later.told_at > told_pushes.told_at)
            """;

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

    /**
     * Stores the first position; nothing when there is one already.
     *
     * @param open changes that were there before, on a remote host: no instance announces that they were opened, nor
     *     this one, whose journal may get the entry of the first fetch only now
     */
    void begin(Tx tx, String projectId, JournalPosition at, List<Branch> open) {
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
            standing(tx, projectId, open, NOBODY);
        }
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
     * Whether this instance announces this fact about a change on a remote host: no other instance has announced the
     * state that the fact leads to, or noted that it will. True also where this instance announced it before, as it has
     * then happened again.
     *
     * <p>The last announced state of a change counts as long as the change is open, and for 90 days once it has ended
     * (decision 175); earlier states count for a day, after which a change can return to one.
     */
    boolean isFirst(Tx tx, String projectId, Fact fact) {
        long now = fact.at().toEpochMilli();
        CommitId after = fact.after();
        forget(tx, projectId, fact.branch(), now);
        return tx.query("""
                INSERT INTO told_pushes (project_id, branch, tip, instance, told_at)
                VALUES (:projectId, :branch, :tip, :instance, :now)
                ON CONFLICT (project_id, branch, tip) DO UPDATE SET told_at =
                    CASE WHEN excluded.told_at > told_pushes.told_at
                    THEN excluded.told_at ELSE told_pushes.told_at END
                RETURNING instance
                """)
                .bind("projectId", projectId)
                .bind("branch", fact.branch())
                .bind("tip", after == null ? "" : after.sha())
                .bind("instance", instance)
                .bind("now", now)
                .mapTo(String.class)
                .one()
                .equals(instance);
    }

    private static void forget(Tx tx, String projectId, String branch, long now) {
        tx.update("""
                DELETE FROM told_pushes
                WHERE project_id = :projectId AND branch = :branch AND told_at < :passed AND %s
                """.formatted(PASSED))
                .bind("projectId", projectId)
                .bind("branch", branch)
                .bind("passed", now - PASSED_COUNTS.toMillis())
                .execute();
        tx.update("""
                DELETE FROM told_pushes
                WHERE project_id = :projectId AND told_at < :ended AND (tip = '' OR %s)
                """.formatted(PASSED))
                .bind("projectId", projectId)
                .bind("ended", now - ENDED_COUNTS.toMillis())
                .execute();
    }

    /**
     * Stores where open changes are, so that no other instance announces that; it says nothing of when they came there.
     */
    void noteOpen(Tx tx, String projectId, List<Branch> open) {
        standing(tx, projectId, open, instance);
    }

    private static void standing(Tx tx, String projectId, List<Branch> open, String by) {
        for (Branch change : open) {
            tx.update("""
                    INSERT INTO told_pushes (project_id, branch, tip, instance, told_at)
                    VALUES (:projectId, :branch, :tip, :instance, 0)
                    ON CONFLICT (project_id, branch, tip) DO NOTHING
                    """)
                    .bind("projectId", projectId)
                    .bind("branch", change.name())
                    .bind("tip", change.tip().sha())
                    .bind("instance", by)
                    .execute();
        }
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

    /** Deletes what {@link #willEnd} of this instance has stored. */
    void willNotEnd(Tx tx, String projectId, String branch) {
        tx.update("""
                DELETE FROM told_pushes
                WHERE project_id = :projectId AND branch = :branch AND tip = '' AND instance = :instance
                """)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .bind("instance", instance)
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
