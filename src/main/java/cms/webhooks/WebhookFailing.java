package cms.webhooks;

import org.jspecify.annotations.Nullable;

/**
 * Announced when a receiver has failed for a day, and when it was switched off because of that.
 *
 * @param since when the failures began, an instant as text; null for a receiver that said it is gone
 * @param disabled whether it was switched off
 */
public record WebhookFailing(
        String webhookId,
        String workspaceId,
        String projectId,
        @Nullable String since,
        boolean disabled) {}
