package cms.git.protocol;

import cms.platform.failure.Failure;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Limits the pushes and fetches of one person, in a minute and at the same time. */
public final class GitTurns {
    /** Pushes of one person at the same time; each holds a thread, a connection and its unpacked data. */
    private static final int PUSHES_AT_ONCE = 16;

    /** Fetches of one person at the same time; a build farm clones with one token. */
    private static final int FETCHES_AT_ONCE = 64;

    private static final Duration COME_BACK = Duration.ofSeconds(2);

    private final RateLimiter limiter;
    private final ConcurrentMap<String, Integer> pushes = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> fetches = new ConcurrentHashMap<>();

    public GitTurns(RateLimiter limiter) {
        this.limiter = limiter;
    }

    /** A running request. */
    public interface RequestTurn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Lets one more request of a person run until it is closed.
     *
     * @throws Failure RATE_LIMITED when the person has too many, in a minute or at once
     */
    public RequestTurn take(String person, boolean push) {
        limiter.take((push ? Limits.GIT_PUSHES : Limits.GIT_FETCHES).rate(), person)
                .orFail();
        ConcurrentMap<String, Integer> running = push ? pushes : fetches;
        int most = push ? PUSHES_AT_ONCE : FETCHES_AT_ONCE;
        int now = running.merge(person, 1, Integer::sum);
        if (now > most) {
            end(running, person);
            throw Failure.rateLimited(
                    "You have " + most + " of these running; wait until one of them has ended.", COME_BACK);
        }
        return () -> end(running, person);
    }

    private static void end(ConcurrentMap<String, Integer> running, String person) {
        running.computeIfPresent(person, (who, count) -> count == 1 ? null : count - 1);
    }
}
