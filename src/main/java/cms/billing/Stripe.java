package cms.billing;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The two calls of Stripe's API that people are sent to the provider with. */
final class Stripe {
    private static final Logger LOG = LoggerFactory.getLogger(Stripe.class);
    private static final String API_VERSION = "2024-06-20";

    private final BillingSettings.Provider provider;
    private final WebClient web;

    Stripe(BillingSettings.Provider provider, WebClient web) {
        this.provider = provider;
        this.web = web;
    }

    /** The address of a hosted checkout. */
    String checkout(Map<String, String> parameters) {
        return urlOf("/v1/checkout/sessions", parameters);
    }

    /** The address of the provider's own pages about a customer's subscription. */
    String portal(Map<String, String> parameters) {
        return urlOf("/v1/billing_portal/sessions", parameters);
    }

    /** @throws Failure BAD_GATEWAY or UNAVAILABLE when the provider does not do it */
    private String urlOf(String path, Map<String, String> parameters) {
        byte[] form = parameters.entrySet().stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
        WebAnswer answer =
                web.send(WebRequest.post(URI.create(base() + path), "application/x-www-form-urlencoded", form)
                        .with("Authorization", "Bearer " + provider.secretKey().reveal())
                        .with("Stripe-Version", API_VERSION));
        String url = answer.json()
                .map(json -> json.path("url"))
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .orElse("");
        if (!answer.isSuccess() || url.isEmpty()) {
            LOG.warn("the payment provider answered {} to {}", answer.status(), path);
            throw answer.status() == 429 || answer.status() == 503
                    ? Failure.unavailable("The payment provider is busy; try again later.")
                    : Failure.of(FailureKind.BAD_GATEWAY, "The payment provider did not do this; try again later.");
        }
        return url;
    }

    private String base() {
        String url = provider.apiUrl().toString();
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
