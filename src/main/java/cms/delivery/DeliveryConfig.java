package cms.delivery;

import cms.delivery.serve.MediaReads;
import cms.media.Media;
import cms.plan.Plans;
import cms.platform.instance.Instance;
import cms.project.Projects;
import cms.usage.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;

/**
 * The rooms, services and settings that delivery works with.
 *
 * @param usage where delivered bytes are counted
 */
public record DeliveryConfig(
        Plans plans, Usage usage, Media media, Instance instance, MeterRegistry metrics, ServingSettings settings) {
    /**
     * The operator's settings of delivery.
     *
     * @param publicUrl the address at which readers reach this service
     * @param readsPerHour of one key, {@code CMS_DELIVERY_RATE_PER_HOUR}
     * @param keylessPerMinute reads of media without a key of one address in one project
     */
    public record ServingSettings(URI publicUrl, int readsPerHour, int keylessPerMinute) {}

    InstantSource clock() {
        return instance.clock();
    }

    MediaReads.Parts mediaReads(Projects projects) {
        return new MediaReads.Parts(media, projects, instance.limiter(), settings.keylessPerMinute(), clock());
    }
}
