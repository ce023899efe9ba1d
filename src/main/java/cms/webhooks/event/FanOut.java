package cms.webhooks.event;

import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.db.Tx;
import cms.project.Project;
import cms.project.Projects;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import cms.webhooks.log.DeliveryQueueStore;
import cms.webhooks.log.DueDelivery;
import cms.webhooks.log.NewDelivery;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Adds an event to the queue of every receiver that subscribes to it, within the transaction of the fact. */
public final class FanOut {
    private final Projects projects;
    private final Workspaces workspaces;
    private final Plans plans;
    private final InstantSource clock;
    private final Consumer<Collection<String>> wake;
    private final WebhookStore webhooks = new WebhookStore();
    private final DeliveryQueueStore queue = new DeliveryQueueStore();

    /** @param wake called with the receivers that have a new delivery, after the commit */
    public FanOut(
            Projects projects,
            Workspaces workspaces,
            Plans plans,
            InstantSource clock,
            Consumer<Collection<String>> wake) {
        this.projects = projects;
        this.workspaces = workspaces;
        this.plans = plans;
        this.clock = clock;
        this.wake = wake;
    }

    public void publish(Tx tx, Event event) {
        List<Webhook> receivers = webhooks.ofProject(tx, event.projectId()).stream()
                .filter(Webhook::active)
                .filter(receiver -> receiver.wants(event.kind(), event.models()))
                .toList();
        if (receivers.isEmpty() || !isPaid(tx, event.projectId())) {
            return;
        }
        String body = event.body();
        List<String> ids = receivers.stream()
                .map(Webhook::id)
                .filter(id -> isAdded(tx, id, event, body))
                .toList();
        tx.afterCommit(() -> wake.accept(ids));
    }

    /**
     * Adds an event to the log of one receiver without queueing it: the caller sends it, and a crash leaves it failed.
     * Empty for a receiver that was deleted.
     */
    public Optional<DueDelivery> addTest(Tx tx, String webhookId, Event event) {
        Instant now = clock.instant();
        return delivery(tx, webhookId, event, event.body(), now).map(made -> {
            queue.addHandSent(tx, made, now);
            return new DueDelivery(made.id(), made.event(), made.sequence(), made.body(), "", now, 0, "[]");
        });
    }

    /** False for a receiver that was deleted meanwhile: the fact is stored without it. */
    private boolean isAdded(Tx tx, String webhookId, Event event, String body) {
        Instant now = clock.instant();
        Optional<NewDelivery> made = delivery(tx, webhookId, event, body, now);
        made.ifPresent(delivery -> queue.add(tx, delivery, now));
        return made.isPresent();
    }

    private Optional<NewDelivery> delivery(Tx tx, String webhookId, Event event, String body, Instant now) {
        String push = event.push().isEmpty() ? null : event.push();
        return queue.nextSequence(tx, webhookId, now)
                .map(sequence -> new NewDelivery(
                        TimeOrderedId.of(now), webhookId, event.kind().wireName(), sequence, body, push));
    }

    private boolean isPaid(Tx tx, String projectId) {
        Optional<Workspace> workspace =
                projects.find(tx, projectId).map(Project::workspaceId).flatMap(id -> workspaces.find(tx, id));
        return workspace
                .filter(known -> plans.allows(known.plan(), Feature.API_WEBHOOKS_OUTBOUND))
                .isPresent();
    }
}
