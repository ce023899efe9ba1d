package cms.billing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of the payment provider (reference 3.7), in kinds that do not depend on the provider's names. */
sealed interface PaymentEvent {
    /**
     * The envelope.
     *
     * @param id the same when the provider repeats the event
     * @param madeAt when it happened at the provider
     */
    record Envelope(String id, Instant madeAt, PaymentEvent event) {}

    /**
     * A subscription was made or has changed.
     *
     * @param workspaceId the workspace that the subscription names since its checkout; null when it was made elsewhere
     */
    record Changed(Subscription subscription, @Nullable String workspaceId, boolean isNew) implements PaymentEvent {}

    /** A subscription has ended; no later event is about it. */
    record Ended(Subscription subscription, @Nullable String workspaceId) implements PaymentEvent {}

    record Paid(String subscriptionId) implements PaymentEvent {}

    record PaymentFailed(String subscriptionId) implements PaymentEvent {}

    /** A checkout of this service is complete: from now on the customer belongs to the workspace. */
    record CheckedOut(String customerId, String workspaceId) implements PaymentEvent {}

    /** Any other event, which changes nothing. */
    record Other() implements PaymentEvent {}
}
