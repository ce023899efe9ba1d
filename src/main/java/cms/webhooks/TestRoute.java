package cms.webhooks;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.webhooks.endpoint.EventKind;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.event.Event;
import cms.webhooks.event.FanOut;
import cms.webhooks.log.Attempt;
import cms.webhooks.log.DeliveryStatus;
import cms.webhooks.log.Due;
import cms.webhooks.log.Queue;
import cms.webhooks.send.Postman;
import cms.webhooks.send.Target;
import cms.webhooks.send.Targets;
import java.time.Instant;
import java.util.List;

/** Sends one event by hand, at once and without retries, and says what the receiver answered. */
final class TestRoute {

    private final Receivers receivers;
    private final WebhookParts parts;
    private final FanOut fanOut;
    private final Targets targets;
    private final Postman postman;
    private final Queue queue = new Queue();

    TestRoute(Receivers receivers, WebhookParts parts, FanOut fanOut, Targets targets, Postman postman) {
        this.receivers = receivers;
        this.parts = parts;
        this.fanOut = fanOut;
        this.targets = targets;
        this.postman = postman;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .post(WebhookRoutes.WEBHOOK + "/test", Audit.of("test_webhook", "webhooks", "webhookId"), this::test);
    }

    private Answer test(Request request) {
        Webhook webhook = receivers.webhook(request);
        parts.instance()
                .limiter()
                .take(Limits.WEBHOOK_TEST.rate(), webhook.id())
                .orFail();
        Target target = targets.of(webhook)
                .orElseThrow(() -> Failure.conflict("The secret of this webhook cannot be opened; rotate it."));
        Instant now = parts.instance().clock().instant();
        Event event = new Event(
                EventKind.TEST,
                webhook.projectId(),
                now,
                List.of(),
                Json.object().put("webhookId", webhook.id()).put("message", "This is a test."));
        Due due = parts.instance().database().write(tx -> fanOut.addTest(tx, webhook.id(), event));
        Attempt attempt = postman.hand(target, due).attempt();
        parts.instance().database().writing(tx -> {
            DeliveryStatus status = attempt.succeeded() ? DeliveryStatus.DELIVERED : DeliveryStatus.FAILED;
            queue.settle(tx, due, attempt, status, now, parts.instance().clock().instant());
            tx.concerns("webhooks", webhook.id());
        });
        return Answer.json(Json.object().put("success", attempt.succeeded()).put("statusCode", attempt.status()));
    }
}
