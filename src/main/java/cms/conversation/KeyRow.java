package cms.conversation;

import cms.platform.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A key with its settings.
 *
 * @param createdBy the person on whose behalf it acts
 */
record KeyRow(
        String id,
        String projectId,
        String keyPrefix,
        KeySettings settings,
        long monthlyUsage,
        String createdBy,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant revokedAt) {
    ObjectNode json() {
        ObjectNode json = Json.object().put("id", id).put("keyPrefix", keyPrefix);
        json.setAll(settings.json());
        return json.put("monthlyUsage", monthlyUsage)
                .put("lastUsedAt", lastUsedAt == null ? null : lastUsedAt.toString())
                .put("createdAt", createdAt.toString())
                .put("revokedAt", revokedAt == null ? null : revokedAt.toString());
    }
}
