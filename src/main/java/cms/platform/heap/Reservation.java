package cms.platform.heap;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The heap that one reading of content has reserved in the pool. Before a file is parsed the reader announces how much
 * it may take; afterwards its real size counts as content, and the rest is free for the next file. Several threads may
 * read under one reservation, and none of them ever waits here.
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

    /** Whether the reading parses files one after the other and takes nothing over from an earlier reading. */
    public boolean isFromNothing() {
        return fromNothing;
    }

    /**
     * Announces that a file is about to be parsed.
     *
     * @param bytes of heap that it may take
     * @throws RoomNeeded when it does not fit into the reservation
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
     * Reports that an announced file was parsed.
     *
     * @param bytes the bytes of {@link #expect}
     * @param content the parsed content; it counts from now on until it is unreachable
     * @param taken bytes that the content takes
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

    /** Reports that an announced file was not parsed, or that what it became is not used any more. */
    public void failed(long bytes) {
        lock.lock();
        try {
            expected -= bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The exception that makes the reading start again with room for a whole project, one file after the other.
     *
     * @return the exception, which the caller throws
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
