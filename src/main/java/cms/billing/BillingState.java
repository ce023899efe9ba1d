package cms.billing;

import java.util.Locale;

/** The state of a workspace's subscription at an instant (reference 3.8). */
enum BillingState {
    /** No subscription, or one that has ended and was settled. */
    FREE(false),
    TRIAL_ACTIVE(false),
    TRIAL_EXPIRED(true),
    SUBSCRIBED(false),
    /** A payment has failed; the plan stays in force for the grace period. */
    PAST_DUE(false),
    GRACE_EXPIRED(true),
    /** Canceled, and paid for until its period ends. */
    CANCELED(false),
    CANCELED_EXPIRED(true);

    private final boolean locked;

    BillingState(boolean locked) {
        this.locked = locked;
    }

    /** The name in answers, such as {@code trial_expired}. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the routes of the workspace answer 402. */
    boolean isLocked() {
        return locked;
    }
}
