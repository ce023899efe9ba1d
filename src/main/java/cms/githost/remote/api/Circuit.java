package cms.githost.remote.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Leaves a host alone that is down, and an identity that the host has limited, so that nobody waits for an answer that
 * will not come. After a pause one call tries; what it finds decides for all.
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

    /** How long to leave the host alone; empty when this call may go, and it must then be reported. */
    Optional<Duration> pause() {
        lock.lock();
        try {
            if (failures < FAILURES_MAX) {
                return Optional.empty();
            }
            Instant now = clock.instant();
            if (now.isBefore(openUntil)) {
                return Optional.of(Duration.between(now, openUntil));
            }
            openUntil = now.plus(pause);
            return Optional.empty();
        } finally {
            lock.unlock();
        }
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

    /** @return how long to leave the host alone from now on; empty while it is still being tried */
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

    /** How long an identity has to wait for the host's own limits. */
    Optional<Duration> limit(String lane) {
        Instant until = limits.get(lane);
        if (until == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (!now.isBefore(until)) {
            limits.remove(lane, until);
            return Optional.empty();
        }
        return Optional.of(Duration.between(now, until));
    }

    /** An absurd pause is cut to an hour, after which the host is asked again. */
    void limited(String lane, Duration wait) {
        Duration bounded = wait.compareTo(LIMIT_MAX) > 0 ? LIMIT_MAX : wait;
        limits.put(lane, clock.instant().plus(bounded));
    }
}
