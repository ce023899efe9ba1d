package cms.usage;

import cms.plan.Allowance;
import cms.plan.Overage;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import cms.workspace.Workspace;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The report of a workspace's use in this month (UTC), against its plan and in money (spec 4.5). */
final class UsageReport {
    private static final int WHOLE = 100;
    private static final int DECIMALS = 2;

    private final Database database;
    private final Plans plans;
    private final Overages overages;
    private final UsageStore store;
    private final InstantSource clock;

    UsageReport(Database database, Plans plans, Overages overages, UsageStore store, InstantSource clock) {
        this.database = database;
        this.plans = plans;
        this.overages = overages;
        this.store = store;
        this.clock = clock;
    }

    /** Six categories in a fixed order, with the use beyond the plan and its projected cost at the end of the month. */
    ObjectNode full(Workspace workspace) {
        Month month = Month.at(clock.instant());
        return database.read(tx -> full(tx, workspace, month));
    }

    /** Count, limit and share of each category. */
    ObjectNode simple(Workspace workspace) {
        Month month = Month.at(clock.instant());
        return simple(workspace, database.read(tx -> store.used(tx, workspace.id(), month.key())));
    }

    private ObjectNode full(Tx tx, Workspace workspace, Month month) {
        Map<Meter, Long> used = store.used(tx, workspace.id(), month.key());
        Map<Meter, Long> beyond = overages.beyond(tx, workspace.id(), month.key());
        Set<Meter> on = overages.on(tx, workspace.id());
        ObjectNode json = Json.object().put("billingPeriod", month.key());
        ArrayNode categories = json.putArray("categories");
        for (Meter meter : Meter.values()) {
            Overage overage = meter.limit().overage().orElseThrow();
            Allowance allowance = allowance(workspace, meter);
            long count = used.getOrDefault(meter, 0L);
            long over = beyond.getOrDefault(meter, 0L);
            categories
                    .addObject()
                    .put("key", meter.key())
                    .put("limitKey", meter.limit().key())
                    .put("name", meter.title())
                    .put("current", inUnits(meter, count))
                    .put("limit", allowance.inAnswers())
                    .put("overageEnabled", on.contains(meter))
                    .put("overageUnits", inUnits(meter, over))
                    .put("overageUnitPrice", overage.unitPrice())
                    .put("overageAmount", Bill.rounded(Bill.cost(meter, over)))
                    .put("unit", overage.unit())
                    .put("percentage", percentage(meter, count, allowance));
        }
        return json.put("totalOverageAmount", Bill.rounded(Bill.cost(beyond)))
                .put("projectedOverageAmount", Bill.rounded(projected(beyond, month)));
    }

    /** The projected cost of the month at its rate so far; stored media is projected as it is now. */
    private static BigDecimal projected(Map<Meter, Long> beyond, Month month) {
        return beyond.entrySet().stream()
                .map(one -> projected(one.getKey(), Bill.cost(one.getKey(), one.getValue()), month))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static BigDecimal projected(Meter meter, BigDecimal cost, Month month) {
        return meter.isLevel()
                ? cost
                : cost.multiply(BigDecimal.valueOf(month.days()))
                        .divide(BigDecimal.valueOf(month.day()), MathContext.DECIMAL128);
    }

    private ObjectNode simple(Workspace workspace, Map<Meter, Long> used) {
        ObjectNode json = Json.object();
        for (Meter meter : Meter.values()) {
            Allowance allowance = allowance(workspace, meter);
            long count = used.getOrDefault(meter, 0L);
            json.putObject(meter.simpleName())
                    .put("current", inUnits(meter, count))
                    .put("limit", allowance.inAnswers())
                    .put("percentage", percentage(meter, count, allowance));
        }
        return json;
    }

    private Allowance allowance(Workspace workspace, Meter meter) {
        return plans.amount(workspace.plan(), meter.limit());
    }

    /** A count in units of the plan: pieces as they are, bytes in GB of 2^30 with two decimals, half up. */
    private static BigDecimal inUnits(Meter meter, long count) {
        return meter.unit() == 1
                ? BigDecimal.valueOf(count)
                : plain(BigDecimal.valueOf(count)
                        .divide(BigDecimal.valueOf(meter.unit()), DECIMALS, RoundingMode.HALF_UP));
    }

    /**
     * Percent of the plan with two decimals, half up; 0 without a limit and where the plan has none (reference 10.2).
     */
    private static BigDecimal percentage(Meter meter, long count, Allowance allowance) {
        return switch (allowance) {
            case Allowance.Unlimited() -> BigDecimal.ZERO;
            case Allowance.AtMost(long amount) ->
                amount == 0
                        ? BigDecimal.ZERO
                        : plain(BigDecimal.valueOf(count)
                                .multiply(BigDecimal.valueOf(WHOLE))
                                .divide(BigDecimal.valueOf(amount * meter.unit()), DECIMALS, RoundingMode.HALF_UP));
        };
    }

    /** The number without zeros behind the point, and without an exponent. */
    private static BigDecimal plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
