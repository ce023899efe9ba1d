package cms.webhooks.endpoint;

import cms.platform.json.Json;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A receiver of events of one project (spec 2.15); its secrets are elsewhere.
 *
 * @param models only events about one of these are sent; empty for all
 * @param disabledReason why the service switched it off: {@code failing} or {@code gone}; null otherwise
 * @param failingSince time of the first failure, once there have been only failures for half a day; null otherwise
 */
public record Webhook(
        String id,
        String workspaceId,
        String projectId,
        String name,
        URI url,
        Set<EventKind> events,
        List<String> models,
        boolean active,
        @Nullable String disabledReason,
        @Nullable Instant failingSince,
        Instant createdAt,
        Instant updatedAt) {
    private static final int HTTPS_PORT = 443;

    /** Whether the receiver gets an event about these models; an event about no model is sent to every receiver. */
    public boolean wants(EventKind kind, List<String> about) {
        return events.contains(kind)
                && (models.isEmpty() || about.isEmpty() || about.stream().anyMatch(models::contains));
    }

    /** Whether a URL has another scheme, host or port than this receiver's. */
    public boolean isElsewhere(URI other) {
        return !site(url).equals(site(other));
    }

    private static String site(URI url) {
        int port = url.getPort() < 0 ? HTTPS_PORT : url.getPort();
        return (url.getScheme() + "://" + url.getHost() + ":" + port).toLowerCase(Locale.ROOT);
    }

    public Webhook switchedOff(String reason, Instant now) {
        return new Webhook(
                id, workspaceId, projectId, name, url, events, models, false, reason, failingSince, createdAt, now);
    }

    /** The receiver with the changes of a request; setting {@code active} clears {@code disabledReason}. */
    public Webhook changed(WebhookRequest wanted, Instant now) {
        return new Webhook(
                id,
                workspaceId,
                projectId,
                wanted.name().orElse(name),
                wanted.url().orElse(url),
                wanted.events().orElse(events),
                wanted.models().orElse(models),
                wanted.active().orElse(active),
                wanted.active().isPresent() ? null : disabledReason,
                failingSince,
                createdAt,
                now);
    }

    /** The JSON for answers, without its secret and headers. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("id", id).put("name", name).put("url", url.toString());
        events.forEach(kind -> json.withArray("events").add(kind.wireName()));
        json.putArray("models");
        models.forEach(model -> json.withArray("models").add(model));
        return json.put("active", active)
                .put("disabled_reason", disabledReason)
                .put("failing_since", failingSince == null ? null : failingSince.toString())
                .put("created_at", createdAt.toString())
                .put("updated_at", updatedAt.toString());
    }
}
