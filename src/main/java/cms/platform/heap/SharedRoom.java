package cms.platform.heap;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Room in the heap for works of one kind that run at the same time. A work gives back all that it has taken when it
 * ends. One that finds no room ends at once, waits in line by owner while it holds nothing, and begins again. Works
 * that take little have a fifth of the room to themselves, which large ones use only while they begin.
 */
public final class SharedRoom {
    private static final int LITTLE_SHARE = 5;

    /** Size of a work that takes little, as a divisor of the whole room. */
    private static final int LITTLE_PARTS = 20;

    /** As many as an owner may have begun at the same time: they wait their turn in computing before. */
    private static final int OF_OWNER_MAX = 64;

    private final long littleMax;
    private final long largeMax;
    private final long little;
    private final Duration waitMax;
    private final ReadingLine line = new ReadingLine(OF_OWNER_MAX);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private long heldByLittle;
    private long heldByLarge;

    /** @param bytesMax bytes of the heap for all works together */
    public SharedRoom(long bytesMax, Duration waitMax) {
        this.littleMax = bytesMax / LITTLE_SHARE;
        this.largeMax = bytesMax - littleMax;
        this.little = bytesMax / LITTLE_PARTS;
        this.waitMax = waitMax;
    }

    /** The most bytes that one work may take. */
    public long workMax() {
        return largeMax;
    }

    /**
     * Runs a work with as much room as it takes; {@code work} may be called several times, must hold no lock when it
     * returns, and must take no more than {@link #workMax}.
     *
     * @param owner in whose turn the work waits
     * @throws Failure UNAVAILABLE when there is no room in time, or when too many wait
     */
    public <T> T within(String owner, Function<Part, T> work) {
        long until = System.nanoTime() + Math.min(waitMax.toNanos(), RoomTimeout.remainingNanos());
        long needed;
        try (Part part = new Part(null)) {
            return work.apply(part);
        } catch (RoomNeeded more) {
            needed = more.bytes();
        }
        ReadingLine.Waiting me = line.enter(owner, needed).orElseThrow(SharedRoom::taken);
        try {
            while (true) {
                await(me, needed, until);
                try (Part part = new Part(me)) {
                    return work.apply(part);
                } catch (RoomNeeded more) {
                    needed = more.bytes();
                }
                if (System.nanoTime() - until >= 0) {
                    throw taken();
                }
            }
        } finally {
            line.leave(me);
            give(0, 0);
        }
    }

    private void await(ReadingLine.Waiting me, long needed, long until) {
        ReadingLine.await(until, SharedRoom::taken, nanosMax -> {
            lock.lock();
            try {
                long left = nanosMax;
                while (!isTurn(me, needed)) {
                    if (left <= 0) {
                        return 0;
                    }
                    left = freed.awaitNanos(left);
                }
                return needed;
            } finally {
                lock.unlock();
            }
        });
    }

    /** Number of works that wait, or have waited and run now. */
    int waiting() {
        return line.size();
    }

    /** Under the lock. */
    private boolean isTurn(ReadingLine.Waiting me, long needed) {
        return needed <= little
                ? heldByLittle + needed <= littleMax && (line.isFirst(me) || line.mayPass(me, little))
                : heldByLarge + needed <= largeMax && line.isFirst(me);
    }

    private void give(long ofLittle, long ofLarge) {
        lock.lock();
        try {
            heldByLittle -= ofLittle;
            heldByLarge -= ofLarge;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Failure taken() {
        return Failure.unavailable("Others ask for as much as there is memory for at this moment; try again.")
                .withRetryAfter(Duration.ofSeconds(1));
    }

    /** What one work has taken; used by one thread. */
    public final class Part implements AutoCloseable {
        private final ReadingLine.@Nullable Waiting me;
        private long taken;

        private Part(ReadingLine.@Nullable Waiting me) {
            this.me = me;
        }

        /**
         * Takes bytes until the work ends.
         *
         * @throws RoomNeeded when there is no room for them; the work then begins again when there is
         */
        public void take(long bytes) {
            lock.lock();
            try {
                boolean isTaken = taken + bytes <= little ? takeLittle(bytes) : takeLarge(bytes);
                if (!isTaken) {
                    throw new RoomNeeded(taken + bytes, false);
                }
                taken += bytes;
            } finally {
                lock.unlock();
            }
        }

        /**
         * As {@link #take}, but in all no more than {@link #workMax}: a work that needs more runs as the only large
         * one.
         */
        public void takeUpToMax(long bytes) {
            take(Math.min(bytes, largeMax - taken));
        }

        private boolean takeLittle(long bytes) {
            boolean fits = heldByLittle + bytes <= littleMax;
            heldByLittle += fits ? bytes : 0;
            return fits;
        }

        /** A work that was little until now counts among the large ones with all that it holds. */
        private boolean takeLarge(long bytes) {
            boolean wasLittle = taken <= little;
            long more = wasLittle ? taken + bytes : bytes;
            boolean isTurn = !wasLittle || line.isEmpty() || (me != null && line.isFirst(me));
            boolean fits = isTurn && heldByLarge + more <= largeMax;
            if (fits) {
                heldByLarge += more;
                heldByLittle -= wasLittle ? taken : 0;
            }
            return fits;
        }

        @Override
        public void close() {
            give(taken <= little ? taken : 0, taken <= little ? 0 : taken);
        }
    }
}
