package cms.billing;

import cms.access.Capability;
import cms.auth.Caller;
import cms.billing.metered.MeteredPrices;
import cms.plan.Overage;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import cms.usage.Meter;
import cms.usage.Overages;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The overage switches and the spend limit of a workspace (spec 4.5). */
final class OverageSwitches {
    private static final Logger LOG = LoggerFactory.getLogger(OverageSwitches.class);

    private final Database database;
    private final Workspaces workspaces;
    private final Plans plans;
    private final Overages overages;
    private final BiFunction<Tx, String, Optional<PaymentAccount>> accounts;
    private final Optional<MeteredPrices> prices;

    /** @param prices empty without a payment provider; then overage cannot be switched on */
    OverageSwitches(
            Database database,
            Workspaces workspaces,
            Plans plans,
            Overages overages,
            BiFunction<Tx, String, Optional<PaymentAccount>> accounts,
            Optional<MeteredPrices> prices) {
        this.database = database;
        this.workspaces = workspaces;
        this.plans = plans;
        this.overages = overages;
        this.accounts = accounts;
        this.prices = prices;
    }

    /** The answer of {@code GET W/overage-settings}. Fails with NOT_FOUND, and with FORBIDDEN by role. */
    ObjectNode show(Caller caller, String workspaceId) {
        Workspace workspace = require(caller, workspaceId);
        Set<Meter> on = database.read(tx -> overages.on(tx, workspaceId));
        ObjectNode json = Json.object();
        json.set("overageSettings", settings(on));
        ArrayNode categories = json.putArray("categories");
        for (Meter meter : Meter.values()) {
            Overage overage = meter.limit().overage().orElseThrow();
            categories
                    .addObject()
                    .put("limitKey", meter.limit().key())
                    .put("settingsKey", overage.settingsKey())
                    .put("unit", overage.priceUnit())
                    .put("unitPrice", overage.unitPrice())
                    .put(
                            "planLimit",
                            plans.amount(workspace.plan(), meter.limit()).inAnswers())
                    .put("enabled", on.contains(meter));
        }
        return json.put("canEnableOverage", !isFree(workspace) && mayPay(workspaceId));
    }

    /**
     * Switches overage categories; the price of a category is added to the subscription before it is switched on.
     *
     * @throws Failure PAYMENT_REQUIRED without a running subscription and a payment method where a category is switched
     *     on, CONFLICT where another subscription took its place meanwhile, BAD_GATEWAY or UNAVAILABLE when the payment
     *     provider fails
     */
    ObjectNode change(String workspaceId, Map<Meter, Boolean> wanted) {
        Optional<PaymentAccount> priced =
                wanted.containsValue(true) ? Optional.of(addPrices(workspaceId, wanted)) : Optional.empty();
        return database.write(tx -> {
            workspaces.lock(tx, workspaceId); // as the end of its subscription does, which switches everything off
            priced.ifPresent(account -> requireSame(tx, account));
            overages.change(tx, workspaceId, wanted);
            return Json.object().set("overageSettings", settings(overages.on(tx, workspaceId)));
        });
    }

    /** Adds the prices of what is switched on to the subscription, and returns its account. */
    private PaymentAccount addPrices(String workspaceId, Map<Meter, Boolean> wanted) {
        Set<Meter> before = database.read(tx -> overages.on(tx, workspaceId));
        PaymentAccount account = paying(workspaceId).orElseThrow(OverageSwitches::unpaid);
        MeteredPrices metered = prices.orElseThrow(OverageSwitches::unpaid);
        if (!hasPaymentMethod(metered, account)) {
            throw unpaid();
        }
        wanted.forEach((meter, on) -> {
            if (on && !before.contains(meter)) {
                metered.addTo(account.subscription().id(), meter);
            }
        });
        return account;
    }

    /** Fails where the subscription that got the prices has ended meanwhile, or another one has taken its place. */
    private void requireSame(Tx tx, PaymentAccount priced) {
        PaymentAccount now = accounts.apply(tx, priced.workspaceId()).orElseThrow(OverageSwitches::unpaid);
        if (!now.isOf(priced.subscription().id())) {
            throw Failure.conflict("The workspace has got another subscription meanwhile; send this again.");
        }
    }

    /**
     * Checks that the caller may change the overage of a workspace. Fails with NOT_FOUND, and with FORBIDDEN by role or
     * on the plan free.
     */
    void requireChangeable(Caller caller, String workspaceId) {
        if (isFree(require(caller, workspaceId))) {
            throw Failure.forbidden("The plan free ends where its limits are; choose a paid plan to go beyond them.");
        }
    }

    /** The most dollars that may be spent in a month; empty for no limit. */
    Optional<BigDecimal> spendLimit(Caller caller, String workspaceId) {
        require(caller, workspaceId);
        return database.read(tx -> overages.spendLimit(tx, workspaceId));
    }

    /** Sets the spend limit. Fails with PAYMENT_REQUIRED without a running subscription. */
    void limitSpending(String workspaceId, Optional<BigDecimal> amount) {
        database.writing(tx -> {
            workspaces.lock(tx, workspaceId);
            if (paying(tx, workspaceId).isEmpty()) {
                throw unpaid();
            }
            overages.limitSpending(tx, workspaceId, amount);
        });
    }

    Workspace require(Caller caller, String workspaceId) {
        return workspaces
                .require(caller, workspaceId, Capability.MANAGE_OVERAGE)
                .workspace();
    }

    private boolean mayPay(String workspaceId) {
        try {
            return prices.isPresent()
                    && paying(workspaceId)
                            .filter(account -> hasPaymentMethod(prices.get(), account))
                            .isPresent();
        } catch (Failure notKnown) {
            LOG.warn("whether a workspace can pay is not known: {}", notKnown.message());
            return false;
        }
    }

    private Optional<PaymentAccount> paying(String workspaceId) {
        return database.read(tx -> paying(tx, workspaceId));
    }

    private Optional<PaymentAccount> paying(Tx tx, String workspaceId) {
        return accounts.apply(tx, workspaceId)
                .filter(account -> account.subscription().status().isRunning());
    }

    private static boolean hasPaymentMethod(MeteredPrices prices, PaymentAccount account) {
        return prices.hasPaymentMethod(
                account.subscription().customerId(), account.subscription().id());
    }

    private boolean isFree(Workspace workspace) {
        return plans.effective(workspace.plan()) == Plan.FREE;
    }

    private static ObjectNode settings(Set<Meter> on) {
        ObjectNode settings = Json.object();
        Arrays.stream(Meter.values()).forEach(meter -> settings.put(meter.key(), on.contains(meter)));
        return settings;
    }

    private static Failure unpaid() {
        return Failure.of(
                FailureKind.PAYMENT_REQUIRED,
                "This needs an active paid subscription with a saved payment method; an owner or admin can check out.");
    }
}
