package cms.webhooks;

import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.net.AddressGuard;
import cms.project.Project;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookRequest;
import java.time.Instant;
import java.util.Map;

/** Receivers of a project (spec 4.15, reference 3.7). */
final class WebhookRoutes {
    static final String WEBHOOKS = "/api/workspaces/{workspaceId}/projects/{projectId}/webhooks";
    static final String WEBHOOK = WEBHOOKS + "/{webhookId}";

    private final Receivers receivers;
    private final SecretRotation rotation;
    private final AddressGuard guard;

    WebhookRoutes(Receivers receivers, SecretRotation rotation, AddressGuard guard) {
        this.receivers = receivers;
        this.rotation = rotation;
        this.guard = guard;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(WEBHOOKS, this::list)
                .post(WEBHOOKS, Audit.ofMade("create_webhook", "webhooks"), this::create)
                .patch(WEBHOOK, Audit.of("update_webhook", "webhooks", "webhookId"), this::change)
                .delete(WEBHOOK, Audit.of("delete_webhook", "webhooks", "webhookId"), this::delete)
                .post(
                        WEBHOOK + "/rotate-secret",
                        Audit.of("rotate_webhook_secret", "webhooks", "webhookId"),
                        this::rotate);
    }

    private Answer list(Request request) {
        Project project = receivers.project(request);
        return Answer.json(receivers.list(project).stream().map(Webhook::json).toList());
    }

    private Answer create(Request request) {
        Project project = receivers.project(request);
        Body body = request.body().refuse("secret", "disabled_reason", "failing_since");
        Receivers.Made made = receivers.create(project, WebhookRequest.parse(body, guard));
        return Answer.json(made.webhook().json().put("secret", made.secret()))
                .showingSecretOf(made.webhook().id());
    }

    private Answer change(Request request) {
        Project project = receivers.project(request);
        Body body = request.body().refuse("secret", "disabled_reason", "failing_since");
        Webhook stored = body.targeting(
                receivers.find(project, request), sent -> WebhookRequest.parse(sent, guard), Receivers::noWebhook);
        return Answer.json(receivers
                .change(project, stored.id(), WebhookRequest.parse(body, guard, stored))
                .json());
    }

    private Answer delete(Request request) {
        receivers.delete(receivers.project(request), request.pathParameter("webhookId"));
        return Answer.json(Map.of("deleted", true));
    }

    private Answer rotate(Request request) {
        Project project = receivers.project(request);
        SecretRotation.Options wanted = rotation.parse(request.body());
        Webhook webhook = receivers.webhook(project, request);
        SecretRotation.Rotated rotated = rotation.rotate(webhook, wanted);
        Instant until = rotated.previousUntil();
        return Answer.json(Json.object()
                        .put("secret", rotated.secret())
                        .put("previous_secret_expires_at", until == null ? null : until.toString()))
                .showingSecretOf(webhook.id());
    }
}
