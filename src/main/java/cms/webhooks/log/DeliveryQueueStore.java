package cms.webhooks.log;

import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** SQL of the queues: the table {@code webhook_lanes}, and unfinished rows of {@code webhook_deliveries}. */
public final class DeliveryQueueStore {
    private static final long NEVER = Long.MAX_VALUE;
    private static final int ATTEMPTS_NOTED_MAX = 20;
    private static final long BYTES_A_BATCH = 1 << 20;

    /** Events that wait for one receiver; they are counted at each so many of its events. */
    private static final int WAITING_MAX = 100_000;

    private static final int COUNTED_EVERY = 1_000;

    /** What is given up in one transaction. */
    private static final int GIVEN_UP_AT_ONCE = 1_000;

    /** Opens the queue of a new receiver. */
    public void open(Tx tx, String webhookId) {
        tx.update("INSERT INTO webhook_lanes (webhook_id, sequence, due_at) VALUES (:id, 0, :never)")
                .bind("id", webhookId)
                .bind("never", NEVER)
                .execute();
    }

    public void close(Tx tx, String webhookId) {
        tx.update("DELETE FROM webhook_lanes WHERE webhook_id = :id")
                .bind("id", webhookId)
                .execute();
    }

    /**
     * The sequence number of a receiver's next event; marks its queue as due now. Empty where another transaction has
     * deleted the receiver since its row was read.
     */
    public Optional<Long> nextSequence(Tx tx, String webhookId, Instant now) {
        return tx.query("""
            UPDATE webhook_lanes SET sequence = sequence + 1,
                due_at = CASE WHEN due_at > :now THEN :now ELSE due_at END
            WHERE webhook_id = :id
            RETURNING sequence
            """)
                .bind("id", webhookId)
                .bind("now", now.toEpochMilli())
                .mapTo(Long.class)
                .findOne();
    }

    /** Queues a delivery; where far too many wait for the receiver, the oldest of them are given up. */
    public void add(Tx tx, NewDelivery delivery, Instant now) {
        insert(tx, delivery, DeliveryStatus.PENDING, null, null, now);
        if (delivery.sequence() % COUNTED_EVERY == 0) {
            giveUpOldest(tx, delivery.webhookId(), now);
        }
    }

    private static void giveUpOldest(Tx tx, String webhookId, Instant now) {
        long waiting = tx.query("""
            SELECT COUNT(*) FROM webhook_deliveries WHERE webhook_id = :id AND later = 0 AND finished_at IS NULL
            """).bind("id", webhookId).mapTo(Long.class).one();
        if (waiting > WAITING_MAX) {
            tx.update("""
                UPDATE webhook_deliveries SET status = 'failed', error = 'too_many', finished_at = :now WHERE id IN (
                    SELECT id FROM webhook_deliveries WHERE webhook_id = :id AND later = 0 AND finished_at IS NULL
                    ORDER BY sequence LIMIT :surplus)
                """)
                    .bind("id", webhookId)
                    .bind("now", now.toEpochMilli())
                    .bind("surplus", Math.min(waiting - WAITING_MAX, 2L * COUNTED_EVERY))
                    .execute();
        }
    }

    /** Inserts a delivery that is not queued: its sender records the outcome, and a crash leaves it failed. */
    public void addHandSent(Tx tx, NewDelivery delivery, Instant now) {
        insert(tx, delivery, DeliveryStatus.FAILED, "interrupted", now.toEpochMilli(), now);
    }

    private static void insert(
            Tx tx,
            NewDelivery delivery,
            DeliveryStatus status,
            @Nullable String error,
            @Nullable Long finishedAt,
            Instant now) {
        tx.update("""
            INSERT INTO webhook_deliveries (id, webhook_id, event, sequence, body, push, status, error, later, due_at,
                begun_at, tries, attempts, created_at, finished_at)
            VALUES (:id, :webhookId, :event, :sequence, :body, :push, :status, :error, 0, :now, :now, 0, '[]', :now,
                :finishedAt)
            """)
                .bind("id", delivery.id())
                .bind("webhookId", delivery.webhookId())
                .bind("event", delivery.event())
                .bind("sequence", delivery.sequence())
                .bind("body", delivery.body())
                .bind("push", delivery.push())
                .bind("status", status.wireName())
                .bind("error", error)
                .bind("finishedAt", finishedAt)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** The queues that are due, the longest due first. */
    public List<String> dueLanes(Tx tx, Instant now, int max) {
        return tx.query("SELECT webhook_id FROM webhook_lanes WHERE due_at <= :now ORDER BY due_at, webhook_id LIMIT"
                        + " :max")
                .bind("now", now.toEpochMilli())
                .bind("max", max)
                .mapTo(String.class)
                .list();
    }

    /** The deliveries that are due, fresh events before replayed ones; at most a megabyte, but at least one. */
    public List<DueDelivery> due(Tx tx, String webhookId, Instant now, int max) {
        List<DueDelivery> fresh = due(tx, webhookId, 0, now, max);
        return fresh.isEmpty() ? due(tx, webhookId, 1, now, max) : fresh;
    }

    private static List<DueDelivery> due(Tx tx, String webhookId, int later, Instant now, int max) {
        List<Sized> sized = tx.query("""
            SELECT id, LENGTH(body) + LENGTH(attempts) AS bytes FROM webhook_deliveries
            WHERE webhook_id = :webhookId AND later = :later AND due_at <= :now AND finished_at IS NULL
            ORDER BY due_at, sequence
            LIMIT :max
            """)
                .bind("webhookId", webhookId)
                .bind("later", later)
                .bind("now", now.toEpochMilli())
                .bind("max", max)
                .map((row, context) -> new Sized(row.getString("id"), row.getLong("bytes")))
                .list();
        int count = 0;
        long bytes = 0;
        while (count < sized.size() && (count == 0 || bytes + sized.get(count).bytes() <= BYTES_A_BATCH)) {
            bytes += sized.get(count++).bytes();
        }
        return count == 0
                ? List.of()
                : load(tx, sized.subList(0, count).stream().map(Sized::id).toList());
    }

    private static List<DueDelivery> load(Tx tx, List<String> ids) {
        return tx.query("""
            SELECT id, event, sequence, body, COALESCE(push, '') AS push, begun_at, tries, attempts
            FROM webhook_deliveries
            WHERE id IN (<ids>)
            ORDER BY due_at, sequence
            """)
                .bindList("ids", ids)
                .map((row, context) -> new DueDelivery(
                        row.getString("id"),
                        row.getString("event"),
                        row.getLong("sequence"),
                        row.getString("body"),
                        row.getString("push"),
                        Instant.ofEpochMilli(row.getLong("begun_at")),
                        row.getInt("tries"),
                        row.getString("attempts")))
                .list();
    }

    /**
     * Sets the queue's next time to that of its next delivery, but not before {@code atLeast}; deliveries added
     * meanwhile are not lost.
     */
    public void rest(Tx tx, String webhookId, Instant atLeast) {
        // Changing the row first waits for writers that add to the queue, so that the next statement sees what was
        // added.
        tx.update("UPDATE webhook_lanes SET due_at = :never WHERE webhook_id = :id")
                .bind("never", NEVER)
                .bind("id", webhookId)
                .execute();
        next(tx, webhookId)
                .ifPresent(due -> tx.update("UPDATE webhook_lanes SET due_at = :due WHERE webhook_id = :id")
                        .bind("due", Math.max(due, atLeast.toEpochMilli()))
                        .bind("id", webhookId)
                        .execute());
    }

    /** Whether the row of the queue says that nothing is due. */
    public boolean isResting(Tx tx, String webhookId, Instant now) {
        return tx.query("SELECT due_at FROM webhook_lanes WHERE webhook_id = :id")
                .bind("id", webhookId)
                .mapTo(Long.class)
                .findOne()
                .filter(due -> due > now.toEpochMilli())
                .isPresent();
    }

    private static Optional<Long> next(Tx tx, String webhookId) {
        return tx.query("""
            SELECT MIN(due_at) AS due FROM webhook_deliveries
            WHERE webhook_id = :id AND later IN (0, 1) AND finished_at IS NULL
            """)
                .bind("id", webhookId)
                .map((row, context) -> {
                    long due = row.getLong("due");
                    return row.wasNull() ? Optional.<Long>empty() : Optional.of(due);
                })
                .one();
    }

    /** Stores the composed body, so that every attempt sends the same bytes. */
    public void compose(Tx tx, String id, String body) {
        tx.update("UPDATE webhook_deliveries SET body = :body, push = NULL WHERE id = :id")
                .bind("id", id)
                .bind("body", body)
                .execute();
    }

    /**
     * Notes an attempt and what became of the delivery. One that was given up during the attempt is not tried again,
     * and keeps its reason unless the attempt ended it.
     *
     * @param dueAt time of the next attempt; ignored once the delivery has ended
     */
    public void settle(
            Tx tx, DueDelivery due, DeliveryAttempt attempt, DeliveryStatus status, Instant dueAt, Instant now) {
        ArrayNode attempts = (ArrayNode) Json.parse(due.attempts());
        attempts.add(attempt.json());
        while (attempts.size() > ATTEMPTS_NOTED_MAX) {
            attempts.remove(0);
        }
        boolean ended = status == DeliveryStatus.DELIVERED || status == DeliveryStatus.FAILED;
        tx.update("""
            UPDATE webhook_deliveries SET
                status = CASE WHEN finished_at IS NULL OR :ended = 1 THEN :status ELSE status END,
                error = CASE WHEN finished_at IS NULL OR :ended = 1 THEN :error ELSE error END,
                tries = tries + 1, due_at = :dueAt, response_status = :responseStatus, duration_ms = :duration,
                attempts = :attempts, finished_at = COALESCE(:finishedAt, finished_at)
            WHERE id = :id
            """)
                .bind("id", due.id())
                .bind("ended", ended ? 1 : 0)
                .bind("status", status.wireName())
                .bind("dueAt", dueAt.toEpochMilli())
                .bind("responseStatus", attempt.status())
                .bind("duration", attempt.durationMs())
                .bind("error", attempt.error())
                .bind("attempts", Json.text(attempts))
                .bind("finishedAt", ended ? now.toEpochMilli() : null)
                .execute();
    }

    /**
     * Gives up a thousand of the deliveries that began before a time, so that none is retried for ever; true where
     * there may be more.
     */
    public boolean expire(Tx tx, String webhookId, Instant begunBefore, Instant now) {
        return giveUp(tx, webhookId, "expired", begunBefore, now);
    }

    /**
     * Gives up a thousand of the deliveries that waited when the receiver was switched off; they can be replayed. True
     * where there may be more.
     */
    public boolean disable(Tx tx, String webhookId, Instant off, Instant now) {
        return giveUp(tx, webhookId, "disabled", off.plusMillis(1), now);
    }

    private static boolean giveUp(Tx tx, String webhookId, String error, Instant begunBefore, Instant now) {
        int count = tx.update("""
            UPDATE webhook_deliveries SET status = 'failed', error = :error, finished_at = :now WHERE id IN (
                SELECT id FROM webhook_deliveries
                WHERE webhook_id = :id AND later IN (0, 1) AND finished_at IS NULL AND begun_at < :before LIMIT :max)
            """)
                .bind("id", webhookId)
                .bind("error", error)
                .bind("before", begunBefore.toEpochMilli())
                .bind("now", now.toEpochMilli())
                .bind("max", GIVEN_UP_AT_ONCE)
                .execute();
        return count == GIVEN_UP_AT_ONCE;
    }

    private record Sized(String id, long bytes) {}
}
