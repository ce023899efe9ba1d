package cms.githost.remote.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Circuit breaker: pauses calls to a host that is down, and of an identity that the host has limited, so that callers
 * do not wait in vain. After a pause one call tries, and its outcome decides for all. What is left of a pause is more
 * than its longest only where the clock was set back; then it is over.
 */
final class Circuit {
    private static final int FAILURES_MAX = 3;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
    private static final Duration LIMIT_MAX = Duration.ofHours(1);

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Instant> limits = new ConcurrentHashMap<>();
    private int failures;
    private Duration pause = FIRST_PAUSE;
    private Instant openUntil = Instant.MIN;

    Circuit(InstantSource clock) {
        this.clock = clock;
    }

    /** The rest of a pause; empty when this call may be sent, and its outcome must then be reported. */
    Optional<Duration> pause() {
        lock.lock();
        try {
            if (failures < FAILURES_MAX) {
                return Optional.empty();
            }
            Instant now = clock.instant();
            if (isWithin(now, openUntil, PAUSE_MAX)) {
                return Optional.of(Duration.between(now, openUntil));
            }
            openUntil = now.plus(pause);
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private static boolean isWithin(Instant now, Instant until, Duration longest) {
        return now.isBefore(until) && !now.plus(longest).isBefore(until);
    }

    void answered() {
        lock.lock();
        try {
            failures = 0;
            pause = FIRST_PAUSE;
        } finally {
            lock.unlock();
        }
    }

    /** @return the length of the pause that begins now; empty while the host is still being tried */
    Optional<Duration> failed() {
        lock.lock();
        try {
            failures++;
            if (failures < FAILURES_MAX) {
                return Optional.empty();
            }
            openUntil = clock.instant().plus(pause);
            Duration chosen = pause;
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
            return Optional.of(chosen);
        } finally {
            lock.unlock();
        }
    }

    /** Time that an identity has to wait by the host's own limits. */
    Optional<Duration> limit(String lane) {
        Instant until = limits.get(lane);
        if (until == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (!isWithin(now, until, LIMIT_MAX)) {
            limits.remove(lane, until);
            return Optional.empty();
        }
        return Optional.of(Duration.between(now, until));
    }

    /** Records a limit of the host; a pause of more than an hour is cut to an hour. */
    void limited(String lane, Duration wait) {
        Duration bounded = wait.compareTo(LIMIT_MAX) > 0 ? LIMIT_MAX : wait;
        limits.put(lane, clock.instant().plus(bounded));
    }
}
