package cms.webhooks.endpoint;

import cms.platform.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Records whether a receiver answers, and decides the consequence when it fails for days.
 *
 * <p>A short burst of failures has no consequence: a receiver counts as failing after half a day of failures without a
 * success. After a day its workspace's owner and admins are told, after five days it is switched off. Failures with
 * more time between them than a retry waits are no outage: nobody knows whether it would have answered meanwhile.
 */
public final class Health {
    private static final Duration BURST_MAX = Duration.ofHours(12);
    private static final Duration WARNED_AFTER = Duration.ofDays(1);
    private static final Duration DISABLED_AFTER = Duration.ofDays(5);

    /** Longer than the longest wait of the plan of retries, a day and a tenth. */
    private static final Duration UNTRIED_MAX = Duration.ofHours(27);

    /** The consequence of another failure. */
    public enum Consequence {
        GOES_ON,
        WARN,
        DISABLE
    }

    private final HealthStore store = new HealthStore();
    private final WebhookStore webhooks = new WebhookStore();

    /** Records a success. */
    public void succeeded(Tx tx, String webhookId) {
        store.clear(tx, webhookId);
    }

    /** Records a failure; each consequence but {@link Consequence#GOES_ON} is returned once. */
    public Consequence failed(Tx tx, String webhookId, Instant now) {
        Optional<HealthStore.State> known = store.find(tx, webhookId);
        if (known.filter(state -> isToBeDisabled(state, now)).isPresent()) {
            // A member may just be switching it on again, which forgets the failures.
            webhooks.lock(tx, webhookId);
            known = store.find(tx, webhookId);
        }
        if (known.isEmpty() || !known.get().active()) {
            return Consequence.GOES_ON;
        }
        Instant first = known.get().first();
        Instant last = known.get().last();
        if (first == null || (last != null && last.plus(UNTRIED_MAX).isBefore(now))) {
            store.setFirstFailure(tx, webhookId, now);
            return Consequence.GOES_ON;
        }
        store.setLastFailure(tx, webhookId, now);
        return consequence(tx, webhookId, Duration.between(first, now), known.get());
    }

    private static boolean isToBeDisabled(HealthStore.State state, Instant now) {
        Instant first = state.first();
        return first != null && Duration.between(first, now).compareTo(DISABLED_AFTER) >= 0;
    }

    private Consequence consequence(Tx tx, String webhookId, Duration failing, HealthStore.State known) {
        if (failing.compareTo(BURST_MAX) < 0) {
            return Consequence.GOES_ON;
        }
        store.setFailing(tx, webhookId);
        if (failing.compareTo(DISABLED_AFTER) >= 0) {
            return Consequence.DISABLE;
        }
        if (failing.compareTo(WARNED_AFTER) < 0 || known.warned()) {
            return Consequence.GOES_ON;
        }
        store.setWarned(tx, webhookId);
        return Consequence.WARN;
    }

    /** Resets the failures, because a person has switched the receiver on again. */
    public void forget(Tx tx, String webhookId) {
        succeeded(tx, webhookId);
    }
}
