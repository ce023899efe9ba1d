package cms.platform.http.edge;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much this process works on at the same time. What comes on top is turned away at once, so that the rest is
 * answered as usual and memory stays bounded.
 *
 * <p>A place is held only while a handler works: neither clients that send or read slowly nor open streams take one.
 */
public final class Admission {
    /** In whole seconds, for {@code Retry-After}. */
    public static final Duration COME_BACK = Duration.ofSeconds(1);

    /** What is said to those who are turned away. */
    public static final String SENTENCE = "The service has more to do than it can at the moment; try again.";

    private final Semaphore places;
    private final AtomicLong bodyBytesFree;

    /**
     * @param requestsMax handlers that work at the same time
     * @param bodyBytesMax bodies of requests that are in memory at the same time
     */
    public Admission(int requestsMax, long bodyBytesMax) {
        this.places = new Semaphore(requestsMax);
        this.bodyBytesFree = new AtomicLong(bodyBytesMax);
    }

    public boolean isFull() {
        return places.availablePermits() == 0;
    }

    /** Takes a place until {@link #leave}; UNAVAILABLE when there is none. */
    public void enter() {
        if (!places.tryAcquire()) {
            throw turnedAway();
        }
    }

    public void leave() {
        places.release();
    }

    /** Takes memory for a part of a body until {@link #release}; UNAVAILABLE when there is none. */
    void hold(long bytes) {
        if (bodyBytesFree.addAndGet(-bytes) < 0) {
            bodyBytesFree.addAndGet(bytes);
            throw turnedAway();
        }
    }

    public void release(long bytes) {
        bodyBytesFree.addAndGet(bytes);
    }

    private static Failure turnedAway() {
        return Failure.unavailable(SENTENCE).withRetryAfter(COME_BACK);
    }
}
