package cms.forms;

import cms.forms.Submission.FormAddress;
import cms.platform.db.Tx;
import java.util.List;

/** SQL of the table {@code form_digests}. */
final class DigestStore {
    /** A mail that is due. */
    record Due(String projectId, String modelId, long dueAt) {}

    /**
     * Starts the wait for a form's next mail, unless it has started; that mail is about this submission, too. Both lock
     * the mail, so that {@link #take} waits until the submission is committed.
     */
    void arm(Tx tx, FormAddress place, long now, long dueAt) {
        tx.update("""
            INSERT INTO form_digests (project_id, model_id, since, due_at)
            VALUES (:projectId, :modelId, :now, :dueAt)
            ON CONFLICT (project_id, model_id) DO UPDATE SET since = excluded.since
            WHERE excluded.since < form_digests.since
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("now", now)
                .bind("dueAt", dueAt)
                .execute();
    }

    List<Due> due(Tx tx, long now, int limit) {
        return tx.query("SELECT project_id, model_id, due_at FROM form_digests WHERE due_at <= :now LIMIT :limit")
                .bind("now", now)
                .bind("limit", limit)
                .map((row, context) ->
                        new Due(row.getString("project_id"), row.getString("model_id"), row.getLong("due_at")))
                .list();
    }

    /**
     * Deletes a due mail and returns what it is about: the data of the submissions that are not spam, newest first. A
     * later submission starts the wait for another mail. Empty for a caller that has not deleted it.
     */
    List<String> take(Tx tx, Due due, int limit) {
        return tx.query("""
            DELETE FROM form_digests WHERE project_id = :projectId AND model_id = :modelId AND due_at = :dueAt
            RETURNING since
            """)
                .bind("projectId", due.projectId())
                .bind("modelId", due.modelId())
                .bind("dueAt", due.dueAt())
                .mapTo(Long.class)
                .findOne()
                .map(since -> since(tx, due, since, limit))
                .orElse(List.of());
    }

    private static List<String> since(Tx tx, Due due, long since, int limit) {
        return tx.query("""
            SELECT data FROM form_submissions
            WHERE project_id = :projectId AND model_id = :modelId AND status <> 'spam' AND created_at >= :since
            ORDER BY created_at DESC, id LIMIT :limit
            """)
                .bind("projectId", due.projectId())
                .bind("modelId", due.modelId())
                .bind("since", since)
                .bind("limit", limit)
                .mapTo(String.class)
                .list();
    }
}
