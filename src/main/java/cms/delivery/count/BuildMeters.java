package cms.delivery.count;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;

/** The metrics of builds: how long they took, how they ended, and how long a landing has been waiting. */
public final class BuildMeters {
    private final MeterRegistry metrics;
    private final Undelivered undelivered;

    public BuildMeters(MeterRegistry metrics, InstantSource clock) {
        this.metrics = metrics;
        this.undelivered = new Undelivered(clock);
        Gauge.builder("cms.undelivered.landing.age.seconds", undelivered, Undelivered::ageSeconds)
                .description("Seconds since the oldest landing that readers do not see yet, 0 when they see all")
                .register(metrics);
    }

    public Undelivered undelivered() {
        return undelivered;
    }

    /** @param outcome {@code completed} or {@code failed} */
    public void ended(String trigger, String outcome, long millis) {
        Timer.builder("cms.builds")
                .description("Builds of delivered content")
                .tag("trigger", trigger)
                .tag("outcome", outcome)
                .register(metrics)
                .record(Duration.ofMillis(millis));
    }
}
