package cms.billing;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The provider's states of a subscription; with the clock they determine the {@link BillingState}. */
enum SubscriptionStatus {
    TRIALING,
    ACTIVE,
    PAST_DUE,
    CANCELED,
    UNPAID,
    INCOMPLETE,
    INCOMPLETE_EXPIRED,
    PAUSED;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<SubscriptionStatus> find(String key) {
        return Arrays.stream(values())
                .filter(status -> status.key().equals(key))
                .findFirst();
    }

    /** Whether the subscription is or soon will be paid for, so that another does not replace it by itself. */
    boolean isRunning() {
        return this == TRIALING || this == ACTIVE || this == PAST_DUE;
    }

    /** Whether a new checkout may begin beside it (reference 3.8). */
    boolean isOver() {
        return this == CANCELED || this == INCOMPLETE_EXPIRED;
    }
}
