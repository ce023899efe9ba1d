package cms.billing;

import cms.access.Capability;
import cms.auth.Caller;
import cms.billing.metered.MeterReports;
import cms.billing.metered.MeteredPrices;
import cms.billing.metered.StripeApi;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;
import cms.usage.Usage;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The door of billing: payment of workspaces, and the gate that refuses locked ones. */
public final class Billing {
    private static final int TRIAL_DAYS = 14;
    private static final Duration WEBHOOKS_RETAINED = Duration.ofDays(30);

    private final Database database;
    private final Workspaces workspaces;
    private final BillingSettings settings;
    private final RateLimiter limiter;
    private final InstantSource clock;
    private final AccountStore store = new AccountStore();
    private final PaymentAccounts accounts;
    private final Optional<StripeApi> api;
    private final OverageSwitches overage;
    private final Optional<MeterReports> reports;

    public Billing(Instance instance, Workspaces workspaces, Usage usage, Plans plans, BillingSettings settings) {
        this.database = instance.database();
        this.workspaces = workspaces;
        this.settings = settings;
        this.limiter = instance.limiter();
        this.clock = instance.clock();
        this.accounts = new PaymentAccounts(workspaces, store, usage.overages());
        this.api = Optional.ofNullable(settings.provider())
                .map(provider -> new StripeApi(
                        provider.apiUrl(), provider.secretKey(), instance.net().toSettings()));
        this.overage = new OverageSwitches(
                database,
                workspaces,
                plans,
                usage.overages(),
                store::find,
                api.map(one -> new MeteredPrices(one, clock)));
        this.reports = api.map(one -> new MeterReports(database, usage.overages(), one, store::customerOf, clock));
        workspaces.showPaymentAccounts(this::accountOf);
        if (settings.gated()) {
            workspaces.lockedWhere(workspaceId -> Optional.of(state(workspaceId))
                    .filter(BillingState::isLocked)
                    .map(BillingState::key));
        }
    }

    public void routes(Routes routes) {
        new BillingRoutes(this).addTo(routes);
        new OverageRoutes(overage).addTo(routes);
    }

    /** Reports overage to the provider; a job calls it every hour. */
    public void reportOverage() {
        reports.ifPresent(MeterReports::report);
    }

    /** Compares the provider's counts with the reported units; a job calls it every day. */
    public void compareOverage() {
        reports.ifPresent(MeterReports::compare);
    }

    /**
     * Refuses members of a locked workspace with 402 on each of its routes (spec 5.7); to others the workspace does not
     * show that it is locked.
     */
    public Middleware gate() {
        return settings.gated() ? this::pass : (request, next) -> next.handle(request);
    }

    /** Deletes the record of events older than a month; the provider repeats an event for some days only. */
    public void forgetWebhooks() {
        database.writing(tx -> store.forgetWebhooks(tx, clock.instant().minus(WEBHOOKS_RETAINED)));
    }

    /**
     * The URL of a hosted checkout; a workspace gets one trial in its lifetime.
     *
     * @throws Failure NOT_FOUND, FORBIDDEN by role, ABSENT without a provider, CONFLICT beside a subscription,
     *     RATE_LIMITED within 30 seconds, BAD_GATEWAY
     */
    String checkout(Caller caller, String workspaceId, Plan plan) {
        Workspace workspace = payable(caller, workspaceId);
        BillingSettings.ProviderAccess provider = provider();
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("mode", "subscription");
        parameters.put("line_items[0][price]", plan == Plan.PRO ? provider.pricePro() : provider.priceStarter());
        parameters.put("line_items[0][quantity]", "1");
        parameters.put("client_reference_id", workspaceId);
        parameters.put("metadata[" + StripeEvents.WORKSPACE + "]", workspaceId);
        parameters.put("subscription_data[metadata][" + StripeEvents.WORKSPACE + "]", workspaceId);
        parameters.put("success_url", settingsPage(workspace) + "?checkout=success");
        parameters.put("cancel_url", settingsPage(workspace) + "?checkout=canceled");
        database.read(tx -> {
            if (store.find(tx, workspaceId)
                    .filter(account -> !account.isOver(clock.instant()))
                    .isPresent()) {
                throw Failure.conflict("This workspace already has a subscription; change it in the portal.");
            }
            if (!store.hadTrial(tx, workspaceId)) {
                parameters.put("subscription_data[trial_period_days]", Integer.toString(TRIAL_DAYS));
            }
            store.customerOf(tx, workspaceId)
                    .ifPresentOrElse(
                            customer -> parameters.put("customer", customer),
                            () -> parameters.put("customer_email", caller.email()));
            return true;
        });
        limiter.take(Limits.BILLING_CHECKOUT.rate(), workspaceId).orFail();
        return sent(workspaceId, stripe().checkout(parameters));
    }

    /**
     * The URL of the provider's pages for changing and ending a subscription.
     *
     * @throws Failure NOT_FOUND, FORBIDDEN by role, ABSENT without a provider, INVALID without a customer, BAD_GATEWAY
     */
    String portal(Caller caller, String workspaceId) {
        Workspace workspace = payable(caller, workspaceId);
        Stripe stripe = stripe();
        String customer = database.read(tx -> store.customerOf(tx, workspaceId))
                .orElseThrow(() -> Failure.invalid(
                        "This workspace has no customer at the payment provider yet; check out first."));
        return sent(workspaceId, stripe.portal(Map.of("customer", customer, "return_url", settingsPage(workspace))));
    }

    /**
     * Applies an event of the provider, durably. Fails with ABSENT without a provider, INVALID for a bad signature or
     * body.
     */
    void take(@Nullable String signature, byte[] body) {
        BillingSettings.ProviderAccess provider = provider();
        Instant now = clock.instant();
        if (body.length == 0
                || signature == null
                || !new StripeSignature(provider.webhookSecret()).isGood(signature, body, now)) {
            throw Failure.invalid("The body is empty, or its signature is missing, wrong or too old.");
        }
        PaymentEvent.Envelope envelope = new StripeEvents(provider).read(body);
        database.writing(tx -> accounts.take(tx, envelope, now));
    }

    private Answer pass(Request request, Handler next) {
        Optional<Caller> caller = request.find(Caller.class);
        if (caller.isPresent() && request.route().path().contains("{workspaceId}")) {
            refuseLocked(caller.get(), request.pathParameter("workspaceId"));
        }
        return next.handle(request);
    }

    private void refuseLocked(Caller caller, String workspaceId) {
        if (workspaces.isLocked(workspaceId)
                && database.read(tx ->
                        workspaces.findMember(tx, workspaceId, caller.userId()).isPresent())) {
            workspaces.requireOpen(workspaceId);
        }
    }

    /** Logs that a person was sent to the provider. */
    private String sent(String workspaceId, String url) {
        database.writing(tx -> tx.concerns("workspaces", workspaceId));
        return url;
    }

    private BillingState state(String workspaceId) {
        return database.read(tx -> store.find(tx, workspaceId)
                .map(account -> account.state(clock.instant()))
                .orElse(BillingState.FREE));
    }

    private Optional<ObjectNode> accountOf(String workspaceId) {
        return database.read(tx -> store.find(tx, workspaceId)).map(PaymentAccount::json);
    }

    private Workspace payable(Caller caller, String workspaceId) {
        return workspaces
                .require(caller, workspaceId, Capability.MANAGE_BILLING)
                .workspace();
    }

    private Stripe stripe() {
        provider();
        return new Stripe(api.orElseThrow());
    }

    private BillingSettings.ProviderAccess provider() {
        BillingSettings.ProviderAccess provider = settings.provider();
        if (provider == null) {
            throw Failure.absent("This service has no payment provider.");
        }
        return provider;
    }

    private String settingsPage(Workspace workspace) {
        return settings.publicUrl() + "/w/" + workspace.slug() + "/settings/billing";
    }
}
