package cms.plan;

import java.math.BigDecimal;

/**
 * What it costs to go on beyond a monthly limit, and how answers name it (spec 4.5, reference 10.2).
 *
 * @param settingsKey the switch in overage settings, such as {@code ai_messages}
 * @param unitPrice price of one unit beyond the plan
 * @param unit what usage answers count, such as {@code messages}
 * @param priceUnit what the price is for, such as {@code per message}
 */
public record Overage(String settingsKey, BigDecimal unitPrice, String unit, String priceUnit) {
    static Overage of(String settingsKey, String unitPrice, String unit, String priceUnit) {
        return new Overage(settingsKey, new BigDecimal(unitPrice), unit, priceUnit);
    }
}
