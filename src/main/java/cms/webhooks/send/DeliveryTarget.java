package cms.webhooks.send;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The address of a receiver and the secrets that sign deliveries to it.
 *
 * @param previous the secret before the last rotation, while it signs as well
 */
public record DeliveryTarget(
        String webhookId,
        String workspaceId,
        URI url,
        String secret,
        @Nullable String previous,
        Map<String, String> headers) {}
