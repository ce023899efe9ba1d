package cms.forms;

import cms.forms.Submission.FormAddress;
import cms.platform.db.Tx;
import java.util.List;

/** SQL of the table {@code form_digests}. */
final class DigestStore {
    /** A mail that is due, about submissions since an instant. */
    record Due(String projectId, String modelId, long since) {}

    /** Starts the wait for a form's next mail, unless it has started. */
    void arm(Tx tx, FormAddress place, long now, long dueAt) {
        tx.update("""
            INSERT INTO form_digests (project_id, model_id, since, due_at)
            VALUES (:projectId, :modelId, :now, :dueAt) ON CONFLICT (project_id, model_id) DO NOTHING
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("now", now)
                .bind("dueAt", dueAt)
                .execute();
    }

    List<Due> due(Tx tx, long now, int limit) {
        return tx.query("SELECT project_id, model_id, since FROM form_digests WHERE due_at <= :now LIMIT :limit")
                .bind("now", now)
                .bind("limit", limit)
                .map((row, context) ->
                        new Due(row.getString("project_id"), row.getString("model_id"), row.getLong("since")))
                .list();
    }

    /** Deletes a due mail; true for the caller that has deleted it, and sends it. */
    boolean take(Tx tx, Due due) {
        return tx.update("""
            DELETE FROM form_digests WHERE project_id = :projectId AND model_id = :modelId AND since = :since
            """)
                        .bind("projectId", due.projectId())
                        .bind("modelId", due.modelId())
                        .bind("since", due.since())
                        .execute()
                == 1;
    }

    /** The data of submissions since the instant that are not spam, newest first. */
    List<String> waiting(Tx tx, Due due, int limit) {
        return tx.query("""
            SELECT data FROM form_submissions
            WHERE project_id = :projectId AND model_id = :modelId AND status <> 'spam' AND created_at >= :since
            ORDER BY created_at DESC, id LIMIT :limit
            """)
                .bind("projectId", due.projectId())
                .bind("modelId", due.modelId())
                .bind("since", due.since())
                .bind("limit", limit)
                .mapTo(String.class)
                .list();
    }
}
