package cms.webhooks;

import org.jspecify.annotations.Nullable;

/**
 * Announced when a receiver has failed for a day, and when it was switched off because of that.
 *
 * @param since time of the first failure, an instant as text; null for a receiver that answered 410
 * @param disabled whether it was switched off
 */
public record WebhookFailing(
        String webhookId,
        String workspaceId,
        String projectId,
        @Nullable String since,
        boolean disabled) {}
