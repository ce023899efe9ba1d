package cms.webhooks.endpoint;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records whether a receiver answers, and decides the consequence when it fails for days.
 *
 * <p>A short burst of failures has no consequence: a receiver counts as failing after half a day of failures without a
 * success. After a day its workspace's owner and admins are told, after five days it is switched off.
 */
public final class Health {
    private static final Duration BURST_MAX = Duration.ofHours(12);
    private static final Duration WARNED_AFTER = Duration.ofDays(1);
    private static final Duration DISABLED_AFTER = Duration.ofDays(5);

    /** The consequence of another failure. */
    public enum Consequence {
        GOES_ON,
        WARN,
        DISABLE
    }

    /** Records a success. */
    public void succeeded(Tx tx, String webhookId) {
        tx.update("""
            UPDATE webhooks SET first_failure_at = NULL, failing_since = NULL, warned_at = NULL
            WHERE id = :id AND first_failure_at IS NOT NULL
            """).bind("id", webhookId).execute();
    }

    /** Records a failure; each consequence but {@link Consequence#GOES_ON} is returned once. */
    public Consequence failed(Tx tx, String webhookId, Instant now) {
        Optional<State> known = tx.query("SELECT first_failure_at, warned_at, active FROM webhooks WHERE id = :id")
                .bind("id", webhookId)
                .map((row, context) -> new State(
                        Columns.instant(row, "first_failure_at"),
                        Columns.number(row, "warned_at") != null,
                        row.getInt("active") == 1))
                .findOne();
        if (known.isEmpty() || !known.get().active()) {
            return Consequence.GOES_ON;
        }
        Instant first = known.get().first();
        if (first == null) {
            tx.update("UPDATE webhooks SET first_failure_at = :now WHERE id = :id")
                    .bind("id", webhookId)
                    .bind("now", now.toEpochMilli())
                    .execute();
            return Consequence.GOES_ON;
        }
        return consequence(tx, webhookId, Duration.between(first, now), known.get());
    }

    private static Consequence consequence(Tx tx, String webhookId, Duration failing, State known) {
        if (failing.compareTo(BURST_MAX) < 0) {
            return Consequence.GOES_ON;
        }
        tx.update("UPDATE webhooks SET failing_since = first_failure_at WHERE id = :id AND failing_since IS NULL")
                .bind("id", webhookId)
                .execute();
        if (failing.compareTo(DISABLED_AFTER) >= 0) {
            return Consequence.DISABLE;
        }
        if (failing.compareTo(WARNED_AFTER) < 0 || known.warned()) {
            return Consequence.GOES_ON;
        }
        tx.update("UPDATE webhooks SET warned_at = first_failure_at WHERE id = :id")
                .bind("id", webhookId)
                .execute();
        return Consequence.WARN;
    }

    /** Resets the failures, because a person has switched the receiver on again. */
    public void forget(Tx tx, String webhookId) {
        succeeded(tx, webhookId);
    }

    /** @param first the first failure after the last success; null when there is none */
    private record State(@Nullable Instant first, boolean warned, boolean active) {}
}
