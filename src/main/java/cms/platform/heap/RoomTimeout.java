package cms.platform.heap;

import java.time.Duration;

/**
 * Limits the time that a request waits for room in the heap to ten seconds since its arrival, which includes what it
 * waited for before, such as the writer of its repository. So requests queued behind one that finds no room are
 * answered together with it.
 */
public final class RoomTimeout {
    static final Duration WAIT_MAX = Duration.ofSeconds(10);

    private static final ScopedValue<Long> UNTIL = ScopedValue.newInstance();

    private RoomTimeout() {}

    /**
     * Runs {@code work} under the deadline of ten seconds after {@code came}.
     *
     * @param came arrival of the caller by {@link System#nanoTime()}; an earlier enclosing deadline stays in force
     */
    public static <R, X extends Throwable> R since(long came, ScopedValue.CallableOp<? extends R, X> work) throws X {
        return ScopedValue.where(UNTIL, earlier(came + WAIT_MAX.toNanos())).call(work);
    }

    /** Time that remains for the current thread in nanoseconds, at least 0; without end outside of {@link #since}. */
    public static long remainingNanos() {
        return UNTIL.isBound() ? Math.max(0, UNTIL.get() - System.nanoTime()) : Long.MAX_VALUE;
    }

    private static long earlier(long until) {
        return UNTIL.isBound() && UNTIL.get() - until < 0 ? UNTIL.get() : until;
    }
}
