package cms.webhooks;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.webhooks.endpoint.EventKind;
import cms.webhooks.endpoint.Health;
import cms.webhooks.endpoint.Secrets;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import cms.webhooks.event.Event;
import cms.webhooks.event.FanOut;
import cms.webhooks.log.DeliveryAttempt;
import cms.webhooks.log.DeliveryLogStore;
import cms.webhooks.log.DeliveryQueueStore;
import cms.webhooks.log.DeliveryStatus;
import cms.webhooks.log.DueDelivery;
import cms.webhooks.log.LoggedDelivery;
import cms.webhooks.send.DeliveryDispatcher;
import cms.webhooks.send.DeliverySender;
import cms.webhooks.send.DeliveryTarget;
import cms.webhooks.send.DeliveryTargets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The deliveries to a receiver: lists them, queues them again, and sends a test at once and without retries. */
final class Deliveries {
    private static final int REPLAYED_AT_ONCE = 1_000;
    private static final List<String> OWN_HEADERS = List.of(
            "Content-Type",
            "User-Agent",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
            "X-Cms-Event",
            "X-Cms-Sequence",
            "X-Cms-Signature");

    private final Instance instance;
    private final Secrets secrets;
    private final DeliveryDispatcher dispatcher;
    private final Senders senders;
    private final DeliveryLogStore log = new DeliveryLogStore();
    private final WebhookStore store = new WebhookStore();
    private final Health health = new Health();
    private final DeliveryQueueStore queue = new DeliveryQueueStore();

    /** The services that send a test. */
    record Senders(FanOut fanOut, DeliveryTargets targets, DeliverySender sender) {}

    Deliveries(Instance instance, Secrets secrets, DeliveryDispatcher dispatcher, Senders senders) {
        this.instance = instance;
        this.secrets = secrets;
        this.dispatcher = dispatcher;
        this.senders = senders;
    }

    /** @param total number of deliveries on all pages */
    record DeliveryPage(List<LoggedDelivery> deliveries, long total) {}

    /** A page of deliveries, newest first. */
    DeliveryPage page(DeliveryLogStore.DeliveryFilter chosen, int limit, long offset) {
        return database().read(tx -> new DeliveryPage(log.page(tx, chosen, limit, offset), log.count(tx, chosen)));
    }

    /** @throws Failure NOT_FOUND for a delivery to another receiver, or a deleted one */
    LoggedDelivery delivery(Webhook webhook, String id) {
        return database().read(tx -> log.find(tx, webhook.id(), id)).orElseThrow(Deliveries::unknown);
    }

    /** The names of the headers of a delivery; the values of the receiver's own headers are secret. */
    List<String> headerNames(Webhook webhook) {
        Stream<String> chosen = database()
                .read(tx -> store.sealed(tx, webhook.id()))
                .map(known -> secrets.openHeaders(known.headers()).keySet().stream())
                .orElseGet(Stream::empty);
        return Stream.concat(chosen, OWN_HEADERS.stream()).toList();
    }

    /**
     * Queues a delivery once more.
     *
     * @return number of queued deliveries: 0 when it waits already
     * @throws Failure CONFLICT while the receiver is switched off, NOT_FOUND for an unknown delivery
     */
    int redeliver(Webhook webhook, String id) {
        requireActive(webhook);
        Instant now = now();
        boolean queued = database().write(tx -> {
            if (log.find(tx, webhook.id(), id).isEmpty()) {
                throw unknown();
            }
            return log.again(tx, webhook.id(), id, now);
        });
        dispatcher.wake(List.of(webhook.id()));
        return queued ? 1 : 0;
    }

    /**
     * Queues all deliveries of a period again, a thousand in a transaction.
     *
     * @return number of queued deliveries
     * @throws Failure CONFLICT while the receiver is switched off
     */
    int replay(Webhook webhook, ReplayRequest wanted) {
        requireActive(webhook);
        DeliveryLogStore.Replayed chosen = wanted.of(webhook.id());
        Instant now = now();
        int queued = 0;
        DeliveryLogStore.Slice slice = new DeliveryLogStore.Slice(REPLAYED_AT_ONCE, 0);
        while (slice.queued() == REPLAYED_AT_ONCE) {
            long after = slice.last();
            slice = database().write(tx -> log.replay(tx, chosen, after, now, REPLAYED_AT_ONCE));
            queued += slice.queued();
        }
        dispatcher.wake(List.of(webhook.id()));
        return queued;
    }

    /**
     * Sends a test event now and stores the receiver's answer.
     *
     * @throws Failure RATE_LIMITED after too many tests, CONFLICT where the secret of the receiver cannot be decrypted,
     *     NOT_FOUND where the receiver was deleted meanwhile
     */
    DeliveryAttempt test(Webhook webhook) {
        instance.limiter().take(Limits.WEBHOOK_TEST.rate(), webhook.id()).orFail();
        DeliveryTarget target = senders.targets()
                .of(webhook.id())
                .orElseThrow(() -> Failure.conflict("The secret of this webhook cannot be opened; rotate it."));
        Instant begun = now();
        Event event = new Event(
                EventKind.TEST,
                webhook.projectId(),
                begun,
                List.of(),
                Json.object().put("webhookId", webhook.id()).put("message", "This is a test."));
        DueDelivery due = database()
                .write(tx -> senders.fanOut().addTest(tx, webhook.id(), event))
                .orElseThrow(Receivers::noWebhook);
        DeliveryAttempt attempt = senders.sender().send(target, due).attempt();
        database().writing(tx -> {
            DeliveryStatus status = attempt.succeeded() ? DeliveryStatus.DELIVERED : DeliveryStatus.FAILED;
            queue.settle(tx, due, attempt, status, begun, now());
            if (attempt.succeeded()) {
                health.succeeded(tx, webhook.id());
            }
            tx.concerns("webhooks", webhook.id());
        });
        return attempt;
    }

    private static void requireActive(Webhook webhook) {
        if (!webhook.active()) {
            throw Failure.conflict("The webhook is switched off; set `active` first.");
        }
    }

    private static Failure unknown() {
        return Failure.notFound("There is no such delivery.");
    }

    private Database database() {
        return instance.database();
    }

    private Instant now() {
        return instance.clock().instant();
    }
}
