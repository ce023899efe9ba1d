package cms.webhooks.log;

import cms.platform.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A row of the log (spec 2.15).
 *
 * @param nextAttemptAt null once it has ended
 * @param attempts a list in JSON
 */
public record LoggedDelivery(
        String id,
        String event,
        long sequence,
        DeliveryStatus status,
        @Nullable Integer responseStatus,
        @Nullable Long durationMs,
        @Nullable String error,
        Instant createdAt,
        @Nullable Instant nextAttemptAt,
        String body,
        String attempts) {
    public ObjectNode json() {
        return Json.object()
                .put("id", id)
                .put("event", event)
                .put("sequence", sequence)
                .put("status", status.wireName())
                .put("response_status", responseStatus)
                .put("duration_ms", durationMs)
                .put("error", error)
                .put("next_attempt_at", nextAttemptAt == null ? null : nextAttemptAt.toString())
                .put("created_at", createdAt.toString());
    }
}
