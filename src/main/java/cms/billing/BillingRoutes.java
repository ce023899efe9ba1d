package cms.billing;

import cms.auth.Caller;
import cms.plan.Plan;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import java.util.Map;

/** Checkout, portal and the provider's webhooks (spec 4.5, reference 3.7). */
final class BillingRoutes {
    private static final long WEBHOOK_BYTES_MAX = 1024 * 1024;

    private final Billing billing;

    BillingRoutes(Billing billing) {
        this.billing = billing;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .post("/api/billing/checkout", Audit.ofMade("check_out", "workspaces"), this::checkout)
                .post("/api/billing/portal", Audit.ofMade("open_billing_portal", "workspaces"), this::portal);
        routes.on(Surface.PUBLIC)
                .taking(WEBHOOK_BYTES_MAX)
                .limitedPerAddress(Limits.PAYMENT_WEBHOOKS.rate())
                .post("/api/billing/webhook/{provider}{?others*}", this::webhook);
    }

    private Answer checkout(Request request) {
        Body body = request.body("plan");
        String workspaceId = body.requiredText("workspaceId");
        Plan plan = switch (body.requiredText("plan")) {
            case "starter" -> Plan.STARTER;
            case "pro" -> Plan.PRO;
            default -> throw Failure.invalid("`plan` must be starter or pro.");
        };
        return Answer.json(Map.of("url", billing.checkout(Caller.of(request), workspaceId, plan)));
    }

    private Answer portal(Request request) {
        String workspaceId = request.body().requiredText("workspaceId");
        return Answer.json(Map.of("url", billing.portal(Caller.of(request), workspaceId)));
    }

    private Answer webhook(Request request) {
        if (!request.pathParameter("provider").equals("stripe")) {
            throw Failure.notFound("There is no such payment provider.");
        }
        billing.take(
                request.header("Stripe-Signature").orElse(null),
                request.received().bytes(WEBHOOK_BYTES_MAX));
        return Answer.json(Map.of("received", true));
    }
}
