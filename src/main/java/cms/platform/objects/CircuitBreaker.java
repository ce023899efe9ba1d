package cms.platform.objects;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.function.LongSupplier;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Circuit breaker for a remote store: during an outage calls fail at once instead of waiting.
 *
 * <p>During an outage one call at a time tries the store; all others fail at once.
 */
final class CircuitBreaker {
    private static final long TRY_EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    private static final String SENTENCE = "The store of objects does not answer; try again in a moment.";

    private final LongSupplier nanoTime;
    private boolean out;
    private boolean trying;
    private long triedAt;

    /** @param nanoTime a clock that only goes forward, {@link System#nanoTime} */
    CircuitBreaker(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Admits a call, whose end the caller reports with one of the other two methods; UNAVAILABLE during an outage,
     * except for one try at intervals.
     */
    synchronized void enter() {
        if (out) {
            if (trying || nanoTime.getAsLong() - triedAt < TRY_EVERY_NANOS) {
                throw unavailable();
            }
            trying = true;
        }
    }

    synchronized void answered() {
        out = false;
        trying = false;
    }

    synchronized void silent() {
        out = true;
        trying = false;
        triedAt = nanoTime.getAsLong();
    }

    /** Whether an exception was caused by a remote store that did not answer. */
    static boolean isIn(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SdkClientException || SENTENCE.equals(cause.getMessage())) {
                return true;
            }
        }
        return false;
    }

    static Failure unavailable() {
        return Failure.unavailable(SENTENCE).withRetryAfter(COME_BACK);
    }
}
