package cms.platform.heap;

import cms.platform.compute.Cancellation;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The readings that wait for room in the heap, in turn by owner: the first of each owner, then the second of each. A
 * reading of an owner with none waiting comes after one reading of each other owner, also when that owner was served
 * just now. A full queue still takes readings of owners with few waiting.
 */
final class ReadingLine {
    private static final int ALL_MAX = 256;

    /** Length from which the queue takes only readings of owners with less than {@link #FEW} waiting. */
    private static final int MANY = 64;

    private static final int FEW = 4;
    private static final int OF_OWNER_MAX = 16;

    /** Longest time between two looks for room: what is freed elsewhere in the heap wakes nobody. */
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** A waiting reading may pass the first in the queue when it needs at most a fourth of its bytes. */
    private static final int PASSING_TIMES = 4;

    private final int ofOwnerMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeSet<Waiting> line =
            new TreeSet<>(Comparator.<Waiting>comparingLong(one -> one.turn).thenComparingLong(one -> one.arrival));
    /** The turns of readings that have left, the last of each owner, while others still wait behind them. */
    private final Map<String, Long> left = new HashMap<>();

    private long arrivals;

    ReadingLine() {
        this(OF_OWNER_MAX);
    }

    /** @param ofOwnerMax readings of one owner that may wait */
    ReadingLine(int ofOwnerMax) {
        this.ofOwnerMax = ofOwnerMax;
    }

    /** One waiting reading, from {@link #enter} to {@link #leave}; compared by identity. */
    static final class Waiting {
        private final String owner;
        private final long least;
        private final long turn;
        private final long arrival;

        private Waiting(String owner, long least, long turn, long arrival) {
            this.owner = owner;
            this.least = least;
            this.turn = turn;
            this.arrival = arrival;
        }
    }

    /** Adds a reading that needs at least so many bytes; empty where too many wait, of this owner or of all. */
    Optional<Waiting> enter(String owner, long least) {
        lock.lock();
        try {
            long ofOwner = of(owner).count();
            if (ofOwner >= ofOwnerMax || line.size() >= ALL_MAX || (line.size() >= MANY && ofOwner >= FEW)) {
                return Optional.empty();
            }
            long now = line.isEmpty() ? 0 : line.first().turn;
            long next = of(owner).mapToLong(one -> one.turn + 1).max().orElse(left.getOrDefault(owner, -1L) + 1);
            long turn = Math.max(now, next);
            Waiting me = new Waiting(owner, least, turn, arrivals++);
            line.add(me);
            return Optional.of(me);
        } finally {
            lock.unlock();
        }
    }

    private Stream<Waiting> of(String owner) {
        return line.stream().filter(one -> one.owner.equals(owner));
    }

    void leave(Waiting me) {
        lock.lock();
        try {
            line.remove(me);
            left.put(me.owner, me.turn);
            left.values().removeIf(turn -> line.isEmpty() || turn < line.first().turn);
        } finally {
            lock.unlock();
        }
    }

    boolean isFirst(Waiting me) {
        lock.lock();
        try {
            return !line.isEmpty() && line.first() == me;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a reading may take room before the first one, because it needs little or far less. */
    boolean mayPass(Waiting me, long little) {
        lock.lock();
        try {
            return line.isEmpty() || me.least <= little || PASSING_TIMES * me.least <= line.first().least;
        } finally {
            lock.unlock();
        }
    }

    /** One look for room, on behalf of a waiting reading. */
    @FunctionalInterface
    interface Look {
        /**
         * Looks for room, and where there is none waits until some may have been freed, at most for {@code nanosMax};
         * at 0 or less it does not wait.
         *
         * @return bytes that the reading may take now; 0 for none
         */
        long room(long nanosMax) throws InterruptedException;
    }

    /**
     * Looks for room until there is some, without the thread's place.
     *
     * @param until time of the machine by which there must be room
     * @param refusal the failure where there is none by then, and where the thread is interrupted
     */
    static long await(long until, Supplier<Failure> refusal, Look look) {
        return Outside.waiting(() -> {
            Cancellation cancellation = Cancellation.current();
            try {
                while (true) {
                    cancellation.check();
                    long left = until - System.nanoTime();
                    long room = look.room(Math.min(left, LOOK_EVERY_NANOS));
                    if (room > 0) {
                        return room;
                    }
                    if (left <= 0) {
                        throw refusal.get();
                    }
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw refusal.get();
            }
        });
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        lock.lock();
        try {
            return line.size();
        } finally {
            lock.unlock();
        }
    }
}
