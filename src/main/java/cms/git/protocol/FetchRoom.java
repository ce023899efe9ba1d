package cms.git.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;

/**
 * What all fetches may take of the heap together: what they ask for, and each object of the repository, which Git counts
 * before it sends one. A person holds at most half of it, or one fetch; whoever finds no room waits for a while. Fetches
 * that take little have half as much again for themselves, so that large ones keep none of them out.
 */
final class FetchRoom {
    /** The room of this process. */
    static final FetchRoom OF_PROCESS =
            new FetchRoom(Runtime.getRuntime().maxMemory() / 5, TimeUnit.SECONDS.toNanos(50));

    /** What JGit keeps of an object: that it was met, and where it stands in the pack that is sent. */
    static final long OBJECT_BYTES = 200;

    /** Of a fetch that large ones do not keep out. */
    static final long LITTLE_BYTES = 2 << 20;

    /** Git shows the sentence of an answer with this status alone. */
    private static final int SHOWN_STATUS = 200;

    private final long bytesMax;
    private final long waitNanosMax;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition freed = lock.newCondition();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;

    /** @param waitNanosMax shorter than what a proxy waits for an answer, so that the sentence comes through */
    FetchRoom(long bytesMax, long waitNanosMax) {
        this.bytesMax = bytesMax;
        this.waitNanosMax = waitNanosMax;
    }

    /** The most that one request can take. */
    long bytesMax() {
        return bytesMax;
    }

    /** The most that one fetch is counted with: a third is always left to others. */
    long largestBytes() {
        return bytesMax / 3 * 2;
    }

    /** What one fetch of a person holds, nothing yet. */
    Share of(String person) {
        return new Share(person);
    }

    /** A refusal whose sentence the client shows. */
    static ServiceMayNotContinueException refusal(String sentence) {
        return new ServiceMayNotContinueException(sentence, SHOWN_STATUS);
    }

    /** What one fetch holds; given back when it is closed. */
    final class Share implements AutoCloseable {
        private final String person;
        private long mine;

        private Share(String person) {
            this.person = person;
        }

        /**
         * Holds so many bytes in all from now on, or more than that.
         *
         * @throws ServiceMayNotContinueException when there is no such room, or none for a while
         */
        void raiseTo(long bytes) throws ServiceMayNotContinueException {
            if (bytes <= mine) {
                return;
            }
            if (bytes > bytesMax) {
                throw refusal("Sending this takes " + (bytes >> 20) + " MiB of memory, and there are "
                        + (bytesMax >> 20) + "; ask for less at a time.");
            }
            lock.lock();
            try {
                await(bytes);
                hold(bytes - mine);
            } finally {
                lock.unlock();
            }
        }

        private void await(long bytes) throws ServiceMayNotContinueException {
            long left = waitNanosMax;
            try {
                while (!fits(bytes)) {
                    if (left <= 0) {
                        throw refusal("Other large fetches are being sent; fetch again in a minute.");
                    }
                    left = freed.awaitNanos(left);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw refusal("The service is stopping; fetch again.");
            }
        }

        private boolean fits(long bytes) {
            long all = held - mine + bytes;
            if (bytes <= LITTLE_BYTES) {
                return all <= bytesMax + bytesMax / 2;
            }
            long others = heldBy.getOrDefault(person, 0L) - mine;
            return all <= bytesMax && (others == 0 || others + bytes <= bytesMax / 2);
        }

        private void hold(long more) {
            held += more;
            mine += more;
            heldBy.merge(person, more, (before, added) -> before + added == 0 ? null : before + added);
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
