package cms.webhooks.log;

import cms.platform.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One attempt to send a delivery.
 *
 * @param status of the answer; null when there was none
 * @param error {@code timeout}, {@code connection}, {@code address_refused} or {@code redirect}; null otherwise
 * @param response beginning of the answer's body
 */
public record DeliveryAttempt(
        Instant at,
        @Nullable Integer status,
        @Nullable String error,
        long durationMs,
        @Nullable String response) {
    private static final int MULTIPLE_CHOICES = 300;
    private static final int OK = 200;

    public boolean succeeded() {
        return status != null && status >= OK && status < MULTIPLE_CHOICES;
    }

    ObjectNode json() {
        return Json.object()
                .put("at", at.toString())
                .put("status", status)
                .put("error", error)
                .put("duration_ms", durationMs)
                .put("response", response);
    }
}
