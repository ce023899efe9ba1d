package cms.webhooks.send;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The plan of retries: nine attempts within 63 hours, enough to outlast a weekend. */
final class RetryPlan {
    /** Age after which a delivery is not tried again, whatever the plan says. */
    static final Duration EXPIRES_AFTER = Duration.ofDays(3);

    private static final double JITTER = 0.1;
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(12),
            Duration.ofDays(1),
            Duration.ofDays(1));

    private RetryPlan() {}

    /**
     * Time to wait after a failure; empty when it was the last attempt.
     *
     * @param tries attempts so far, from 1
     * @param chance random number from 0 to 1, so that deliveries that failed together are not retried together
     * @param asked pause that the receiver asked for
     */
    static Optional<Duration> next(int tries, double chance, Optional<Duration> asked) {
        if (tries > WAITS.size()) {
            return Optional.empty();
        }
        long planned = WAITS.get(tries - 1).toMillis();
        Duration wait = Duration.ofMillis(Math.round(planned * (1 + JITTER * (2 * chance - 1))));
        return Optional.of(asked.filter(longer -> longer.compareTo(wait) > 0).orElse(wait));
    }
}
