package cms.webhooks;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Project;
import cms.webhooks.endpoint.Secrets;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import cms.webhooks.log.DeliveryLog;
import cms.webhooks.log.DeliveryStatus;
import cms.webhooks.log.LoggedDelivery;
import cms.webhooks.send.Courier;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** What became of deliveries, and sending them again (spec 4.15). */
final class DeliveryRoutes {
    private static final String DELIVERIES = WebhookRoutes.WEBHOOK + "/deliveries";
    private static final int LIMIT = 50;
    private static final int LIMIT_MAX = 100;
    private static final int PAGE_MAX = 1_000_000;
    private static final int REPLAYED_AT_ONCE = 1_000;

    private final Receivers receivers;
    private final WebhookParts parts;
    private final Courier courier;
    private final Secrets secrets;
    private final DeliveryLog log = new DeliveryLog();
    private final WebhookStore store = new WebhookStore();

    DeliveryRoutes(Receivers receivers, WebhookParts parts, Courier courier) {
        this.receivers = receivers;
        this.parts = parts;
        this.courier = courier;
        this.secrets = new Secrets(parts.instance().seal());
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(DELIVERIES, this::list)
                .get(DELIVERIES + "/{deliveryId}", this::one)
                .post(
                        DELIVERIES + "/{deliveryId}/redeliver",
                        Audit.of("redeliver_webhook", "webhooks", "webhookId"),
                        this::redeliver)
                .post(
                        WebhookRoutes.WEBHOOK + "/replay",
                        Audit.of("replay_webhook", "webhooks", "webhookId"),
                        this::replay);
    }

    private Answer list(Request request) {
        request.onlyQueries("page", "limit", "status", "event");
        Webhook webhook = receivers.webhook(request);
        int page = request.number("page", 1, PAGE_MAX);
        int limit = request.number("limit", LIMIT, LIMIT_MAX);
        String status = request.query("status").orElse("");
        if (!status.isEmpty() && DeliveryStatus.of(status).isEmpty()) {
            throw Failure.invalid("`status` must be pending, retrying, delivered or failed.");
        }
        DeliveryLog.Selection chosen = new DeliveryLog.Selection(
                webhook.id(), status, request.query("event").orElse(""));
        return Answer.json(parts.instance().database().read(tx -> {
            ObjectNode json = Json.object();
            json.putArray("deliveries");
            log.page(tx, chosen, limit, (page - 1L) * limit)
                    .forEach(one -> json.withArray("deliveries").add(one.json()));
            return json.put("total", log.count(tx, chosen)).put("page", page).put("limit", limit);
        }));
    }

    private Answer one(Request request) {
        Webhook webhook = receivers.webhook(request);
        LoggedDelivery found = parts.instance()
                .database()
                .read(tx -> log.find(tx, webhook.id(), request.pathParameter("deliveryId")))
                .orElseThrow(DeliveryRoutes::unknown);
        ObjectNode json = found.json();
        json.set(
                "request",
                Json.object().put("url", webhook.url().toString()).set("headers", Json.tree(headerNames(webhook))));
        json.withObject("request").put("body", found.body());
        json.set("attempts", Json.parse(found.attempts()));
        return Answer.json(json);
    }

    private List<String> headerNames(Webhook webhook) {
        Stream<String> own = parts.instance()
                .database()
                .read(tx -> store.sealed(tx, webhook.id()))
                .map(known -> secrets.openHeaders(known.headers()).keySet().stream())
                .orElseGet(Stream::empty);
        return Stream.concat(
                        own,
                        Stream.of(
                                "Content-Type",
                                "User-Agent",
                                "webhook-id",
                                "webhook-timestamp",
                                "webhook-signature",
                                "X-Cms-Event",
                                "X-Cms-Sequence",
                                "X-Cms-Signature"))
                .toList();
    }

    private Answer redeliver(Request request) {
        Webhook webhook = active(receivers.webhook(request));
        String id = request.pathParameter("deliveryId");
        Instant now = parts.instance().clock().instant();
        boolean queued = parts.instance().database().write(tx -> {
            if (log.find(tx, webhook.id(), id).isEmpty()) {
                throw unknown();
            }
            return log.again(tx, webhook.id(), id, now);
        });
        courier.wake(List.of(webhook.id()));
        return Answer.json(202, Map.of("queued", queued ? 1 : 0));
    }

    private Answer replay(Request request) {
        Project project = receivers.project(request);
        Instant now = parts.instance().clock().instant();
        ReplayRequest wanted = ReplayRequest.parse(request.body(), now);
        Webhook webhook = active(receivers.webhook(project, request));
        DeliveryLog.Replayed chosen = wanted.of(webhook.id());
        int queued = 0;
        DeliveryLog.Slice slice = new DeliveryLog.Slice(REPLAYED_AT_ONCE, 0);
        while (slice.queued() == REPLAYED_AT_ONCE) {
            long after = slice.last();
            slice = parts.instance().database().write(tx -> log.replay(tx, chosen, after, now, REPLAYED_AT_ONCE));
            queued += slice.queued();
        }
        courier.wake(List.of(webhook.id()));
        return Answer.json(202, Map.of("queued", queued));
    }

    private static Webhook active(Webhook webhook) {
        if (!webhook.active()) {
            throw Failure.conflict("The webhook is switched off; set `active` first.");
        }
        return webhook;
    }

    private static Failure unknown() {
        return Failure.notFound("There is no such delivery.");
    }
}
