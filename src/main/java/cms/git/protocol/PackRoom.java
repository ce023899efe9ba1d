package cms.git.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.errors.CorruptObjectException;

/**
 * What all packs on their way in may take of the heap together while their objects are made from differences. Whoever takes
 * little is never asked to wait; whoever finds no room waits for others for a while, but not for another pack of their own.
 */
final class PackRoom {
    /** The room of this process. */
    static final PackRoom OF_PROCESS =
            new PackRoom(Runtime.getRuntime().maxMemory() / 5 * 2, TimeUnit.SECONDS.toNanos(30));

    private static final long LITTLE_BYTES = 1 << 20;

    private final long bytesMax;
    private final long waitNanosMax;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition freed = lock.newCondition();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;

    PackRoom(long bytesMax, long waitNanosMax) {
        this.bytesMax = bytesMax;
        this.waitNanosMax = waitNanosMax;
    }

    /** The most that one pack can take. */
    long bytesMax() {
        return bytesMax;
    }

    /** The room of one pack, nothing yet. */
    Share of(String owner) {
        return new Share(owner);
    }

    /** What one pack holds; given back when it is closed. */
    final class Share implements AutoCloseable {
        private final String owner;
        private long mine;

        private Share(String owner) {
            this.owner = owner;
        }

        /**
         * Holds so many bytes in all from now on, or more than that.
         *
         * @throws CorruptObjectException when there is no such room, or none for a while
         */
        void raiseTo(long bytes) throws CorruptObjectException {
            if (bytes <= LITTLE_BYTES || bytes <= mine) {
                return;
            }
            if (bytes > bytesMax) {
                throw new CorruptObjectException(
                        "unpacking it takes " + (bytes >> 20) + " MiB of memory, and there are " + (bytesMax >> 20)
                                + "; push fewer or smaller files at a time");
            }
            lock.lock();
            try {
                await(bytes - mine);
                hold(bytes - mine);
            } finally {
                lock.unlock();
            }
        }

        private void await(long more) throws CorruptObjectException {
            long left = heldBy.getOrDefault(owner, 0L) > 0 ? 0 : waitNanosMax;
            try {
                while (held + more > bytesMax) {
                    if (left <= 0) {
                        throw new CorruptObjectException("other large pushes are being unpacked; push again");
                    }
                    left = freed.awaitNanos(left);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new CorruptObjectException("the service is stopping; push again");
            }
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
