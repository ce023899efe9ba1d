package cms.platform.heap;

import java.time.Duration;

/**
 * How long a caller waits for room in the heap: ten seconds since it came, of which what it waited for before is a part, such
 * as the writer of its repository. So those that wait behind one that finds no room are answered when that one is.
 */
public final class RoomTimeout {
    static final Duration WAIT_MAX = Duration.ofSeconds(10);

    private static final ScopedValue<Long> UNTIL = ScopedValue.newInstance();

    private RoomTimeout() {}

    /**
     * Does what may wait for room.
     *
     * @param came when the caller came, by {@link System#nanoTime()}; an earlier time that encloses this one holds
     */
    public static <R, X extends Throwable> R since(long came, ScopedValue.CallableOp<? extends R, X> work) throws X {
        return ScopedValue.where(UNTIL, earlier(came + WAIT_MAX.toNanos())).call(work);
    }

    /** What remains for the current thread, at least 0; ten seconds outside of {@link #since}. */
    public static long remainingNanos() {
        long now = System.nanoTime();
        return Math.max(0, earlier(now + WAIT_MAX.toNanos()) - now);
    }

    private static long earlier(long until) {
        return UNTIL.isBound() && UNTIL.get() - until < 0 ? UNTIL.get() : until;
    }
}
