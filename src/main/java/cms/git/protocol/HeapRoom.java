package cms.git.protocol;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What many works hold of the heap together, in shares whose owners are people or repositories. A rule says who fits, who
 * waits for how long, and with which sentence the others are refused.
 *
 * @param <X> how a work is refused
 */
final class HeapRoom<X extends IOException> {
    private final Rule<X> rule;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition freed = lock.newCondition();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;

    HeapRoom(Rule<X> rule) {
        this.rule = rule;
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
            long left = rule.waitNanos(asked(bytes));
            try {
                while (!rule.fits(asked(bytes))) {
                    if (left <= 0) {
                        throw rule.taken();
                    }
                    left = freed.awaitNanos(left);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw rule.stopping();
            }
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
                    hold(-mine);
                    freed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
