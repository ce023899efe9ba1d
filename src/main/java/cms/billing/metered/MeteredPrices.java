package cms.billing.metered;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.usage.Meter;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The prices of units beyond a plan, as items of a subscription; each is found by its lookup key. */
public final class MeteredPrices {
    private static final Logger LOG = LoggerFactory.getLogger(MeteredPrices.class);
    private static final String ITEMS_MAX = "100";

    private final StripeApi api;
    private final InstantSource clock;

    public MeteredPrices(StripeApi api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    /** Whether the subscription or the customer has a payment method. */
    public boolean hasPaymentMethod(String customerId, String subscriptionId) {
        JsonNode subscription = api.get("/v1/subscriptions/" + StripeApi.encode(subscriptionId));
        if (isThere(subscription.path("default_payment_method")) || isThere(subscription.path("default_source"))) {
            return true;
        }
        JsonNode customer = api.get("/v1/customers/" + StripeApi.encode(customerId));
        return isThere(customer.at("/invoice_settings/default_payment_method"))
                || isThere(customer.path("default_source"));
    }

    /**
     * Adds the price of a category to a subscription that does not have it.
     *
     * @throws Failure BAD_GATEWAY, also when the provider has no such price, or UNAVAILABLE
     */
    public void addTo(String subscriptionId, Meter meter) {
        String price = price(MeterReport.event(meter));
        if (!has(subscriptionId, price)) {
            String hour = clock.instant().truncatedTo(ChronoUnit.HOURS).toString();
            Map<String, String> item = new LinkedHashMap<>();
            item.put("subscription", subscriptionId);
            item.put("price", price);
            api.postOnce("/v1/subscription_items", item, Hashes.sha256Hex(subscriptionId + " " + price + " " + hour));
        }
    }

    private String price(String lookupKey) {
        JsonNode found = api.get("/v1/prices", Map.of("lookup_keys[0]", lookupKey, "active", "true", "limit", "1"));
        JsonNode id = found.at("/data/0/id");
        if (!id.isString()) {
            LOG.warn("the payment provider has no active price with the lookup key {}", lookupKey);
            throw Failure.of(FailureKind.BAD_GATEWAY, "The payment provider has no price for this category.");
        }
        return id.asString();
    }

    private boolean has(String subscriptionId, String price) {
        return api.get("/v1/subscription_items", Map.of("subscription", subscriptionId, "limit", ITEMS_MAX))
                .path("data")
                .valueStream()
                .anyMatch(item -> item.at("/price/id").asString("").equals(price));
    }

    private static boolean isThere(JsonNode reference) {
        return reference.isObject()
                || (reference.isString() && !reference.asString().isEmpty());
    }
}
