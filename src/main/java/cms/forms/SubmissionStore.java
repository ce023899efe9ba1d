package cms.forms;

import cms.access.AllowedLocales;
import cms.forms.Submission.Decided;
import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Visitor;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** SQL of the table {@code form_submissions}. */
final class SubmissionStore {
    private static final String COLUMNS = """
        id, workspace_id, project_id, model_id, status, data, locale, source_ip, user_agent, referrer, spam_reasons,
        counted_at, created_at, approved_at, approved_by, entry_id, branch
        """;

    /** The hashes of a request's key and body, by which a repetition is recognised. */
    record Repeat(String key, String body) {}

    /**
     * The rows of a form that a caller may see.
     *
     * @param locales the locales of visible rows; all of them for a model that is not translated
     */
    record Seen(FormAddress address, AllowedLocales locales) {
        /** All rows of a form. */
        static Seen whole(FormAddress address) {
            return new Seen(address, AllowedLocales.all());
        }

        boolean isWhole() {
            return locales.isAll();
        }

        /** The condition that a query adds to its own. */
        String condition() {
            return isWhole() ? "" : " AND locale IN (<locales>)";
        }

        /** Binds the form, and the locales of the condition. */
        Query bound(Query query) {
            query.bind("projectId", address.projectId()).bind("modelId", address.modelId());
            locales.list().ifPresent(list -> query.bindList("locales", list));
            return query;
        }
    }

    void insert(Tx tx, Submission row, Optional<Repeat> repeat, Optional<String> textHash) {
        tx.update("""
            INSERT INTO form_submissions (id, workspace_id, project_id, model_id, status, data, locale, source_ip,
                user_agent, referrer, spam_reasons, text_hash, repeat_key, repeat_body, counted_at, created_at,
                deciding_until)
            VALUES (:id, :workspaceId, :projectId, :modelId, :status, :data, :locale, :address, :userAgent, :referrer,
                :reasons, :textHash, :repeatKey, :repeatBody, :countedAt, :createdAt, 0)
            """)
                .bind("id", row.id())
                .bind("workspaceId", row.place().workspaceId())
                .bind("projectId", row.place().projectId())
                .bind("modelId", row.place().modelId())
                .bind("status", row.status().key())
                .bind("data", Json.text(row.data()))
                .bind("locale", row.locale())
                .bind("address", row.visitor().address())
                .bind("userAgent", row.visitor().userAgent())
                .bind("referrer", row.visitor().referrer())
                .bind("reasons", String.join(" ", row.spamReasons()))
                .bind("textHash", textHash.orElse(null))
                .bind("repeatKey", repeat.map(Repeat::key).orElse(null))
                .bind("repeatBody", repeat.map(Repeat::body).orElse(null))
                .bind("countedAt", millis(row.countedAt()))
                .bind("createdAt", row.createdAt().toEpochMilli())
                .execute();
    }

    /** The hash of the body of a submission with this key since a time. */
    Optional<String> repeatedBody(Tx tx, FormAddress place, String repeatKey, long since) {
        return tx.query("""
            SELECT repeat_body FROM form_submissions
            WHERE project_id = :projectId AND model_id = :modelId AND repeat_key = :key AND created_at > :since
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("key", repeatKey)
                .bind("since", since)
                .mapTo(String.class)
                .findOne();
    }

    /** Removes a key from submissions before a time, so that it can be used again. */
    void forgetRepeat(Tx tx, FormAddress place, String repeatKey, long before) {
        tx.update("""
            UPDATE form_submissions SET repeat_key = NULL, repeat_body = NULL
            WHERE project_id = :projectId AND model_id = :modelId AND repeat_key = :key AND created_at <= :before
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("key", repeatKey)
                .bind("before", before)
                .execute();
    }

    boolean hasSameText(Tx tx, FormAddress place, String textHash, long since) {
        return tx.query("""
            SELECT 1 FROM form_submissions
            WHERE project_id = :projectId AND model_id = :modelId AND text_hash = :hash AND created_at > :since LIMIT 1
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bind("hash", textHash)
                .bind("since", since)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    /** Those of the entries that came from submissions of the form. */
    Set<String> entries(Tx tx, FormAddress place, List<String> entryIds) {
        return Set.copyOf(tx.query("""
            SELECT DISTINCT entry_id FROM form_submissions
            WHERE project_id = :projectId AND model_id = :modelId AND entry_id IN (<ids>)
            """)
                .bind("projectId", place.projectId())
                .bind("modelId", place.modelId())
                .bindList("ids", entryIds)
                .mapTo(String.class)
                .list());
    }

    Optional<Submission> find(Tx tx, Seen seen, String id) {
        return tx.query("SELECT " + COLUMNS + """
             FROM form_submissions WHERE id = :id AND project_id = :projectId AND model_id = :modelId
            """)
                .bind("id", id)
                .bind("projectId", seen.address().projectId())
                .bind("modelId", seen.address().modelId())
                .map(SubmissionStore::row)
                .findOne()
                .filter(row -> seen.locales().allows(row.locale()));
    }

    List<Submission> page(Tx tx, Seen seen, SubmissionStatus status, boolean newest, int limit, long offset) {
        String order = newest ? "DESC" : "ASC";
        String sql = "SELECT " + COLUMNS
                + " FROM form_submissions WHERE project_id = :projectId AND model_id = :modelId AND status = :status"
                + seen.condition() + " ORDER BY created_at " + order + ", id " + order
                + " LIMIT :limit OFFSET :offset";
        return seen.bound(tx.query(sql))
                .bind("status", status.key())
                .bind("limit", limit)
                .bind("offset", offset)
                .map(SubmissionStore::row)
                .list();
    }

    /** How many rows of a status the caller may see; for callers who may not see all. */
    long count(Tx tx, Seen seen, SubmissionStatus status) {
        String sql = "SELECT COUNT(*) FROM form_submissions"
                + " WHERE project_id = :projectId AND model_id = :modelId AND status = :status" + seen.condition();
        return seen.bound(tx.query(sql))
                .bind("status", status.key())
                .mapTo(Long.class)
                .one();
    }

    /** The next rows in the order in which they came, behind one of them. */
    List<Submission> next(Tx tx, Seen seen, Forms.Span span, long afterAt, String afterId, int limit) {
        String status = span.status().isPresent() ? " AND status = :status" : "";
        String sql = "SELECT " + COLUMNS + """
             FROM form_submissions WHERE project_id = :projectId AND model_id = :modelId
              AND (created_at, id) > (:afterAt, :afterId) AND created_at >= :since AND created_at < :until
            """ + status + seen.condition() + " ORDER BY created_at, id LIMIT :limit";
        var query = seen.bound(tx.query(sql))
                .bind("afterAt", afterAt)
                .bind("afterId", afterId)
                .bind("since", span.since().toEpochMilli())
                .bind("until", span.until().toEpochMilli())
                .bind("limit", limit);
        span.status().ifPresent(one -> query.bind("status", one.key()));
        return query.map(SubmissionStore::row).list();
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
    List<Submission> countedSpam(Tx tx, long ended, int limit) {
        return tx.query("SELECT " + COLUMNS + """
             FROM form_submissions WHERE status = 'spam' AND counted_at IS NOT NULL AND deciding_until <= :ended LIMIT :limit
            """)
                .bind("ended", ended)
                .bind("limit", limit)
                .map(SubmissionStore::row)
                .list();
    }

    /** Those that became entries in a change. */
    List<Submission> approvedIn(Tx tx, String projectId, String branch) {
        return tx.query("SELECT " + COLUMNS + """
             FROM form_submissions WHERE project_id = :projectId AND branch = :branch AND status = 'approved'
            """)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .map(SubmissionStore::row)
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
                .bind("countedAt", millis(countedAt))
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
                        .bind("countedAt", millis(countedAt))
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
                .bind("at", millis(decided.at()))
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
    List<Submission> oldSpam(Tx tx, long before, int limit) {
        return tx.query("SELECT " + COLUMNS + """
             FROM form_submissions WHERE status = 'spam' AND created_at < :before ORDER BY created_at LIMIT :limit
            """)
                .bind("before", before)
                .bind("limit", limit)
                .map(SubmissionStore::row)
                .list();
    }

    void deleteOfProject(Tx tx, String projectId) {
        for (String table : List.of("form_submissions", "form_totals", "form_months", "form_digests")) {
            tx.update("DELETE FROM " + table + " WHERE project_id = :projectId")
                    .bind("projectId", projectId)
                    .execute();
        }
    }

    private static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    private static Submission row(ResultSet row, StatementContext context) throws SQLException {
        String reasons = row.getString("spam_reasons");
        return new Submission(
                row.getString("id"),
                new FormAddress(row.getString("workspace_id"), row.getString("project_id"), row.getString("model_id")),
                SubmissionStatus.parse(row.getString("status")),
                (ObjectNode) Json.parse(row.getString("data")),
                row.getString("locale"),
                new Visitor(row.getString("source_ip"), row.getString("user_agent"), row.getString("referrer")),
                reasons.isEmpty() ? new ArrayList<>() : List.of(reasons.split(" ")),
                instant(row, "counted_at"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                new Decided(
                        instant(row, "approved_at"),
                        row.getString("approved_by"),
                        row.getString("entry_id"),
                        row.getString("branch")));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }
}
