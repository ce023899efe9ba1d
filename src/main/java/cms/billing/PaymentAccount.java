package cms.billing;

import cms.plan.Plan;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The account with which a workspace pays.
 *
 * @param graceEndsAt end of the grace period in which a failed payment has no effect; set by the first failure only
 * @param reportedAt when the provider made the newest event that was applied; older events are ignored
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

    /** The account after an event of the provider about its subscription. */
    PaymentAccount updated(Subscription newer, Instant reportedNow, Instant now) {
        Instant grace = newer.status() != SubscriptionStatus.PAST_DUE
                ? null
                : graceEndsAt != null ? graceEndsAt : now.plus(GRACE);
        return new PaymentAccount(id, workspaceId, newer, grace, reportedNow);
    }

    /** The state at an instant. */
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

    /** The plan in force at an instant: {@code free} where the state is locked or free. */
    Plan plan(Instant now) {
        BillingState state = state(now);
        return state.isLocked() || state == BillingState.FREE ? Plan.FREE : subscription.plan();
    }

    /** The instant at which the plan ends without a further event; null when only an event can end it. */
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

    /** The member {@code payment_account} of {@code GET W} (reference 3.1). */
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

    /** The state of a canceled subscription; one without a known end has expired. */
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
