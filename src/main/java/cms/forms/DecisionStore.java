package cms.forms;

import cms.forms.Submission.Decided;
import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Head;
import cms.forms.SubmissionStore.Seen;
import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** SQL of decisions about rows of the table {@code form_submissions}; none of it reads what visitors have sent. */
final class DecisionStore {
    private static final String HEAD = """
        id, workspace_id, project_id, model_id, status, locale, counted_at, approved_at, approved_by, entry_id, branch
        """;

    Optional<Head> find(Tx tx, Seen seen, String id) {
        return tx.query("SELECT " + HEAD + """
             FROM form_submissions WHERE id = :id AND project_id = :projectId AND model_id = :modelId
            """)
                .bind("id", id)
                .bind("projectId", seen.address().projectId())
                .bind("modelId", seen.address().modelId())
                .map(DecisionStore::head)
                .findOne()
                .filter(row -> seen.locales().allows(row.locale()));
    }

    /** Claims a row for an approval; false while another holds it. */
    boolean claim(Tx tx, String id, long now, long until) {
        return tx.update("""
            UPDATE form_submissions SET deciding_until = :until WHERE id = :id AND deciding_until <= :now
            """)
                        .bind("id", id)
                        .bind("until", until)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    /** Ends the claim that ends at {@code until}; false where the row has none or another. */
    boolean release(Tx tx, String id, long until) {
        return tx.update("UPDATE form_submissions SET deciding_until = 0 WHERE id = :id AND deciding_until = :until")
                        .bind("id", id)
                        .bind("until", until)
                        .execute()
                == 1;
    }

    /** Spam that is counted although no claim has held it since a time, in milliseconds. */
    List<Head> countedSpam(Tx tx, long ended, int limit) {
        return tx.query("SELECT " + HEAD + """
             FROM form_submissions WHERE status = 'spam' AND counted_at IS NOT NULL AND deciding_until <= :ended LIMIT :limit
            """)
                .bind("ended", ended)
                .bind("limit", limit)
                .map(DecisionStore::head)
                .list();
    }

    /** Those that became entries in a change. */
    List<Head> approvedIn(Tx tx, String projectId, String branch) {
        return tx.query("SELECT " + HEAD + """
             FROM form_submissions WHERE project_id = :projectId AND branch = :branch AND status = 'approved'
            """)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .map(DecisionStore::head)
                .list();
    }

    /** Forgets the entry of a row; the change in which that was stays, for it is not written again under its mark. */
    void forgetEntry(Tx tx, String id) {
        tx.update("UPDATE form_submissions SET approved_at = NULL, approved_by = NULL, entry_id = NULL WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    /** Moves a row from one status to another; false when it has another status, because somebody else has moved it. */
    boolean move(Tx tx, String id, SubmissionStatus from, SubmissionStatus to) {
        return tx.update("UPDATE form_submissions SET status = :to WHERE id = :id AND status = :from")
                        .bind("id", id)
                        .bind("from", from.key())
                        .bind("to", to.key())
                        .execute()
                == 1;
    }

    void count(Tx tx, String id, @Nullable Instant countedAt) {
        tx.update("UPDATE form_submissions SET counted_at = :countedAt WHERE id = :id")
                .bind("id", id)
                .bind("countedAt", Columns.millis(countedAt))
                .execute();
    }

    /**
     * Takes the mark of a count from spam; false where it has another one, or none any more, or an approval holds it.
     *
     * @param ended since when nobody has decided about it, in milliseconds
     */
    boolean uncount(Tx tx, String id, Instant countedAt, long ended) {
        return tx.update("""
                UPDATE form_submissions SET counted_at = NULL
                WHERE id = :id AND status = 'spam' AND counted_at = :countedAt AND deciding_until <= :ended
                """)
                        .bind("id", id)
                        .bind("countedAt", Columns.millis(countedAt))
                        .bind("ended", ended)
                        .execute()
                == 1;
    }

    void approve(Tx tx, String id, Decided decided) {
        tx.update("""
            UPDATE form_submissions SET approved_at = :at, approved_by = :by, entry_id = :entryId,
                branch = COALESCE(:branch, branch), deciding_until = 0
            WHERE id = :id
            """)
                .bind("id", id)
                .bind("at", Columns.millis(decided.at()))
                .bind("by", decided.by())
                .bind("entryId", decided.entryId())
                .bind("branch", decided.branch())
                .execute();
    }

    /** Deletes a row and returns its status; empty when it did not exist. */
    Optional<SubmissionStatus> delete(Tx tx, String id) {
        return tx.query("DELETE FROM form_submissions WHERE id = :id RETURNING status")
                .bind("id", id)
                .mapTo(String.class)
                .findOne()
                .map(SubmissionStatus::parse);
    }

    /** Spam from before a time, oldest first. */
    List<Head> oldSpam(Tx tx, long before, int limit) {
        return tx.query("SELECT " + HEAD + """
             FROM form_submissions WHERE status = 'spam' AND created_at < :before ORDER BY created_at LIMIT :limit
            """)
                .bind("before", before)
                .bind("limit", limit)
                .map(DecisionStore::head)
                .list();
    }

    /**
     * The spam of a form that goes first: what the filter found, then what members have decided, each from the oldest.
     *
     * @param without ids of rows that are left out; at least one
     */
    List<Head> oldestSpam(Tx tx, FormAddress place, Collection<String> without, int limit) {
        return tx.query("SELECT " + HEAD + """
             FROM form_submissions
             WHERE project_id = :projectId AND model_id = :modelId AND status = 'spam' AND id NOT IN (<without>)
             ORDER BY CASE WHEN spam_reasons = '' THEN 1 ELSE 0 END, created_at, id LIMIT :limit
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bindList("without", without)
                .bind("limit", limit)
                .map(DecisionStore::head)
                .list();
    }

    private static Head head(ResultSet row, StatementContext context) throws SQLException {
        return new Head(
                row.getString("id"),
                SubmissionStore.place(row),
                SubmissionStatus.parse(row.getString("status")),
                row.getString("locale"),
                Columns.instant(row, "counted_at"),
                SubmissionStore.decided(row));
    }
}
