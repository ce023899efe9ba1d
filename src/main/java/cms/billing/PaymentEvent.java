package cms.billing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of the payment provider (reference 3.7), in canonical kinds, whatever the provider's own names are. */
sealed interface PaymentEvent {
    /**
     * The envelope.
     *
     * @param id the same when the provider tells the same again
     * @param madeAt when it happened there
     */
    record Envelope(String id, Instant madeAt, PaymentEvent notice) {}

    /**
     * A subscription was made or has changed.
     *
     * @param workspaceId what the subscription carries since its checkout; null when it was made elsewhere
     */
    record Changed(Subscription subscription, @Nullable String workspaceId, boolean isNew) implements PaymentEvent {}

    /** A subscription has ended for good; the last that is told of it. */
    record Ended(Subscription subscription, @Nullable String workspaceId) implements PaymentEvent {}

    record Paid(String subscriptionId) implements PaymentEvent {}

    record PaymentFailed(String subscriptionId) implements PaymentEvent {}

    /** A checkout of ours is done: from now on the customer stands for the workspace. */
    record CheckedOut(String customerId, String workspaceId) implements PaymentEvent {}

    /** Anything else, which changes nothing here. */
    record Other() implements PaymentEvent {}
}
