package cms.platform.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * Sliding windows in memory, bounded in number and size.
 *
 * <p>Exact up to {@value Window#EXACT_MAX} events a window; above that the window is divided into {@value Window#PARTS}
 * parts and the oldest part counts by the share that still lies inside. A window without an event for its whole length
 * is dropped.
 */
public final class SlidingWindows implements RateLimiter {
    private static final int SUBJECTS_MAX = 200_000;

    private final InstantSource clock;
    private final Cache<Key, Window> windows = Caffeine.newBuilder()
            .maximumSize(SUBJECTS_MAX)
            .expireAfter(
                    Expiry.<Key, Window>accessing((key, window) -> key.limit().window()))
            .ticker(this::nanos)
            .build();

    public SlidingWindows(InstantSource clock) {
        this.clock = clock;
    }

    private long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    /** Key of a window. The whole limit is part of it: a limit whose number changes begins a new window at once. */
    private record Key(RateLimit limit, String subject) {}

    @Override
    public RateDecision take(RateLimit limit, String subject, int events) {
        return windows.get(new Key(limit, Networks.ofLastWord(subject)), key -> Window.of(limit))
                .take(clock.millis(), events);
    }
}
