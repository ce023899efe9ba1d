package cms.billing;

import cms.plan.Plan;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one account under which a workspace pays.
 *
 * @param graceEndsAt until when a failed payment changes nothing; set by the first failure only
 * @param reportedAt when the provider made the newest notice that this rests on; older ones come too late
 */
record PaymentAccount(
        String id,
        String workspaceId,
        Subscription subscription,
        @Nullable Instant graceEndsAt,
        Instant reportedAt) {
    private static final Duration GRACE = Duration.ofDays(7);
    private static final String PROVIDER = "stripe";

    boolean isOf(String subscriptionId) {
        return subscription.id().equals(subscriptionId);
    }

    /** The account after the provider has told where its subscription stands. */
    PaymentAccount updated(Subscription newer, Instant reportedNow, Instant now) {
        Instant grace = newer.status() != SubscriptionStatus.PAST_DUE
                ? null
                : graceEndsAt != null ? graceEndsAt : now.plus(GRACE);
        return new PaymentAccount(id, workspaceId, newer, grace, reportedNow);
    }

    /** Where it stands at an instant. */
    BillingState state(Instant now) {
        return switch (subscription.status()) {
            case TRIALING ->
                isOver(subscription.trialEndsAt(), now) ? BillingState.TRIAL_EXPIRED : BillingState.TRIAL_ACTIVE;
            case ACTIVE -> subscription.cancelAtPeriodEnd() ? canceled(now) : BillingState.SUBSCRIBED;
            case PAST_DUE -> isOver(graceEndsAt, now) ? BillingState.GRACE_EXPIRED : BillingState.PAST_DUE;
            case CANCELED -> canceled(now);
            case UNPAID, INCOMPLETE -> BillingState.GRACE_EXPIRED;
            case PAUSED -> BillingState.TRIAL_EXPIRED;
            case INCOMPLETE_EXPIRED -> BillingState.FREE;
        };
    }

    /** Whether a new checkout may begin: the subscription has ended, by its status or by its dates. */
    boolean isOver(Instant now) {
        return subscription.status().isOver() || state(now) == BillingState.CANCELED_EXPIRED;
    }

    /** The plan that counts at an instant: {@code free} where the state is locked or free. */
    Plan plan(Instant now) {
        BillingState state = state(now);
        return state.isLocked() || state == BillingState.FREE ? Plan.FREE : subscription.plan();
    }

    /** The instant at which the clock alone ends the plan; null when only a notice can. */
    @Nullable
    Instant planEndsAt() {
        return switch (subscription.status()) {
            case TRIALING -> subscription.trialEndsAt();
            case ACTIVE -> subscription.cancelAtPeriodEnd() ? subscription.periodEndsAt() : null;
            case PAST_DUE -> graceEndsAt;
            case CANCELED -> subscription.periodEndsAt();
            case UNPAID, INCOMPLETE, INCOMPLETE_EXPIRED, PAUSED -> null;
        };
    }

    /** What {@code GET W} shows as {@code payment_account} (reference 3.1). */
    ObjectNode json() {
        return Json.object()
                .put("provider", PROVIDER)
                .put("customer_id", subscription.customerId())
                .put("subscription_id", subscription.id())
                .put("subscription_status", subscription.status().key())
                .put("current_period_end", text(subscription.periodEndsAt()))
                .put("trial_ends_at", text(subscription.trialEndsAt()))
                .put("cancel_at_period_end", subscription.cancelAtPeriodEnd())
                .put("grace_period_ends_at", text(graceEndsAt))
                .put("plan", subscription.plan().key());
    }

    /** Without a known end there is nothing paid for that could still run. */
    private BillingState canceled(Instant now) {
        Instant end = subscription.periodEndsAt();
        return end != null && now.isBefore(end) ? BillingState.CANCELED : BillingState.CANCELED_EXPIRED;
    }

    private static boolean isOver(@Nullable Instant end, Instant now) {
        return end != null && !now.isBefore(end);
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
