package cms.delivery;

import cms.plan.Plans;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/**
 * What delivery has to keep to.
 *
 * @param readsPerHour of one key, {@code CMS_DELIVERY_RATE_PER_HOUR}
 */
public record DeliveryTerms(Plans plans, int readsPerHour, InstantSource clock, MeterRegistry metrics) {}
