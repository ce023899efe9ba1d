package cms.billing;

import cms.plan.Plan;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Parses Stripe's events in the formats of its API before and since 2025-03-31. */
final class StripeEvents {
    /** Name of the metadata in which a subscription carries the workspace that it was bought for. */
    static final String WORKSPACE = "workspace_id";

    private static final int ID_CHARS_MAX = 255;

    /** The end of the year 9999. */
    private static final long SECONDS_MAX = 253_402_300_799L;

    private final BillingSettings.ProviderAccess provider;

    StripeEvents(BillingSettings.ProviderAccess provider) {
        this.provider = provider;
    }

    /** @throws Failure INVALID for a body that is not an event; an event of an unused kind is {@code Other} */
    PaymentEvent.Envelope read(byte[] body) {
        JsonNode event = Json.sent(body);
        String id = text(event.path("id")).orElseThrow(() -> Failure.invalid("The event has no `id`."));
        Instant madeAt = instant(event.path("created"));
        if (madeAt == null) {
            throw Failure.invalid("The event has no `created`.");
        }
        JsonNode object = event.path("data").path("object");
        return new PaymentEvent.Envelope(
                id, madeAt, paymentEvent(event.path("type").asString(""), object));
    }

    private PaymentEvent paymentEvent(String type, JsonNode object) {
        return switch (type) {
            case "customer.subscription.created",
                    "customer.subscription.updated",
                    "customer.subscription.paused",
                    "customer.subscription.resumed",
                    "customer.subscription.deleted" -> aboutSubscription(type, object);
            case "invoice.paid", "invoice.payment_succeeded" ->
                subscriptionOf(object).<PaymentEvent>map(PaymentEvent.Paid::new).orElseGet(PaymentEvent.Other::new);
            case "invoice.payment_failed" ->
                subscriptionOf(object)
                        .<PaymentEvent>map(PaymentEvent.PaymentFailed::new)
                        .orElseGet(PaymentEvent.Other::new);
            case "checkout.session.completed" -> checkedOut(object);
            default -> new PaymentEvent.Other();
        };
    }

    private PaymentEvent aboutSubscription(String type, JsonNode object) {
        Optional<String> id = text(object.path("id"));
        Optional<String> customer = reference(object.path("customer"));
        Optional<SubscriptionStatus> status =
                SubscriptionStatus.find(object.path("status").asString(""));
        if (id.isEmpty() || customer.isEmpty() || status.isEmpty()) {
            return new PaymentEvent.Other();
        }
        JsonNode item = planItem(object.at("/items/data"));
        JsonNode end = object.path("current_period_end").isIntegralNumber()
                ? object.path("current_period_end")
                : item.path("current_period_end");
        Subscription subscription = new Subscription(
                id.get(),
                customer.get(),
                status.get(),
                planOf(item),
                instant(object.path("trial_end")),
                instant(end),
                object.path("cancel_at_period_end").asBoolean(false));
        String workspaceId = text(object.path("metadata").path(WORKSPACE)).orElse(null);
        return type.endsWith(".deleted")
                ? new PaymentEvent.Ended(subscription, workspaceId)
                : new PaymentEvent.Changed(subscription, workspaceId, type.endsWith(".created"));
    }

    private static PaymentEvent checkedOut(JsonNode session) {
        Optional<String> customer = reference(session.path("customer"));
        Optional<String> workspace = text(session.path("client_reference_id"))
                .or(() -> text(session.path("metadata").path(WORKSPACE)));
        return customer.isPresent() && workspace.isPresent()
                ? new PaymentEvent.CheckedOut(customer.get(), workspace.get())
                : new PaymentEvent.Other();
    }

    private static Optional<String> subscriptionOf(JsonNode invoice) {
        return reference(invoice.path("subscription"))
                .or(() -> reference(invoice.at("/parent/subscription_details/subscription")));
    }

    /** The item of the plan; metered prices of overage may be beside it, in any order. */
    private JsonNode planItem(JsonNode items) {
        return items.valueStream()
                .filter(item -> planOf(item) != Plan.FREE)
                .findFirst()
                .orElseGet(() -> items.path(0));
    }

    private Plan planOf(JsonNode item) {
        return plan(reference(item.path("price")).orElse(""));
    }

    /** The plan of a price; an unknown price grants nothing. */
    private Plan plan(String price) {
        return price.equals(provider.pricePro())
                ? Plan.PRO
                : price.equals(provider.priceStarter()) ? Plan.STARTER : Plan.FREE;
    }

    /** An id, given as text or as the expanded object. */
    private static Optional<String> reference(JsonNode node) {
        return node.isObject() ? text(node.path("id")) : text(node);
    }

    private static Optional<String> text(JsonNode node) {
        String text = node.isString() ? node.asString() : "";
        boolean plain =
                !text.isBlank() && text.length() <= ID_CHARS_MAX && text.chars().noneMatch(Character::isISOControl);
        return plain ? Optional.of(text) : Optional.empty();
    }

    private static @Nullable Instant instant(JsonNode seconds) {
        boolean known = seconds.isIntegralNumber()
                && seconds.canConvertToLong()
                && seconds.asLong() >= 0
                && seconds.asLong() <= SECONDS_MAX;
        return known ? Instant.ofEpochSecond(seconds.asLong()) : null;
    }
}
