package cms.platform.limits;

import cms.platform.failure.Failure;
import java.time.Duration;

/**
 * The answer of a rate limiter.
 *
 * @param remaining how many more events the window takes now
 * @param retryAfter zero when allowed, else how long until the next event would be
 */
public record Verdict(boolean allowed, int remaining, Duration retryAfter) {
    /** Throws {@code RATE_LIMITED} when not allowed. */
    public void orFail() {
        if (!allowed) {
            throw Failure.rateLimited("Too many requests; wait and try again.", retryAfter);
        }
    }
}
