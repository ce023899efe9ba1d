package cms.webhooks.endpoint;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the columns of {@code webhooks} that say since when a receiver fails. */
final class HealthStore {
    /**
     * @param first the first failure after the last success; null when there is none
     * @param last the newest one; null also where a version noted it that knew only of the first
     */
    record State(@Nullable Instant first, @Nullable Instant last, boolean warned, boolean active) {}

    Optional<State> find(Tx tx, String webhookId) {
        return tx.query("SELECT first_failure_at, last_failure_at, warned_at, active FROM webhooks WHERE id = :id")
                .bind("id", webhookId)
                .map((row, context) -> new State(
                        Columns.instant(row, "first_failure_at"),
                        Columns.instant(row, "last_failure_at"),
                        Columns.number(row, "warned_at") != null,
                        row.getInt("active") == 1))
                .findOne();
    }

    void clear(Tx tx, String webhookId) {
        tx.update("""
            UPDATE webhooks SET first_failure_at = NULL, last_failure_at = NULL, failing_since = NULL, warned_at = NULL
            WHERE id = :id AND first_failure_at IS NOT NULL
            """).bind("id", webhookId).execute();
    }

    /** Notes the first failure; what was noted of others is over. */
    void setFirstFailure(Tx tx, String webhookId, Instant now) {
        tx.update("""
            UPDATE webhooks SET first_failure_at = :now, last_failure_at = :now, failing_since = NULL, warned_at = NULL
            WHERE id = :id
            """).bind("id", webhookId).bind("now", now.toEpochMilli()).execute();
    }

    void setLastFailure(Tx tx, String webhookId, Instant now) {
        tx.update("UPDATE webhooks SET last_failure_at = :now WHERE id = :id")
                .bind("id", webhookId)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Notes that the receiver fails since its first failure; what was noted before stays. */
    void setFailing(Tx tx, String webhookId) {
        tx.update("UPDATE webhooks SET failing_since = first_failure_at WHERE id = :id AND failing_since IS NULL")
                .bind("id", webhookId)
                .execute();
    }

    void setWarned(Tx tx, String webhookId) {
        tx.update("UPDATE webhooks SET warned_at = first_failure_at WHERE id = :id")
                .bind("id", webhookId)
                .execute();
    }
}
