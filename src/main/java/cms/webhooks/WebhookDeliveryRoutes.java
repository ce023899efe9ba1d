package cms.webhooks;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Project;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.log.DeliveryAttempt;
import cms.webhooks.log.DeliveryLogStore;
import cms.webhooks.log.DeliveryStatus;
import cms.webhooks.log.LoggedDelivery;
import java.time.InstantSource;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes that list deliveries, send one again, and send a test (spec 4.15). */
final class WebhookDeliveryRoutes {
    private static final String DELIVERIES = WebhookRoutes.WEBHOOK + "/deliveries";
    private static final int LIMIT = 20;
    private static final int LIMIT_MAX = 100;
    private static final int PAGE_MAX = 1_000_000;

    private final Receivers receivers;
    private final Deliveries deliveries;
    private final InstantSource clock;

    WebhookDeliveryRoutes(Receivers receivers, Deliveries deliveries, InstantSource clock) {
        this.receivers = receivers;
        this.deliveries = deliveries;
        this.clock = clock;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(DELIVERIES + "{?page,limit,status,event}", this::list)
                .get(DELIVERIES + "/{deliveryId}", this::one)
                .post(
                        DELIVERIES + "/{deliveryId}/redeliver",
                        Audit.of("redeliver_webhook", "webhooks", "webhookId"),
                        this::redeliver)
                .post(
                        WebhookRoutes.WEBHOOK + "/replay",
                        Audit.of("replay_webhook", "webhooks", "webhookId"),
                        this::replay)
                .post(WebhookRoutes.WEBHOOK + "/test", Audit.of("test_webhook", "webhooks", "webhookId"), this::test);
    }

    private Answer list(Request request) {
        Project project = receivers.project(request);
        Webhook webhook = receivers.webhook(project, request);
        int page = request.number("page", 1, PAGE_MAX);
        int limit = request.number("limit", LIMIT, LIMIT_MAX);
        String status = request.query("status").orElse("");
        if (!status.isEmpty() && DeliveryStatus.of(status).isEmpty()) {
            throw Failure.invalid("`status` must be pending, retrying, delivered or failed.");
        }
        DeliveryLogStore.DeliveryFilter chosen = new DeliveryLogStore.DeliveryFilter(
                webhook.id(), status, request.query("event").orElse(""));
        Deliveries.DeliveryPage found = deliveries.page(chosen, limit, (page - 1L) * limit);
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("deliveries");
        found.deliveries().forEach(one -> rows.add(one.json()));
        return Answer.json(json.put("total", found.total()).put("page", page).put("limit", limit));
    }

    private Answer one(Request request) {
        Webhook webhook = receivers.webhook(request);
        LoggedDelivery found = deliveries.delivery(webhook, request.pathParameter("deliveryId"));
        ObjectNode json = found.json();
        json.set(
                "request",
                Json.object()
                        .put("url", webhook.url().toString())
                        .set("headers", Json.tree(deliveries.headerNames(webhook))));
        json.withObject("request").put("body", found.body());
        json.set("attempts", Json.parse(found.attempts()));
        return Answer.json(json);
    }

    private Answer redeliver(Request request) {
        Webhook webhook = receivers.webhook(request);
        return Answer.json(202, Map.of("queued", deliveries.redeliver(webhook, request.pathParameter("deliveryId"))));
    }

    private Answer replay(Request request) {
        Project project = receivers.project(request);
        ReplayRequest wanted = ReplayRequest.parse(request.body(), clock.instant());
        return Answer.json(202, Map.of("queued", deliveries.replay(receivers.webhook(project, request), wanted)));
    }

    private Answer test(Request request) {
        DeliveryAttempt attempt = deliveries.test(receivers.webhook(request));
        return Answer.json(Json.object().put("success", attempt.succeeded()).put("statusCode", attempt.status()));
    }
}
