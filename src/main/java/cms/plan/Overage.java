package cms.plan;

import java.math.BigDecimal;

/**
 * The price of use beyond a monthly limit, and its names in answers (spec 4.5, reference 10.2).
 *
 * @param settingsKey name of the switch in overage settings, such as {@code ai_messages}
 * @param unitPrice price of one unit beyond the plan
 * @param unit the counted unit in usage answers, such as {@code messages}
 * @param priceUnit the unit of the price, such as {@code per message}
 */
public record Overage(String settingsKey, BigDecimal unitPrice, String unit, String priceUnit) {
    static Overage of(String settingsKey, String unitPrice, String unit, String priceUnit) {
        return new Overage(settingsKey, new BigDecimal(unitPrice), unit, priceUnit);
    }
}
