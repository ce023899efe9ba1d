package cms.webhooks.log;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code webhook_deliveries} as a log: pages, queueing again, and deletion. */
public final class DeliveryLogStore {
    private static final String COLUMNS =
            "id, event, sequence, status, response_status, duration_ms, error, created_at, due_at, finished_at";
    private static final String CHOSEN =
            " webhook_id = :webhookId AND (:status = '' OR status = :status) AND (:event = '' OR event = :event) ";

    /** @param event empty for all events; {@code status} is empty for all states */
    public record DeliveryFilter(String webhookId, String status, String event) {}

    /** A replay: the ended deliveries of a period. */
    public record Replayed(String webhookId, Instant since, Instant until, boolean failedOnly, List<String> events) {}

    public long count(Tx tx, DeliveryFilter chosen) {
        return tx.query("SELECT COUNT(*) FROM webhook_deliveries WHERE" + CHOSEN)
                .bind("webhookId", chosen.webhookId())
                .bind("status", chosen.status())
                .bind("event", chosen.event())
                .mapTo(Long.class)
                .one();
    }

    /** A page of deliveries, newest first. */
    public List<LoggedDelivery> page(Tx tx, DeliveryFilter chosen, int limit, long offset) {
        return tx.query("SELECT " + COLUMNS + ", '' AS body, '[]' AS attempts FROM webhook_deliveries WHERE" + CHOSEN
                        + "ORDER BY created_at DESC, sequence DESC LIMIT :limit OFFSET :offset")
                .bind("webhookId", chosen.webhookId())
                .bind("status", chosen.status())
                .bind("event", chosen.event())
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, context) -> delivery(row))
                .list();
    }

    public Optional<LoggedDelivery> find(Tx tx, String webhookId, String id) {
        return tx.query("SELECT " + COLUMNS + ", body, attempts FROM webhook_deliveries"
                        + " WHERE id = :id AND webhook_id = :webhookId")
                .bind("id", id)
                .bind("webhookId", webhookId)
                .map((row, context) -> delivery(row))
                .findOne();
    }

    /** Queues an ended delivery again, behind fresh events; false when it has not ended. */
    public boolean again(Tx tx, String webhookId, String id, Instant now) {
        return again(tx, webhookId, List.of(id), now) == 1;
    }

    /**
     * A part of a replay.
     *
     * @param last sequence number after which the next part begins
     */
    public record Slice(int queued, long last) {}

    /** Queues up to {@code max} deliveries with a sequence number above {@code after}, behind fresh events. */
    public Slice replay(Tx tx, Replayed chosen, long after, Instant now, int max) {
        List<Numbered> found = tx.query("""
            SELECT id, sequence FROM webhook_deliveries
            WHERE webhook_id = :webhookId AND created_at >= :since AND created_at < :until
              AND sequence > :after AND finished_at IS NOT NULL AND status IN (<statuses>) AND event IN (<events>)
            ORDER BY sequence
            LIMIT :max
            """)
                .bind("webhookId", chosen.webhookId())
                .bind("since", chosen.since().toEpochMilli())
                .bind("until", chosen.until().toEpochMilli())
                .bind("after", after)
                .bindList("statuses", chosen.failedOnly() ? List.of("failed") : List.of("failed", "delivered"))
                .bindList("events", chosen.events())
                .bind("max", max)
                .map((row, context) -> new Numbered(row.getString("id"), row.getLong("sequence")))
                .list();
        return found.isEmpty()
                ? new Slice(0, after)
                : new Slice(
                        again(
                                tx,
                                chosen.webhookId(),
                                found.stream().map(Numbered::id).toList(),
                                now),
                        found.getLast().sequence());
    }

    private record Numbered(String id, long sequence) {}

    private static int again(Tx tx, String webhookId, List<String> ids, Instant now) {
        int queued = tx.update("""
            UPDATE webhook_deliveries SET status = 'pending', later = 1, due_at = :now, begun_at = :now, tries = 0,
                error = NULL, finished_at = NULL
            WHERE webhook_id = :webhookId AND id IN (<ids>) AND finished_at IS NOT NULL
            """)
                .bind("webhookId", webhookId)
                .bindList("ids", ids)
                .bind("now", now.toEpochMilli())
                .execute();
        tx.update("UPDATE webhook_lanes SET due_at = :now WHERE webhook_id = :webhookId AND due_at > :now")
                .bind("webhookId", webhookId)
                .bind("now", now.toEpochMilli())
                .execute();
        return queued;
    }

    /**
     * Deletes up to {@code max} deliveries that are older, and as many whose receiver was deleted; returns their
     * number.
     */
    public int forget(Tx tx, Instant olderThan, int max) {
        int old = tx.update("""
            DELETE FROM webhook_deliveries WHERE id IN (
                SELECT id FROM webhook_deliveries WHERE created_at < :time AND finished_at IS NOT NULL LIMIT :max)
            """)
                .bind("time", olderThan.toEpochMilli())
                .bind("max", max)
                .execute();
        int orphans = tx.update("""
            DELETE FROM webhook_deliveries WHERE id IN (
                SELECT id FROM webhook_deliveries
                WHERE webhook_id NOT IN (SELECT id FROM webhooks) LIMIT :max)
            """).bind("max", max).execute();
        return old + orphans;
    }

    private static LoggedDelivery delivery(ResultSet row) throws SQLException {
        int status = row.getInt("response_status");
        Integer responseStatus = row.wasNull() ? null : status;
        boolean waits = Columns.number(row, "finished_at") == null;
        return new LoggedDelivery(
                row.getString("id"),
                row.getString("event"),
                row.getLong("sequence"),
                DeliveryStatus.of(row.getString("status")).orElse(DeliveryStatus.FAILED),
                responseStatus,
                Columns.number(row, "duration_ms"),
                row.getString("error"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                waits ? Instant.ofEpochMilli(row.getLong("due_at")) : null,
                row.getString("body"),
                row.getString("attempts"));
    }
}
