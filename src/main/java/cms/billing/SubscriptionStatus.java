package cms.billing;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The provider's states of a subscription; the clock makes a {@link BillingState} of one. */
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

    /** Whether something is paid for, or soon will be; then another subscription does not take its place unasked. */
    boolean isRunning() {
        return this == TRIALING || this == ACTIVE || this == PAST_DUE;
    }

    /** Whether a new checkout may begin beside it (reference 3.8). */
    boolean isOver() {
        return this == CANCELED || this == INCOMPLETE_EXPIRED;
    }
}
