package cms.platform.limits;

import java.time.Duration;

/**
 * At most {@code count} events in any {@code window}.
 *
 * @param name of the limited action, for instance {@code login}; part of the key
 */
public record RateLimit(String name, int count, Duration window) {
    public RateLimit {
        if (count < 0 || window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("A rate limit needs a count of at least 0 and a positive window.");
        }
    }
}
