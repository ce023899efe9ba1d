package cms.platform.tracing;

import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Makes spans and sends them in batches in the background; a full queue drops them. */
final class SpanExporter {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final long STOP_SECONDS_MAX = 3;

    /**
     * The logger of the library, silenced because {@link CollectorSender} logs instead; referenced, so that the level
     * stays.
     */
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    SpanExporter(Collector collector, String version) {
        LIBRARY.setLevel(Level.OFF);
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setComponentLoader(sendingBy(collector))
                .build();
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.builder()
                                .put("service.name", "cms")
                                .put("service.version", version)
                                .build()))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter)
                        .setScheduleDelay(EVERY)
                        .build())
                .build();
        this.tracer = provider.get("cms", version);
    }

    Tracer tracer() {
        return tracer;
    }

    /**
     * Provides the sender to the library, which would search one on the class path; it uses the client for services of
     * the settings.
     */
    private static ComponentLoader sendingBy(Collector collector) {
        HttpSenderProvider sender = config -> new CollectorSender(collector, config.getContentType());
        return new ComponentLoader() {
            @Override
            public <T> Iterable<T> load(Class<T> wanted) {
                return wanted == HttpSenderProvider.class ? List.of(wanted.cast(sender)) : List.of();
            }
        };
    }

    void close() {
        provider.shutdown().join(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    }
}
