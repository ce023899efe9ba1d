package cms.forms.captcha;

import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Turnstile's {@code siteverify}. A missing secret, an outage, an answer that is no JSON, or none within five seconds
 * mean no (reference 8).
 *
 * @param secret null when none is set; no visitor passes then
 * @param siteKey the key by which a page shows the widget
 */
public record Turnstile(
        WebClient client,
        URI verifyUrl,
        @Nullable Secret secret,
        @Nullable String siteKey) {
    private static final Logger LOG = LoggerFactory.getLogger(Turnstile.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    /** The provider's tokens are never longer. */
    private static final int TOKEN_CHARS_MAX = 2_048;

    public boolean passes(Optional<String> token, String address) {
        Secret known = secret;
        if (known == null
                || token.isEmpty()
                || token.get().isBlank()
                || token.get().length() > TOKEN_CHARS_MAX) {
            return false;
        }
        String body = "secret=" + encoded(known.reveal()) + "&response=" + encoded(token.get()) + "&remoteip="
                + encoded(address);
        WebRequest request = WebRequest.post(
                        verifyUrl, "application/x-www-form-urlencoded", body.getBytes(StandardCharsets.UTF_8))
                .within(TIMEOUT)
                .taking(ANSWER_BYTES_MAX);
        try {
            WebAnswer answer = client.send(request);
            JsonNode json = Json.parse(answer.body());
            return answer.status() == 200 && json.path("success").asBoolean(false);
        } catch (Failure outage) {
            LOG.warn("the captcha provider could not be asked: {}", outage.message());
            return false;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
