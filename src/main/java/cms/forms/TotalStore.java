package cms.forms;

import cms.forms.Submission.FormAddress;
import cms.platform.db.Tx;
import java.util.List;
import java.util.Map;

/** SQL of the tables {@code form_totals} and {@code form_months}, and of what follows a form under another id. */
final class TotalStore {
    /** Adds to the number of rows of a status; returns the new number. */
    long add(Tx tx, FormAddress place, SubmissionStatus status, long change) {
        return tx.query("""
            INSERT INTO form_totals (project_id, model_id, status, total)
            VALUES (:projectId, :modelId, :status, :change)
            ON CONFLICT (project_id, model_id, status) DO UPDATE SET total = form_totals.total + :change
            RETURNING total
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("status", status.key())
                .bind("change", change)
                .mapTo(Long.class)
                .one();
    }

    long total(Tx tx, FormAddress place, SubmissionStatus status) {
        return tx.query("""
            SELECT total FROM form_totals
            WHERE project_id = :projectId AND model_id = :modelId AND status = :status
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("status", status.key())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    /** Counts one more submission of a month; false when the form takes no more. Check and count are one statement. */
    boolean takeOfMonth(Tx tx, FormAddress place, String month, long max) {
        return max > 0
                && tx.update("""
                    INSERT INTO form_months (project_id, model_id, month, used) VALUES (:projectId, :modelId, :month, 1)
                    ON CONFLICT (project_id, model_id, month) DO UPDATE SET used = form_months.used + 1
                    WHERE form_months.used < :max
                    """)
                                .bind("projectId", place.projectId())
                                .bind("modelId", place.modelId())
                                .bind("month", month)
                                .bind("max", max)
                                .execute()
                        == 1;
    }

    /**
     * Puts the rows of a form, its totals and months and its mail that waits under the new id of its model. A key of a
     * repeated request stays behind: the new id may know the same one.
     */
    void rename(Tx tx, String projectId, String from, String to) {
        SubmissionStore.inSlices(
                tx,
                projectId,
                from,
                "UPDATE form_submissions SET model_id = :to, repeat_key = NULL, repeat_body = NULL",
                Map.of("to", to));
        for (String sql : List.of("""
                INSERT INTO form_totals (project_id, model_id, status, total)
                SELECT project_id, :to, status, total FROM form_totals
                WHERE project_id = :projectId AND model_id = :from
                ON CONFLICT (project_id, model_id, status) DO UPDATE SET total = form_totals.total + excluded.total
                """, """
                INSERT INTO form_months (project_id, model_id, month, used)
                SELECT project_id, :to, month, used FROM form_months
                WHERE project_id = :projectId AND model_id = :from
                ON CONFLICT (project_id, model_id, month) DO UPDATE SET used = form_months.used + excluded.used
                """, """
                INSERT INTO form_digests (project_id, model_id, since, due_at)
                SELECT project_id, :to, since, due_at FROM form_digests
                WHERE project_id = :projectId AND model_id = :from
                ON CONFLICT (project_id, model_id) DO UPDATE SET since = excluded.since
                WHERE excluded.since < form_digests.since
                """)) {
            tx.update(sql)
                    .bind("projectId", projectId)
                    .bind("from", from)
                    .bind("to", to)
                    .execute();
        }
        for (String sql : List.of(
                "DELETE FROM form_totals WHERE project_id = :projectId AND model_id = :from",
                "DELETE FROM form_months WHERE project_id = :projectId AND model_id = :from",
                "DELETE FROM form_digests WHERE project_id = :projectId AND model_id = :from")) {
            tx.update(sql).bind("projectId", projectId).bind("from", from).execute();
        }
    }
}
