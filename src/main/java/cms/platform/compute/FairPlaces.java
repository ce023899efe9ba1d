package cms.platform.compute;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much runs at once of something that waits for others, of each owner and of this process. A caller without a
 * place waits in one line for both, and the one that has waited longest goes first among those that may. Safe for
 * several threads.
 */
public final class FairPlaces {
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final InstantSource clock;
    private final int eachMax;
    private final int allMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<String, Integer> running = new HashMap<>();
    private final Deque<Waiting> line = new ArrayDeque<>();
    private int all;

    private static final class Waiting {
        private final String ownerId;
        private boolean entered;

        Waiting(String ownerId) {
            this.ownerId = ownerId;
        }
    }

    /**
     * @param clock by which the wait for a place ends
     * @param eachMax places of one owner
     * @param allMax places of this process
     */
    public FairPlaces(InstantSource clock, int eachMax, int allMax) {
        this.clock = clock;
        this.eachMax = eachMax;
        this.allMax = allMax;
    }

    /**
     * Takes a place of the owner's and one of this process, which {@link #leave} gives back; waits {@link Outside}.
     *
     * @param wait for both of them at most
     * @return whether there was one; false as well when the thread was interrupted, which it then still is
     */
    public boolean enter(String ownerId, Duration wait) {
        return Outside.waiting(() -> entered(ownerId, wait));
    }

    private boolean entered(String ownerId, Duration wait) {
        Instant until = clock.instant().plus(wait);
        Waiting self = new Waiting(ownerId);
        lock.lock();
        try {
            line.add(self);
            admit();
            while (!self.entered && clock.instant().isBefore(until)) {
                moved.awaitNanos(LOOK_EVERY.toNanos());
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            line.remove(self);
            lock.unlock();
        }
        return self.entered;
    }

    /** Gives both places back. */
    public void leave(String ownerId) {
        lock.lock();
        try {
            running.computeIfPresent(ownerId, (id, count) -> count == 1 ? null : count - 1);
            all--;
            admit();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void admit() {
        for (Iterator<Waiting> next = line.iterator(); next.hasNext() && all < allMax; ) {
            Waiting first = next.next();
            if (running.getOrDefault(first.ownerId, 0) < eachMax) {
                running.merge(first.ownerId, 1, Integer::sum);
                all++;
                first.entered = true;
                next.remove();
            }
        }
    }

    /** Waits until nothing runs, so long at most. */
    public void awaitNone(Duration wait) throws InterruptedException {
        lock.lock();
        try {
            long left = wait.toNanos();
            while (all > 0 && left > 0) {
                left = moved.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Those that stand in the line. */
    int waiting() {
        lock.lock();
        try {
            return line.size();
        } finally {
            lock.unlock();
        }
    }

    /** Owners of places. */
    int owners() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }
}
