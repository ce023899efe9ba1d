package cms.usage;

import cms.plan.Overage;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/** The price of units beyond the plan, in dollars. */
final class Bill {
    private static final int DECIMALS = 2;
    private static final BigDecimal ALL = BigDecimal.valueOf(Long.MAX_VALUE);

    private Bill() {}

    /** The exact price of use beyond the plan. */
    static BigDecimal cost(Meter meter, long beyond) {
        return price(meter)
                .multiply(BigDecimal.valueOf(beyond))
                .divide(BigDecimal.valueOf(meter.unit()), MathContext.DECIMAL128);
    }

    static BigDecimal cost(Map<Meter, Long> beyond) {
        return beyond.entrySet().stream()
                .map(one -> cost(one.getKey(), one.getValue()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** How many of the smallest unit an amount pays for; never below 0. */
    static long affordable(Meter meter, BigDecimal amount) {
        BigDecimal units = amount.multiply(BigDecimal.valueOf(meter.unit()))
                .divide(price(meter), 0, RoundingMode.FLOOR)
                .max(BigDecimal.ZERO);
        return units.min(ALL).longValueExact();
    }

    /** The amount as answers have it: two decimals, half up. */
    static BigDecimal rounded(BigDecimal amount) {
        return amount.setScale(DECIMALS, RoundingMode.HALF_UP);
    }

    private static BigDecimal price(Meter meter) {
        return meter.limit().overage().map(Overage::unitPrice).orElseThrow();
    }
}
