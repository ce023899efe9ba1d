package cms.webhooks.endpoint;

import cms.platform.json.Json;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A receiver of events of one project (spec 2.15); its secrets are elsewhere.
 *
 * @param models only events about one of these; empty for all
 * @param disabledReason why the service switched it off: {@code failing} or {@code gone}; null otherwise
 * @param failingSince since when nothing but failures came, once that has gone on for half a day; null otherwise
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

    /** Whether it wants to hear of an event about these models; of an event about no model, every receiver does. */
    public boolean wants(EventKind kind, List<String> about) {
        return events.contains(kind)
                && (models.isEmpty() || about.isEmpty() || about.stream().anyMatch(models::contains));
    }

    public Webhook switchedOff(String reason, Instant now) {
        return new Webhook(
                id, workspaceId, projectId, name, url, events, models, false, reason, failingSince, createdAt, now);
    }

    /** As a request wants it; setting {@code active} clears the reason why it was off. */
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

    /** As answers show it, without its secret and its headers. */
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
