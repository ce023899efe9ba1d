package cms.delivery;

import cms.plan.Plans;
import cms.usage.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;

/**
 * What delivery has to keep to.
 *
 * @param usage where delivered bytes are counted
 * @param publicUrl how readers reach this service
 * @param readsPerHour of one key, {@code CMS_DELIVERY_RATE_PER_HOUR}
 */
public record DeliveryTerms(
        Plans plans, Usage usage, URI publicUrl, int readsPerHour, InstantSource clock, MeterRegistry metrics) {}
