package cms.billing;

import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.json.VisibleJson;
import cms.usage.Meter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code W/overage-settings} (spec 4.5) and {@code W/spend-limit}. */
final class OverageRoutes {
    private static final String W = "/api/workspaces/{workspaceId}";
    private static final String AMOUNT = "monthlyAmount";
    private static final BigDecimal AMOUNT_MAX = BigDecimal.valueOf(1_000_000);
    private static final int DECIMALS = 2;
    private static final String CATEGORIES =
            Arrays.stream(Meter.values()).map(Meter::key).collect(Collectors.joining(", "));

    private final OverageSwitches switches;

    OverageRoutes(OverageSwitches switches) {
        this.switches = switches;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .get(W + "/overage-settings", this::show)
                .patch(
                        W + "/overage-settings",
                        Audit.of("update_overage_settings", "workspaces", "workspaceId"),
                        this::change)
                .get(W + "/spend-limit", this::showLimit)
                .put(
                        W + "/spend-limit",
                        Audit.of("update_spend_limit", "workspaces", "workspaceId"),
                        this::changeLimit);
    }

    private Answer show(Request request) {
        return Answer.json(switches.show(Caller.of(request), request.pathParameter("workspaceId")));
    }

    private Answer change(Request request) {
        String workspaceId = request.pathParameter("workspaceId");
        switches.requireChangeable(Caller.of(request), workspaceId);
        return Answer.json(switches.change(workspaceId, parse(request.body().json())));
    }

    private Answer showLimit(Request request) {
        return Answer.json(answer(switches.spendLimit(Caller.of(request), request.pathParameter("workspaceId"))));
    }

    private Answer changeLimit(Request request) {
        String workspaceId = request.pathParameter("workspaceId");
        switches.require(Caller.of(request), workspaceId);
        Optional<BigDecimal> amount = amount(request.body());
        switches.limitSpending(workspaceId, amount);
        return Answer.json(answer(amount));
    }

    private static Map<Meter, Boolean> parse(ObjectNode body) {
        Map<Meter, Boolean> wanted = new EnumMap<>(Meter.class);
        body.forEachEntry((key, value) -> {
            Meter meter = Meter.find(key)
                    .orElseThrow(() -> Failure.invalid(
                            VisibleJson.text(key) + " is no category to switch; use " + CATEGORIES + "."));
            if (!value.isBoolean()) {
                throw Failure.invalid("`" + meter.key() + "` must be true or false.");
            }
            wanted.put(meter, value.asBoolean());
        });
        if (wanted.isEmpty()) {
            throw Failure.invalid("Name at least one category and whether it is on: " + CATEGORIES + ".");
        }
        return wanted;
    }

    /** The {@code monthlyAmount} of the body; empty where it is null, for no limit. An omitted one is an error. */
    private static Optional<BigDecimal> amount(Body body) {
        if (body.isNull(AMOUNT)) {
            return Optional.empty();
        }
        JsonNode node = body.node(AMOUNT)
                .filter(JsonNode::isNumber)
                .orElseThrow(() -> Failure.invalid("`monthlyAmount` must be an amount in dollars, or null for none."));
        BigDecimal amount = node.decimalValue();
        if (amount.signum() < 0
                || amount.compareTo(AMOUNT_MAX) > 0
                || amount.stripTrailingZeros().scale() > DECIMALS) {
            throw Failure.invalid("`monthlyAmount` must be from 0 to 1,000,000 dollars with at most two decimals.");
        }
        return Optional.of(amount.setScale(DECIMALS));
    }

    private static ObjectNode answer(Optional<BigDecimal> amount) {
        return Json.object().put(AMOUNT, amount.orElse(null));
    }
}
