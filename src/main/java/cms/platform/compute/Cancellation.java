package cms.platform.compute;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells whether the caller of {@link Compute#run} still waits for the result. Work checks it where it counts its steps,
 * so that it ends soon after its caller has gone. Work outside of {@code Compute} is never cancelled.
 *
 * <p>It does not interrupt the thread, which would close the channels of files that other work reads, too.
 */
public final class Cancellation {
    private static final Cancellation NEVER = new Cancellation(Cancellation::leaveCarrier);
    private static final ScopedValue<Cancellation> CURRENT = ScopedValue.newInstance();

    private final Runnable lettingOthers;
    private volatile boolean cancelled;

    /** @param lettingOthers lets waiting work compute once this one has used up its slice */
    Cancellation(Runnable lettingOthers) {
        this.lettingOthers = lettingOthers;
    }

    /**
     * The cancellation of the work that this thread computes; to be taken once, before a loop or a change of threads.
     */
    public static Cancellation current() {
        return CURRENT.orElse(NEVER);
    }

    /**
     * Ends the work when its caller does not wait any more; takes some nanoseconds.
     *
     * @throws CancellationException which only {@link Compute} catches
     */
    public void check() {
        if (cancelled) {
            throw new CancellationException("Nobody waits for the result any more.");
        }
    }

    /**
     * As {@link #check}; and where others wait for their turn and this work has used up its slice, it continues in its
     * next turn. On a virtual thread outside of {@code Compute} it lets waiting threads have the carrier. To be called
     * between two steps of long work, holding no locks but those that are taken {@link Outside}.
     */
    public void pause() {
        check();
        lettingOthers.run();
    }

    /**
     * Sleeps for a moment, because virtual threads are not preempted. A yield alone passes the carrier only to threads
     * in its own queue, which would take turns with this one for ever while threads queued elsewhere never run.
     */
    private static void leaveCarrier() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1);
        }
    }

    /** Runs a part of the work on any thread; only the thread that {@link Compute} started waits for turns. */
    public void during(Runnable part) {
        if (this == NEVER) {
            part.run();
        } else {
            ScopedValue.where(CURRENT, this).run(part);
        }
    }

    /**
     * Runs two parts of the work at the same time: {@code beside} on another thread without turns, and the longer
     * {@code here} on this one.
     */
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
