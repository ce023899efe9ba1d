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
 * Limits how many requests this process works on at the same time. Further ones are rejected at once, so that the rest
 * is answered as usual and memory stays bounded.
 *
 * <p>A handler holds a place only while it works: clients that send or read slowly, open streams and waits for other
 * services ({@link Outside}) hold none. Each caller, workspace and address has at most its share of the requests at a
 * time.
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

    /** A request that has waited this long for a processor has lost its thread, and is removed. */
    private static final Duration LOST_AFTER = Duration.ofSeconds(60);

    /** Longest queue: as many as one website may have open streams, all of which may reconnect at once. */
    private static final int WAITING_MAX = 10_000;

    private final LongSupplier nanoTime;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final Places places;
    private final Map<String, Share> shares = new ConcurrentHashMap<>();

    /** All places; requests that return from waiting for another service may exceed them for a moment. */
    private static final class Places extends Semaphore {
        private static final long serialVersionUID = 1L;

        Places(int count) {
            super(count);
        }

        void takeBeyond() {
            reducePermits(1);
        }
    }

    /** The places of one subject; it exists as long as any request holds or waits for one of them. */
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

    /** A request in the queue for a processor. */
    public static final class Waiting {
        private final long sinceNanos;
        private final Admission line;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Waiting(Admission line, long sinceNanos) {
            this.line = line;
            this.sinceNanos = sinceNanos;
        }

        /** Leaves the queue, because the request got a processor or was dropped; a second call does nothing. */
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

    /**
     * Whether the first in the queue has waited for too long. Requests that waited beyond any explanation are removed.
     */
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

    /** A permit for requests that are answered under any load; it takes no place. */
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

        /** Waits for a place and takes it; UNAVAILABLE when none becomes free in two seconds. */
        public void enter() {
            if (needed && !taken) {
                Admission.this.enter();
                taken = true;
            }
        }

        /**
         * Counts this request from now on among those of a subject: a caller, a workspace, an address. A request whose
         * subject has used its share waits for one of the subject's others to end, without holding a place.
         *
         * @throws Failure UNAVAILABLE when none of them ends in two seconds
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

        /** As {@link #countFor}, but a request does not count while it waits for another service. */
        public void countWhileWorking(String subject, int most) {
            countFor(subject, most);
            whileWorking.add(subject);
        }

        /** Releases place and shares; a second call does nothing. */
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

        /** Reads from the client; the request holds no place and no share meanwhile. */
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
         * Releases the place but not the shares, except those of {@link #countWhileWorking}: a request that waits for
         * another service still counts as one of its caller's.
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

    /** A blocking read from the client. */
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

    /** Takes a place until {@link #leave}; UNAVAILABLE when none becomes free in two seconds. */
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
