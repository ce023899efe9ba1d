package cms.platform.heap;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one reading of content has reserved of the pool. Before a file is parsed the reader says what that may take; what
 * it took then counts as content, and the rest is free for the next file. Several threads may read for it, and none of
 * them ever waits here.
 */
public final class Reservation implements AutoCloseable {
    private final HeapPool pool;
    private final long reserved;
    private final boolean fromNothing;
    private final ReentrantLock lock = new ReentrantLock();
    private long expected;
    private long used;
    private long counted;
    private boolean closed;

    Reservation(HeapPool pool, long reserved, boolean fromNothing) {
        this.pool = pool;
        this.reserved = reserved;
        this.fromNothing = fromNothing;
    }

    /** Whether files are read one after the other, and nothing is taken over from an earlier reading. */
    public boolean isFromNothing() {
        return fromNothing;
    }

    /**
     * Says that a file is about to be parsed.
     *
     * @param bytes of heap that it may take
     * @throws RoomNeeded when it does not fit into what was reserved
     * @throws CancellationException when the reading has ended
     */
    public void expect(long bytes) {
        lock.lock();
        try {
            if (closed) {
                throw new CancellationException("the reading has ended");
            }
            if (used + expected + bytes > reserved) {
                throw new RoomNeeded(used + expected + bytes, fromNothing);
            }
            expected += bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Says that it was parsed.
     *
     * @param bytes as they were expected
     * @param content counts from now on as long as anybody can reach it
     * @param taken bytes that it takes
     */
    public void parsed(long bytes, Object content, long taken) {
        pool.countVersion(content, content, taken, taken);
        lock.lock();
        try {
            expected -= bytes;
            used += taken;
            if (!closed) {
                long both = Math.min(taken, reserved - counted);
                counted += both;
                pool.giveBack(HeapShare.CONTENT, both);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says that nothing came of it. */
    public void failed(long bytes) {
        lock.lock();
        try {
            expected -= bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Asks to begin again with room for a whole project, one file after the other.
     *
     * @return to be thrown
     */
    public RoomNeeded again() {
        return new RoomNeeded(pool.bytes(HeapShare.PROJECT) + pool.bytes(HeapShare.TEXT), true);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                pool.giveBack(HeapShare.CONTENT, reserved - counted);
            }
        } finally {
            lock.unlock();
        }
    }
}
