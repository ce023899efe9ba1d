package cms.review.count;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** Measures how long writes of content take, from the wait for their turn until they are durable. */
public final class WriteMeters {
    private final Timer saves;
    private final Timer landings;

    public WriteMeters(MeterRegistry metrics) {
        saves = Timer.builder("cms.saves")
                .description("Changes that were stored, from the wait for their turn until they are durable")
                .register(metrics);
        landings = Timer.builder("cms.landings")
                .description("Changes that landed on cms, from the wait for their turn until they are durable")
                .register(metrics);
    }

    /** Records one write. A change that lands at once is both a save and a landing. */
    public void wrote(boolean saved, boolean landed, long nanos) {
        if (saved) {
            saves.record(nanos, TimeUnit.NANOSECONDS);
        }
        if (landed) {
            landings.record(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
