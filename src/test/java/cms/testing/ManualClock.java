package cms.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. */
public final class ManualClock implements InstantSource {
    private final AtomicReference<Instant> now;

    public ManualClock(Instant start) {
        this.now = new AtomicReference<>(start);
    }

    /** The first second of a quiet day. */
    public static ManualClock quiet() {
        return new ManualClock(Instant.parse("2026-11-02T08:00:00Z"));
    }

    public void advance(Duration by) {
        now.updateAndGet(before -> before.plus(by));
    }

    @Override
    public Instant instant() {
        return now.get();
    }
}
