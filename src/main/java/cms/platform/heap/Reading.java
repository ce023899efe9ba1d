package cms.platform.heap;

import cms.platform.compute.Cancellation;
import cms.platform.compute.Outside;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one reading of content holds of the heap while it parses. It takes room in four steps, so that nobody waits with
 * much in hand: a little, some more, then all that one project may take, and at last the file that is too much for it. Safe
 * for several threads.
 */
public final class Reading implements AutoCloseable {
    /** Of the heap, the first and the second step. */
    private static final int LITTLE_PARTS = 1024;

    private static final int SOME_PARTS = 256;

    private final HeapPool pool;
    private final String owner;
    private final Cancellation cancellation = Cancellation.current();
    private final ReentrantLock lock = new ReentrantLock();
    private long granted;
    private long used;

    Reading(HeapPool pool, String owner) {
        this.pool = pool;
        this.owner = owner;
    }

    static long littleBytes(HeapPool pool) {
        return pool.bytesMax(HeapShare.WORK) / HeapShare.WORK.hundredths() * 100 / LITTLE_PARTS;
    }

    /**
     * Holds so many bytes more, or fewer.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE when nobody gave back room in time
     */
    public void hold(long bytes) {
        lock.lock();
        try {
            long next = used + bytes;
            if (next > granted) {
                // What comes at once is known to be all of it.
                raiseTo(bytes > littleBytes(pool) ? next : step(next));
            }
            used = next;
        } finally {
            lock.unlock();
        }
    }

    private long step(long bytes) {
        long little = littleBytes(pool);
        if (bytes <= little) {
            return little;
        }
        long some = little * (LITTLE_PARTS / SOME_PARTS);
        long project = pool.bytesMax(HeapShare.PROJECT);
        if (bytes > project) {
            return Math.max(bytes, project + pool.bytesMax(HeapShare.TEXT));
        }
        return bytes <= some ? some : project;
    }

    private void raiseTo(long bytes) {
        long more = bytes - granted;
        if (!pool.takeAtOnce(this, more)) {
            Outside.waiting(() -> {
                pool.await(this, more);
                return true;
            });
        }
        granted = bytes;
    }

    /** What was read stays in a cache, as far as it adds to what is there, and {@code mostBytes} in all. */
    public void keepIn(HeapCache cache, long mostBytes) {
        lock.lock();
        try {
            pool.change(() -> {
                pool.giveBack(owner, granted - used);
                cache.takeOver(used, mostBytes);
            });
            granted = 0;
            used = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Gives everything back; another reading may begin. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (granted > 0) {
                long all = granted;
                pool.change(() -> pool.giveBack(owner, all));
            }
            granted = 0;
            used = 0;
        } finally {
            lock.unlock();
        }
    }

    String owner() {
        return owner;
    }

    /** Ends a wait that nobody needs any more. */
    void checkWaiting() {
        cancellation.check();
    }
}
