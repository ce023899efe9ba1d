package cms.git.protocol;

import cms.platform.heap.HeapPool;
import cms.platform.heap.HeapShare;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A share of the heap that many works hold together, in parts that belong to owners: people or repositories. A
 * {@link Rule} decides which work gets memory, how long the others wait, and with which error they are refused.
 *
 * @param <X> the exception that refuses a work
 */
final class HeapRoom<X extends IOException> {
    /** Interval of checking again: a release of memory of another share of the pool sends no signal here. */
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long every work waits for caches to let go of content, also one that waits for no other work. */
    private static final long POOL_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final HeapShare part;
    private final Rule<X> rule;
    private final HeapPool pool;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition freed = lock.newCondition();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;

    /** @param part the share of the pool that these works hold */
    HeapRoom(HeapShare part, Rule<X> rule) {
        this(part, rule, HeapPool.OF_PROCESS);
    }

    HeapRoom(HeapShare part, Rule<X> rule, HeapPool pool) {
        this.part = part;
        this.rule = rule;
        this.pool = pool;
    }

    /**
     * The request of a share for more memory.
     *
     * @param bytes that it would hold in all
     * @param mine that it holds now
     * @param owners what other shares of the same owner hold
     * @param others what all other shares hold, those of the same owner among them
     */
    record Asked(long bytes, long mine, long owners, long others) {}

    /** Decides which works get memory. It is asked again whenever memory was released. */
    interface Rule<X extends IOException> {
        /** Whether a work of so few bytes is not counted at all. */
        default boolean isFree(long bytes) {
            return false;
        }

        /** The most that one share can hold. */
        long bytesMax();

        boolean fits(Asked asked);

        /** Bytes by which the pool may be exceeded for a work that takes so little. */
        default long beyond(long bytes) {
            return 0;
        }

        /** How long a work that does not fit waits for others, in nanoseconds. */
        long waitNanos(Asked asked);

        /** The refusal of a share that would be larger than {@link #bytesMax()}. */
        X tooLarge(long bytes);

        /** The refusal of a work that has waited in vain, as others hold the memory. */
        X taken();

        X stopping();
    }

    /** A new, empty share of an owner. */
    Share of(String owner) {
        return new Share(owner);
    }

    /** The memory that one work holds; closing it releases the memory. */
    final class Share implements AutoCloseable {
        private final String owner;
        private long mine;

        private Share(String owner) {
            this.owner = owner;
        }

        /**
         * Raises this share to {@code bytes} in all; does nothing when it holds as many already.
         *
         * @throws X when that is more than a share can have, or when others hold the memory for too long
         */
        void raiseTo(long bytes) throws X {
            if (bytes <= mine || rule.isFree(bytes)) {
                return;
            }
            if (bytes > rule.bytesMax()) {
                throw rule.tooLarge(bytes);
            }
            lock.lock();
            try {
                await(bytes);
                hold(bytes - mine);
            } finally {
                lock.unlock();
            }
        }

        private void await(long bytes) throws X {
            long began = System.nanoTime();
            long waitMax = rule.waitNanos(asked(bytes));
            try {
                while (true) {
                    boolean fits = rule.fits(asked(bytes));
                    if (fits && taken(bytes)) {
                        return;
                    }
                    // A work that fits beside the others waits a moment more, for caches to let go of content.
                    long left = (fits ? Math.max(waitMax, POOL_WAIT_NANOS) : waitMax) - (System.nanoTime() - began);
                    if (left <= 0) {
                        throw rule.taken();
                    }
                    freed.awaitNanos(Math.min(left, LOOK_EVERY_NANOS));
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw rule.stopping();
            }
        }

        /**
         * Takes memory from the pool, after caches have let go of theirs where it is not enough; the lock is released
         * meanwhile, as that may take half a second.
         */
        private boolean taken(long bytes) {
            long beyond = rule.beyond(bytes);
            if (pool.take(part, bytes - mine, beyond)) {
                return true;
            }
            lock.unlock();
            try {
                pool.makeRoom(part, bytes - mine);
            } finally {
                lock.lock();
            }
            return rule.fits(asked(bytes)) && pool.take(part, bytes - mine, beyond);
        }

        private Asked asked(long bytes) {
            return new Asked(bytes, mine, heldBy.getOrDefault(owner, 0L) - mine, held - mine);
        }

        private void hold(long more) {
            held += more;
            mine += more;
            heldBy.merge(owner, more, (before, added) -> before + added == 0 ? null : before + added);
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (mine > 0) {
                    pool.giveBack(part, mine);
                    hold(-mine);
                    freed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
