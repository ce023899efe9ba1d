package cms.mcp.call;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the tables {@code mcp_calls} and {@code mcp_months}. */
final class CallStore {
    /**
     * A logged call.
     *
     * @param outcome by its name in answers
     */
    record Logged(
            Instant at,
            String tool,
            String outcome,
            long durationMs,
            @Nullable String branch,
            @Nullable String client) {}

    /** Counts calls of a month; false, with nothing counted, where they would be more than {@code most}. */
    boolean count(Tx tx, String credential, String month, int calls, long most) {
        return tx.query("""
            INSERT INTO mcp_months (credential, month, calls) VALUES (:credential, :month, :calls)
            ON CONFLICT (credential, month) DO UPDATE SET calls = mcp_months.calls + :calls
            WHERE mcp_months.calls + :calls <= :most
            RETURNING calls
            """)
                .bind("credential", credential)
                .bind("month", month)
                .bind("calls", calls)
                .bind("most", most)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
    }

    Optional<Long> findCount(Tx tx, String credential, String month) {
        return tx.query("SELECT calls FROM mcp_months WHERE credential = :credential AND month = :month")
                .bind("credential", credential)
                .bind("month", month)
                .mapTo(Long.class)
                .findOne();
    }

    void insert(Tx tx, String id, String credential, Logged call) {
        tx.update("""
            INSERT INTO mcp_calls (id, credential, at, tool, outcome, duration_ms, branch, client)
            VALUES (:id, :credential, :at, :tool, :outcome, :duration, :branch, :client)
            """)
                .bind("id", id)
                .bind("credential", credential)
                .bind("at", call.at().toEpochMilli())
                .bind("tool", call.tool())
                .bind("outcome", call.outcome())
                .bind("duration", call.durationMs())
                .bind("branch", call.branch())
                .bind("client", call.client())
                .execute();
    }

    /** The calls of a credential after a time, newest first. */
    List<Logged> newest(Tx tx, String credential, Instant after, int limit) {
        return tx.query("""
            SELECT at, tool, outcome, duration_ms, branch, client FROM mcp_calls
            WHERE credential = :credential AND at > :after ORDER BY at DESC, id LIMIT :limit
            """)
                .bind("credential", credential)
                .bind("after", after.toEpochMilli())
                .bind("limit", limit)
                .map((row, context) -> new Logged(
                        Instant.ofEpochMilli(row.getLong("at")),
                        row.getString("tool"),
                        row.getString("outcome"),
                        row.getLong("duration_ms"),
                        row.getString("branch"),
                        row.getString("client")))
                .list();
    }

    void deleteBefore(Tx tx, Instant time) {
        tx.update("DELETE FROM mcp_calls WHERE at < :before")
                .bind("before", time.toEpochMilli())
                .execute();
    }
}
