package cms.platform.limits;

import cms.platform.failure.Failure;
import java.time.Duration;

/**
 * The answer of a rate limiter.
 *
 * @param remaining number of further events that the window takes now
 * @param retryAfter zero when allowed, else the time until the next event would be
 * @param freesAfter time until the window takes one event more than now, if none comes meanwhile
 */
public record RateDecision(boolean allowed, int remaining, Duration retryAfter, Duration freesAfter) {
    /** Throws {@code RATE_LIMITED} when not allowed. */
    public void orFail() {
        if (!allowed) {
            throw Failure.rateLimited("Too many requests; wait and try again.", retryAfter);
        }
    }
}
