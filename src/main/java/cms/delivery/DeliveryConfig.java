package cms.delivery;

import cms.delivery.serve.MediaReads;
import cms.media.Media;
import cms.plan.Plans;
import cms.platform.limits.RateLimiter;
import cms.project.Projects;
import cms.usage.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;

/**
 * The rooms, addresses and limits that delivery works with.
 *
 * @param usage where delivered bytes are counted
 * @param publicUrl the address at which readers reach this service
 * @param readsPerHour of one key, {@code CMS_DELIVERY_RATE_PER_HOUR}
 * @param keylessPerMinute reads of media without a key of one address in one project
 */
public record DeliveryConfig(
        Plans plans,
        Usage usage,
        URI publicUrl,
        int readsPerHour,
        InstantSource clock,
        MeterRegistry metrics,
        Media media,
        RateLimiter limiter,
        int keylessPerMinute) {
    MediaReads.Parts mediaReads(Projects projects) {
        return new MediaReads.Parts(media, projects, limiter, keylessPerMinute, clock);
    }
}
