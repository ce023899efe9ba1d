package cms.platform.compute;

import java.util.concurrent.CancellationException;

/**
 * Whether the caller of {@link Compute#run} still waits for the result. Work looks at it where it counts what it does, so
 * that it ends soon after its caller has gone. What computes elsewhere is never cancelled.
 *
 * <p>It is no interrupt of the thread: that would close the channels of files that others read, too.
 */
public final class Cancellation {
    private static final Cancellation NEVER = new Cancellation();
    private static final ScopedValue<Cancellation> CURRENT = ScopedValue.newInstance();

    private volatile boolean cancelled;

    Cancellation() {}

    /** The one of the work that this thread computes; to be taken once, before a loop or a change of threads. */
    public static Cancellation current() {
        return CURRENT.orElse(NEVER);
    }

    /**
     * Ends the work when nobody waits for it any more; takes some nanoseconds.
     *
     * @throws CancellationException to be caught by nobody but {@link Compute}
     */
    public void check() {
        if (cancelled) {
            throw new CancellationException("Nobody waits for the result any more.");
        }
    }

    /** Does a part of the work, on whatever thread. */
    public void during(Runnable part) {
        if (this == NEVER) {
            part.run();
        } else {
            ScopedValue.where(CURRENT, this).run(part);
        }
    }

    static boolean isComputing() {
        return CURRENT.isBound();
    }

    void cancel() {
        cancelled = true;
    }
}
