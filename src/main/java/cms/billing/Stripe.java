package cms.billing;

import cms.billing.metered.StripeApi;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The two calls of Stripe's API that make pages to which people are sent. */
final class Stripe {
    private final StripeApi api;

    Stripe(StripeApi api) {
        this.api = api;
    }

    /** The URL of a hosted checkout. */
    String checkout(Map<String, String> parameters) {
        return urlOf("/v1/checkout/sessions", parameters);
    }

    /** The URL of the provider's pages about a customer's subscription. */
    String portal(Map<String, String> parameters) {
        return urlOf("/v1/billing_portal/sessions", parameters);
    }

    /** @throws Failure BAD_GATEWAY or UNAVAILABLE when the provider does not answer with success */
    private String urlOf(String path, Map<String, String> parameters) {
        JsonNode url = api.post(path, parameters).path("url");
        if (!url.isString() || url.asString().isEmpty()) {
            throw Failure.of(FailureKind.BAD_GATEWAY, "The payment provider did not do this; try again later.");
        }
        return url.asString();
    }
}
