package cms.delivery.serve;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** Counts reads by outcome, for {@code /metrics}. They are too many for a log line and a timer each. */
final class ReadCounts {
    private final LongAdder found = new LongAdder();
    private final LongAdder notModified = new LongAdder();
    private final LongAdder refused = new LongAdder();

    ReadCounts(MeterRegistry metrics) {
        register(metrics, "found", found);
        register(metrics, "not-modified", notModified);
        register(metrics, "refused", refused);
    }

    void countBody() {
        found.increment();
    }

    void notModified() {
        notModified.increment();
    }

    void refused() {
        refused.increment();
    }

    private static void register(MeterRegistry metrics, String outcome, LongAdder count) {
        FunctionCounter.builder("delivery.reads", count, LongAdder::sum)
                .description("Delivered files that were answered from memory, by outcome")
                .tag("outcome", outcome)
                .register(metrics);
    }
}
