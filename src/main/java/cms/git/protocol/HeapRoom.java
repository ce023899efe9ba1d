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
 * What many works hold of the heap together, in shares whose owners are people or repositories. A rule says who fits, who
 * waits for how long, and with which sentence the others are refused.
 *
 * @param <X> how a work is refused
 */
final class HeapRoom<X extends IOException> {
    /** Whoever gives back what another room holds notifies nobody here. */
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long everybody waits for content to be let go of, also who waits for no other work. */
    private static final long POOL_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final HeapShare part;
    private final Rule<X> rule;
    private final HeapPool pool;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition freed = lock.newCondition();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;

    /** @param part of what all packs, fetches and readings hold together */
    HeapRoom(HeapShare part, Rule<X> rule) {
        this(part, rule, HeapPool.OF_PROCESS);
    }

    HeapRoom(HeapShare part, Rule<X> rule, HeapPool pool) {
        this.part = part;
        this.rule = rule;
        this.pool = pool;
    }

    /**
     * A share that asks for more.
     *
     * @param bytes that it would hold in all
     * @param mine that it holds now
     * @param owners what other shares of the same owner hold
     * @param others what all other shares hold, those of the same owner among them
     */
    record Asked(long bytes, long mine, long owners, long others) {}

    /** Who fits. It is asked again whenever something was given back. */
    interface Rule<X extends IOException> {
        /** Whether so little need not be counted. */
        default boolean isFree(long bytes) {
            return false;
        }

        /** The most that one share can hold. */
        long bytesMax();

        boolean fits(Asked asked);

        /** Bytes that all parts of the work may hold more for what takes so little. */
        default long beyond(long bytes) {
            return 0;
        }

        /** How long somebody who does not fit waits for others. */
        long waitNanos(Asked asked);

        /** The share would be more than {@link #bytesMax()}. */
        X tooLarge(long bytes);

        /** It has waited, and others hold the room. */
        X taken();

        X stopping();
    }

    /** A share of an owner, nothing yet. */
    Share of(String owner) {
        return new Share(owner);
    }

    /** What one work holds; given back when it is closed. */
    final class Share implements AutoCloseable {
        private final String owner;
        private long mine;

        private Share(String owner) {
            this.owner = owner;
        }

        /**
         * Holds so many bytes in all from now on, or more than that.
         *
         * @throws X when there is no such room, or none for a while
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
                    // Content is let go of for whoever fits beside the others, which takes a moment.
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

        /** What is cached goes first; the lock is given away meanwhile, as that may take half a second. */
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
