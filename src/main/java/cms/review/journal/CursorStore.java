package cms.review.journal;

import cms.platform.db.Tx;
import java.util.Optional;

/** SQL of the table {@code review_cursors}: up to where the rows of a project tell what its commits tell. */
final class CursorStore {
    Optional<Cursor> find(Tx tx, String projectId) {
        return tx.query("SELECT trunk, journal, main FROM review_cursors WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .map((row, context) ->
                        new Cursor(row.getString("trunk"), row.getString("journal"), row.getString("main")))
                .findOne();
    }

    /** False when there is one already. */
    boolean begin(Tx tx, String projectId, Cursor at) {
        return tx.update("""
                INSERT INTO review_cursors (project_id, trunk, journal, main)
                VALUES (:projectId, :trunk, :journal, :main)
                ON CONFLICT (project_id) DO NOTHING
                """)
                        .bind("projectId", projectId)
                        .bind("trunk", at.trunk())
                        .bind("journal", at.journal())
                        .bind("main", at.main())
                        .execute()
                == 1;
    }

    /** False when somebody else has moved it in the meantime. */
    boolean move(Tx tx, String projectId, Cursor from, Cursor to) {
        return tx.update("""
                UPDATE review_cursors SET trunk = :trunk, journal = :journal, main = :main
                WHERE project_id = :projectId
                  AND trunk = :fromTrunk AND journal = :fromJournal AND main = :fromMain
                """)
                        .bind("projectId", projectId)
                        .bind("trunk", to.trunk())
                        .bind("journal", to.journal())
                        .bind("main", to.main())
                        .bind("fromTrunk", from.trunk())
                        .bind("fromJournal", from.journal())
                        .bind("fromMain", from.main())
                        .execute()
                == 1;
    }

    void delete(Tx tx, String projectId) {
        tx.update("DELETE FROM review_cursors WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }
}
