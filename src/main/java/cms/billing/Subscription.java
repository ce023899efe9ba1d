package cms.billing;

import cms.plan.Plan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a subscription at the provider.
 *
 * @param plan what its price stands for
 * @param periodEndsAt until when it is paid for
 * @param cancelAtPeriodEnd true when it will not be renewed
 */
record Subscription(
        String id,
        String customerId,
        SubscriptionStatus status,
        Plan plan,
        @Nullable Instant trialEndsAt,
        @Nullable Instant periodEndsAt,
        boolean cancelAtPeriodEnd) {

    /** Whether this one takes the place of another: what runs is not replaced by what does not. */
    boolean mayFollow(Subscription other) {
        return status.isRunning() || !other.status().isRunning();
    }

    Subscription as(SubscriptionStatus other) {
        return new Subscription(id, customerId, other, plan, trialEndsAt, periodEndsAt, cancelAtPeriodEnd);
    }
}
