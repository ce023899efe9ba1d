package cms.forms;

import cms.access.AllowedLocales;
import cms.forms.Submission.Decided;
import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Unread;
import cms.forms.Submission.Visitor;
import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/** SQL of the table {@code form_submissions}. */
final class SubmissionStore {
    private static final String COLUMNS = """
        id, workspace_id, project_id, model_id, status, data, locale, source_ip, user_agent, referrer, spam_reasons,
        counted_at, created_at, approved_at, approved_by, entry_id, branch
        """;

    /** Rows that one statement changes; more where many came in the same millisecond. */
    private static final int SLICE_ROWS = 5_000;

    private static final String UNREAD = "SELECT id, OCTET_LENGTH(data) AS bytes";

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
                .bind("data", row.data())
                .bind("locale", row.locale())
                .bind("address", row.visitor().address())
                .bind("userAgent", row.visitor().userAgent())
                .bind("referrer", row.visitor().referrer())
                .bind("reasons", String.join(" ", row.spamReasons()))
                .bind("textHash", textHash.orElse(null))
                .bind("repeatKey", repeat.map(Repeat::key).orElse(null))
                .bind("repeatBody", repeat.map(Repeat::body).orElse(null))
                .bind("countedAt", Columns.millis(row.countedAt()))
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

    List<Unread> page(Tx tx, Seen seen, SubmissionStatus status, boolean newest, int limit, long offset) {
        String order = newest ? "DESC" : "ASC";
        String sql = UNREAD
                + " FROM form_submissions WHERE project_id = :projectId AND model_id = :modelId AND status = :status"
                + seen.condition() + " ORDER BY created_at " + order + ", id " + order
                + " LIMIT :limit OFFSET :offset";
        return seen.bound(tx.query(sql))
                .bind("status", status.key())
                .bind("limit", limit)
                .bind("offset", offset)
                .map(SubmissionStore::unread)
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
    List<Unread> next(Tx tx, Seen seen, Forms.Span span, long afterAt, String afterId, int limit) {
        String status = span.status().isPresent() ? " AND status = :status" : "";
        String sql = UNREAD + """
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
        return query.map(SubmissionStore::unread).list();
    }

    /** Those of the rows that still are there and seen, in their order. */
    List<Submission> read(Tx tx, Seen seen, List<Unread> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        // By their ids alone: with a condition on the form SQLite might read all of it.
        Map<String, Submission> found = new HashMap<>();
        tx.query("SELECT " + COLUMNS + " FROM form_submissions WHERE id IN (<ids>)")
                .bindList("ids", rows.stream().map(Unread::id).toList())
                .map(SubmissionStore::row)
                .forEach(row -> found.put(row.id(), row));
        return rows.stream()
                .map(row -> found.get(row.id()))
                .filter(Objects::nonNull)
                .filter(row ->
                        row.place().equals(seen.address()) && seen.locales().allows(row.locale()))
                .toList();
    }

    void deleteOfProject(Tx tx, String projectId) {
        tx.query("SELECT DISTINCT model_id FROM form_submissions WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .mapTo(String.class)
                .list()
                .forEach(form -> inSlices(tx, projectId, form, "DELETE FROM form_submissions", Map.of()));
        for (String table : List.of("form_totals", "form_months", "form_digests")) {
            tx.update("DELETE FROM " + table + " WHERE project_id = :projectId")
                    .bind("projectId", projectId)
                    .execute();
        }
    }

    /**
     * Changes all submissions of a form, some thousand with each statement, in the order in which they came: PostgreSQL
     * is given ten seconds for a statement, and a form may have any number of submissions.
     *
     * @param statement an {@code UPDATE} or {@code DELETE} without its condition
     * @param values the values that {@code statement} binds
     */
    static void inSlices(Tx tx, String projectId, String modelId, String statement, Map<String, String> values) {
        long after = -1;
        while (after < Long.MAX_VALUE) {
            long until = endOfSlice(tx, projectId, modelId, after).orElse(Long.MAX_VALUE);
            tx.update(statement + """
                 WHERE project_id = :projectId AND model_id = :modelId AND created_at > :after AND created_at <= :until
                """)
                    .bindMap(values)
                    .bind("projectId", projectId)
                    .bind("modelId", modelId)
                    .bind("after", after)
                    .bind("until", until)
                    .execute();
            after = until;
        }
    }

    /** When the last submission of the next slice came; empty where fewer are left. */
    private static Optional<Long> endOfSlice(Tx tx, String projectId, String modelId, long after) {
        return tx.query("""
            SELECT created_at FROM form_submissions
            WHERE project_id = :projectId AND model_id = :modelId AND created_at > :after
            ORDER BY created_at, id LIMIT 1 OFFSET :before
            """)
                .bind("projectId", projectId)
                .bind("modelId", modelId)
                .bind("after", after)
                .bind("before", SLICE_ROWS - 1)
                .mapTo(Long.class)
                .findOne();
    }

    static FormAddress place(ResultSet row) throws SQLException {
        return new FormAddress(row.getString("workspace_id"), row.getString("project_id"), row.getString("model_id"));
    }

    static Decided decided(ResultSet row) throws SQLException {
        return new Decided(
                Columns.instant(row, "approved_at"),
                row.getString("approved_by"),
                row.getString("entry_id"),
                row.getString("branch"));
    }

    private static Unread unread(ResultSet row, StatementContext context) throws SQLException {
        return new Unread(row.getString("id"), row.getLong("bytes"));
    }

    private static Submission row(ResultSet row, StatementContext context) throws SQLException {
        String reasons = row.getString("spam_reasons");
        return new Submission(
                row.getString("id"),
                place(row),
                SubmissionStatus.parse(row.getString("status")),
                row.getString("data"),
                row.getString("locale"),
                new Visitor(row.getString("source_ip"), row.getString("user_agent"), row.getString("referrer")),
                reasons.isEmpty() ? new ArrayList<>() : List.of(reasons.split(" ")),
                Columns.instant(row, "counted_at"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                decided(row));
    }
}
