package cms.agent.turn;

import cms.agent.model.AgentLimits;
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
 * How many turns run at once, of each speaker and of this process ({@link AgentLimits}). Whoever finds no place stands in one
 * line for both, and whoever stands there longest goes first among those that may.
 */
final class TurnPlaces {
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<String, Integer> running = new HashMap<>();
    private final Deque<Waiting> line = new ArrayDeque<>();
    private int all;

    private static final class Waiting {
        private final String speakerId;
        private boolean entered;

        Waiting(String speakerId) {
            this.speakerId = speakerId;
        }
    }

    /** @param clock by which the wait for a place ends */
    TurnPlaces(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Takes a place of the speaker's and one of this process for one turn, which {@link #leave} gives back.
     *
     * @param wait for both of them at most
     * @return whether there was one; false as well when the thread was interrupted, which it then still is
     */
    boolean enter(String speakerId, Duration wait) {
        Instant until = clock.instant().plus(wait);
        Waiting self = new Waiting(speakerId);
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

    /** Gives the places of a turn back that has ended. */
    void leave(String speakerId) {
        lock.lock();
        try {
            running.computeIfPresent(speakerId, (id, count) -> count == 1 ? null : count - 1);
            all--;
            admit();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void admit() {
        for (Iterator<Waiting> next = line.iterator(); next.hasNext() && all < AgentLimits.PROCESS_TURNS_MAX; ) {
            Waiting first = next.next();
            if (running.getOrDefault(first.speakerId, 0) < AgentLimits.USER_TURNS_MAX) {
                running.merge(first.speakerId, 1, Integer::sum);
                all++;
                first.entered = true;
                next.remove();
            }
        }
    }

    /** Waits until no turn runs, so long at most. */
    void awaitNone(Duration wait) throws InterruptedException {
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

    /** Turns that stand in the line. */
    int waiting() {
        lock.lock();
        try {
            return line.size();
        } finally {
            lock.unlock();
        }
    }

    /** Speakers that run a turn. */
    int speakers() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }
}
