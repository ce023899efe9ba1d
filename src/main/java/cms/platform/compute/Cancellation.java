package cms.platform.compute;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether the caller of {@link Compute#run} still waits for the result. Work looks at it where it counts what it does, so
 * that it ends soon after its caller has gone. What computes elsewhere is never cancelled.
 *
 * <p>It is no interrupt of the thread: that would close the channels of files that others read, too.
 */
public final class Cancellation {
    private static final Cancellation NEVER = new Cancellation(Cancellation::leaveCarrier);
    private static final ScopedValue<Cancellation> CURRENT = ScopedValue.newInstance();

    private final Runnable lettingOthers;
    private volatile boolean cancelled;

    /** @param lettingOthers lets others compute in turn where they wait, and this one has computed for long enough */
    Cancellation(Runnable lettingOthers) {
        this.lettingOthers = lettingOthers;
    }

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

    /**
     * The same; and where others wait for their turn and this work has had it for some milliseconds, it goes on in its next
     * one. What computes elsewhere, on a virtual thread, leaves its carrier to those who wait for one. To be called between
     * two steps of what may take longer, where no lock is held but such as are waited for {@link Outside}.
     */
    public void pause() {
        check();
        lettingOthers.run();
    }

    /**
     * Sleeps for a moment, in place of a system that interrupts virtual threads. A yield alone leaves the carrier to those in its own
     * queue: they and this one would take turns for ever, and what begins elsewhere would never run.
     */
    private static void leaveCarrier() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1);
        }
    }

    /** Does a part of the work, on whatever thread; only the thread that {@link Compute} gave lets others have their turn. */
    public void during(Runnable part) {
        if (this == NEVER) {
            part.run();
        } else {
            ScopedValue.where(CURRENT, this).run(part);
        }
    }

    /** Does two parts of the work at a time: one beside, however long it takes, and the longer one here, in turn. */
    public void both(Runnable beside, Runnable here) {
        ForkJoinTask<?> other = ForkJoinPool.commonPool().submit(() -> during(beside));
        try {
            here.run();
        } finally {
            other.quietlyJoin();
        }
        other.join();
    }

    static boolean isComputing() {
        return CURRENT.isBound();
    }

    void cancel() {
        cancelled = true;
    }
}
