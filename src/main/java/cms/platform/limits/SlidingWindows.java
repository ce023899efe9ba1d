package cms.platform.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Sliding windows in memory, bounded in number and size.
 *
 * <p>Exact up to {@value Window#EXACT_MAX} events a window; above that the window is cut into
 * {@value Window#PARTS} parts and the oldest part counts by the share that still lies inside.
 */
public final class SlidingWindows implements RateLimiter {
    private static final int SUBJECTS_MAX = 200_000;
    private static final Duration IDLE_MAX = Duration.ofHours(2);

    private final InstantSource clock;
    private final Cache<String, Window> windows = Caffeine.newBuilder()
            .maximumSize(SUBJECTS_MAX)
            .expireAfterAccess(IDLE_MAX)
            .build();

    public SlidingWindows(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Verdict take(RateLimit limit, String subject) {
        Window window = windows.get(limit.name() + '\0' + subject, key -> Window.of(limit));
        return window.take(clock.millis());
    }
}
