package cms.billing.metered;

import cms.platform.config.Secret;
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
import tools.jackson.databind.node.ObjectNode;

/** HTTP client of Stripe's API: form parameters in requests, JSON in answers, a fixed version. */
public final class StripeApi {
    private static final Logger LOG = LoggerFactory.getLogger(StripeApi.class);
    private static final String API_VERSION = "2025-03-31.basil";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private final URI url;
    private final Secret key;
    private final WebClient web;

    public StripeApi(URI url, Secret key, WebClient web) {
        this.url = url;
        this.key = key;
        this.web = web;
    }

    /**
     * @param path with its query, for instance {@code /v1/customers/cus_1}
     * @throws Failure BAD_GATEWAY or UNAVAILABLE when the provider does not answer with success
     */
    JsonNode get(String path) {
        return required(path, send(WebRequest.get(at(path))));
    }

    /** As {@link #get(String)}, with query parameters for a list or search. */
    JsonNode get(String path, Map<String, String> parameters) {
        return get(path + "?" + form(parameters));
    }

    /** @throws Failure BAD_GATEWAY or UNAVAILABLE when the provider does not answer with success */
    public JsonNode post(String path, Map<String, String> parameters) {
        return required(path, send(posting(path, parameters)));
    }

    /** As {@link #post}, carried out once however often it is sent with the same key within a day. */
    JsonNode postOnce(String path, Map<String, String> parameters, String idempotencyKey) {
        return required(path, send(posting(path, parameters).with("Idempotency-Key", idempotencyKey)));
    }

    /** The provider's answer, also a refusal. Fails with BAD_GATEWAY or UNAVAILABLE where there was none. */
    WebAnswer attempt(String path, Map<String, String> parameters) {
        return send(posting(path, parameters));
    }

    /** Whether the provider answers at the moment, be it with a refusal. */
    boolean isAnswered(String path) {
        try {
            int status = send(WebRequest.get(at(path))).status();
            return status != TOO_MANY_REQUESTS && status < SERVER_ERROR;
        } catch (Failure noAnswer) {
            return false;
        }
    }

    private WebAnswer send(WebRequest request) {
        return web.send(request.with("Authorization", "Bearer " + key.reveal()).with("Stripe-Version", API_VERSION));
    }

    private JsonNode required(String path, WebAnswer answer) {
        JsonNode json = answer.json().filter(ObjectNode.class::isInstance).orElse(null);
        if (!answer.isSuccess() || json == null) {
            LOG.warn("the payment provider answered {} to {}", answer.status(), path.split("\\?", 2)[0]);
            throw answer.status() == TOO_MANY_REQUESTS || answer.status() == 503
                    ? Failure.unavailable("The payment provider is busy; try again later.")
                    : Failure.of(FailureKind.BAD_GATEWAY, "The payment provider did not do this; try again later.");
        }
        return json;
    }

    private WebRequest posting(String path, Map<String, String> parameters) {
        byte[] form = form(parameters).getBytes(StandardCharsets.US_ASCII);
        return WebRequest.post(at(path), "application/x-www-form-urlencoded", form);
    }

    private URI at(String path) {
        String base = url.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    private static String form(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
