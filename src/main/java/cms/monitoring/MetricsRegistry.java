package cms.monitoring;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.stream.LongStream;

/** Makes the registry of an instance, with histograms for some of its timers, for quantiles over instances. */
public final class MetricsRegistry {
    /** The bounds of the buckets; Prometheus interpolates between them. */
    private static final double[] BOUNDS_NANOS = LongStream.of(
                    2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
            .mapToDouble(millis -> Duration.ofMillis(millis).toNanos())
            .toArray();

    private static final Set<String> HISTOGRAMS =
            Set.of("http.requests", "cms.saves", "cms.landings", "cms.builds", "cms.jobs");

    private MetricsRegistry() {}

    public static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                return HISTOGRAMS.contains(id.getName())
                        ? DistributionStatisticConfig.builder()
                                .serviceLevelObjectives(BOUNDS_NANOS)
                                .build()
                                .merge(config)
                        : config;
            }
        });
        return registry;
    }
}
