package cms.review.history;

import cms.platform.db.Tx;
import java.util.Optional;

/** SQL of the table {@code noted_writes}. */
final class NotedWriteStore {
    /**
     * What was noted of a request.
     *
     * @param sha the tip of the branch before a decision; empty for a save
     */
    record Note(String branch, String sha) {}

    /** Adds a note; the first one of a mark stays. */
    void insert(Tx tx, String mark, Note note, long now) {
        tx.update("""
                INSERT INTO noted_writes (mark, branch, sha, created_at) VALUES (:mark, :branch, :sha, :now)
                ON CONFLICT (mark) DO NOTHING
                """)
                .bind("mark", mark)
                .bind("branch", note.branch())
                .bind("sha", note.sha())
                .bind("now", now)
                .execute();
    }

    Optional<Note> find(Tx tx, String mark) {
        return tx.query("SELECT branch, sha FROM noted_writes WHERE mark = :mark")
                .bind("mark", mark)
                .map((row, context) -> new Note(row.getString("branch"), row.getString("sha")))
                .findOne();
    }

    void deleteBefore(Tx tx, long time) {
        tx.update("DELETE FROM noted_writes WHERE created_at < :before")
                .bind("before", time)
                .execute();
    }
}
