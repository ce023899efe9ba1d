/**
 * Overage at the payment provider: metered prices, meter events, and the comparison of counts.
 *
 * <p>Owns that each unit is reported once, whatever fails: a report is a row before it is a request, and the same row
 * is the same event. How much is beyond a plan is deliberately not here ({@code usage}), and neither is who may switch
 * it on.
 */
@NullMarked
package cms.billing.metered;

import org.jspecify.annotations.NullMarked;
