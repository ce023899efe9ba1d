package cms.platform.http.edge;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
 * <p>A place is held only while a handler works: neither clients that send or read slowly nor open streams take one, nor who
 * waits for somebody else ({@link Outside}). Of those that are there at a time each caller, workspace and address has a share.
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
    private final Places places;
    private final Map<String, Share> shares = new ConcurrentHashMap<>();

    /** All places; those who come back from waiting for somebody else may be more for a moment. */
    private static final class Places extends Semaphore {
        private static final long serialVersionUID = 1L;

        Places(int count) {
            super(count);
        }

        void takeBeyond() {
            reducePermits(1);
        }
    }

    /** What one subject may hold at a time; there as long as anybody holds or wants a part of it. */
    private static final class Share {
        private final Semaphore free;
        private int users;

        Share(int most) {
            this.free = new Semaphore(most);
        }
    }

    /**
     * @param requestsMax handlers that work at the same time
     * @param nanoTime a clock that only goes forward, {@link System#nanoTime}
     */
    public Admission(int requestsMax, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.places = new Places(requestsMax);
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
        if (isLate(now) || places.availablePermits() <= 0) {
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

    /** The permit that one handler needs to work; not yet taken. */
    public Permit permit() {
        return new Permit(true);
    }

    /** For requests that are answered under any load. */
    public Permit noPermit() {
        return new Permit(false);
    }

    /** The permit of one handler, for its thread. */
    public final class Permit implements Outside.Place {
        private final boolean needed;
        private final Map<String, Integer> counted = new LinkedHashMap<>();
        private final Set<String> whileWorking = new HashSet<>();
        private boolean taken;
        private int outside;

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

        /**
         * From now on this request is one of those that a subject has here at a time: a caller, a workspace, an address.
         * A caller that holds its whole share waits for one of its own, without a place that others could have.
         *
         * @throws Failure UNAVAILABLE when none of them ends for a while
         */
        public void countFor(String subject, int most) {
            if (needed && !counted.containsKey(subject)) {
                boolean mine = taken;
                if (!tryShare(subject, most, Duration.ZERO)) {
                    leavePlace();
                    if (!tryShare(subject, most, WAIT_MAX)) {
                        throw rejected();
                    }
                }
                counted.put(subject, most);
                if (mine) {
                    enter();
                }
            }
        }

        /** The same, for requests that work; one that waits for another service does not count. */
        public void countWhileWorking(String subject, int most) {
            countFor(subject, most);
            whileWorking.add(subject);
        }

        /** Gives everything back; again means nothing. */
        public void leave() {
            leavePlace();
            counted.keySet().forEach(Admission.this::leaveShare);
            counted.clear();
        }

        private void leavePlace() {
            if (taken) {
                taken = false;
                Admission.this.leave();
            }
        }

        /** Waits for a client, who holds nothing meanwhile. */
        public int outside(Reading reading) throws IOException {
            boolean mine = taken;
            Map<String, Integer> before = new LinkedHashMap<>(counted);
            leave();
            int count = reading.read();
            before.forEach(this::countFor);
            if (mine) {
                enter();
            }
            return count;
        }

        /**
         * The shares stay but for those of {@link #countWhileWorking}: who waits for somebody else is still one of those that
         * the caller has here.
         */
        @Override
        public void giveBack() {
            if (outside > 0 || taken) {
                outside++;
                leavePlace();
                for (String subject : whileWorking) {
                    if (counted.remove(subject) != null) {
                        leaveShare(subject);
                    }
                }
            }
        }

        @Override
        public void takeAgain() {
            if (outside > 0 && --outside == 0) {
                places.takeBeyond();
                taken = true;
            }
        }
    }

    /** Waits for what a client sends. */
    @FunctionalInterface
    public interface Reading {
        int read() throws IOException;
    }

    private boolean tryShare(String subject, int most, Duration wait) {
        Share share = Objects.requireNonNull(shares.compute(subject, (_, there) -> {
            Share used = there == null ? new Share(most) : there;
            used.users++;
            return used;
        }));
        boolean got = false;
        try {
            got = share.free.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            if (!got) {
                forget(subject);
            }
        }
        return got;
    }

    private void leaveShare(String subject) {
        Objects.requireNonNull(shares.get(subject)).free.release();
        forget(subject);
    }

    private void forget(String subject) {
        shares.computeIfPresent(subject, (_, share) -> --share.users == 0 ? null : share);
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
