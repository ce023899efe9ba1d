package cms.monitoring;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the result of a check for a while; callers that come while it runs share one run. */
final class TimedCache<T> {
    private final Duration age;
    private final InstantSource clock;
    private final Supplier<T> look;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable Found<T> last;

    private record Found<T>(T value, Instant at) {
        boolean isFresh(Instant now, Duration age) {
            return now.isBefore(at.plus(age));
        }
    }

    TimedCache(Duration age, InstantSource clock, Supplier<T> look) {
        this.age = age;
        this.clock = clock;
        this.look = look;
    }

    T get() {
        Found<T> known = last;
        if (known != null && known.isFresh(clock.instant(), age)) {
            return known.value();
        }
        looking.lock();
        try {
            Found<T> meanwhile = last;
            if (meanwhile != null && meanwhile.isFresh(clock.instant(), age)) {
                return meanwhile.value();
            }
            return anew();
        } finally {
            looking.unlock();
        }
    }

    private T anew() {
        T found = look.get();
        last = new Found<>(found, clock.instant());
        return found;
    }
}
