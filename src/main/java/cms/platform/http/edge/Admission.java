package cms.platform.http.edge;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * How much this process works on at the same time. What comes on top is rejected at once, so that the rest is
 * answered as usual and memory stays bounded.
 *
 * <p>A place is held only while a handler works: neither clients that send or read slowly nor open streams take one.
 */
public final class Admission {
    /** In whole seconds, for {@code Retry-After}. */
    public static final Duration COME_BACK = Duration.ofSeconds(1);

    /** The message of a rejection. */
    public static final String SENTENCE = "The service has more to do than it can at the moment; try again.";

    /**
     * A request that arrives while the first in the queue has waited for longer would wait as long, and is rejected at
     * once.
     */
    private static final Duration WAIT_MAX = Duration.ofSeconds(2);

    /** Nobody waits for a processor that long: the thread has ended before it began. */
    private static final Duration LOST_AFTER = Duration.ofSeconds(60);

    /** As many as open streams of one website: all of them may come back at once. */
    private static final int WAITING_MAX = 10_000;

    private final LongSupplier nanoTime;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final Semaphore places;

    /**
     * @param requestsMax handlers that work at the same time
     * @param nanoTime a clock that only goes forward, {@link System#nanoTime}
     */
    public Admission(int requestsMax, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.places = new Semaphore(requestsMax);
    }

    /** One request that waits for a processor, until it has one. */
    public static final class Waiting {
        private final long sinceNanos;
        private final Admission line;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Waiting(Admission line, long sinceNanos) {
            this.line = line;
            this.sinceNanos = sinceNanos;
        }

        /** Leaves the line, because a processor was found or nobody looks for one any more; again means nothing. */
        public void end() {
            if (ended.compareAndSet(false, true)) {
                line.waiting.remove(this);
                line.waitingCount.decrementAndGet();
            }
        }
    }

    /**
     * Lets a request wait for a processor until {@link Waiting#end}; empty when there is no permit for it, or when it
     * would have to wait for too long. Handlers that only compute have left before the next one begins, so that places
     * alone would never run out.
     */
    public Optional<Waiting> await() {
        long now = nanoTime.getAsLong();
        if (isLate(now) || places.availablePermits() == 0) {
            return Optional.empty();
        }
        if (waitingCount.incrementAndGet() > WAITING_MAX) {
            waitingCount.decrementAndGet();
            return Optional.empty();
        }
        Waiting last = new Waiting(this, now);
        waiting.add(last);
        return Optional.of(last);
    }

    /** Whether the first has waited for long. One that nothing can explain is lost, and keeps nobody out any more. */
    private boolean isLate(long now) {
        Waiting first = waiting.peek();
        while (first != null && now - first.sinceNanos > LOST_AFTER.toNanos()) {
            first.end();
            first = waiting.peek();
        }
        return first != null && now - first.sinceNanos > WAIT_MAX.toNanos();
    }

    /** What one handler needs to work; not yet taken. */
    public Permit permit() {
        return new Permit(true);
    }

    /** For what is answered however much there is to do. */
    public Permit noPermit() {
        return new Permit(false);
    }

    /** The permit of one handler. */
    public final class Permit {
        private final boolean needed;
        private boolean taken;

        private Permit(boolean needed) {
            this.needed = needed;
        }

        /** As soon as there is one; UNAVAILABLE when there is none for a while. */
        public void enter() {
            if (needed && !taken) {
                Admission.this.enter();
                taken = true;
            }
        }

        /** Gives it back; again means nothing. */
        public void leave() {
            if (taken) {
                taken = false;
                Admission.this.leave();
            }
        }

        /** Waits for a client without a permit. */
        public int outside(Reading reading) throws IOException {
            boolean mine = taken;
            leave();
            int count = reading.read();
            if (mine) {
                enter();
            }
            return count;
        }
    }

    /** Waits for what a client sends. */
    @FunctionalInterface
    public interface Reading {
        int read() throws IOException;
    }

    /** Takes a permit until {@link #leave}, as soon as there is one; UNAVAILABLE when there is none for a while. */
    void enter() {
        try {
            if (!places.tryAcquire(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
                throw rejected();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw rejected();
        }
    }

    void leave() {
        places.release();
    }

    private static Failure rejected() {
        return Failure.unavailable(SENTENCE).withRetryAfter(COME_BACK);
    }
}
