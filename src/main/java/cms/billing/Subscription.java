package cms.billing;

import cms.plan.Plan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a subscription at the provider.
 *
 * @param plan the plan of its price
 * @param periodEndsAt end of the paid period
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

    /** Whether this one replaces another: a running one is not replaced by one that does not run. */
    boolean mayFollow(Subscription other) {
        return status.isRunning() || !other.status().isRunning();
    }

    Subscription as(SubscriptionStatus other) {
        return new Subscription(id, customerId, other, plan, trialEndsAt, periodEndsAt, cancelAtPeriodEnd);
    }
}
