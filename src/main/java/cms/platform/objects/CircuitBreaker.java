package cms.platform.objects;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.function.LongSupplier;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Remembers that a store elsewhere did not answer a moment ago, so that not everybody waits to find out.
 *
 * <p>While it is out one call after another tries again; all the rest fail at once.
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
     * Lets a call through, whose end the caller reports with one of the other two methods; UNAVAILABLE during an
     * outage, but for one try now and then.
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

    /** Whether something failed because a store elsewhere did not answer. */
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
