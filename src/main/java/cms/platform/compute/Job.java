package cms.platform.compute;

import cms.platform.failure.Failure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work of {@link Compute}, waiting or begun. Whether it runs changes only under the lock of
 * {@code Compute}; the methods documented as such are called with that lock held.
 */
final class Job<T> implements Outside.Place {
    private final Compute compute;
    private final String account;
    private final String workspaceId;
    private final Supplier<T> work;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    private final Cancellation cancellation = new Cancellation(this::letOthers);
    private final Condition turn;
    private @Nullable Thread thread;
    private boolean running;
    private int outside;
    private long sinceNanos;

    Job(Compute compute, String account, String workspaceId, Supplier<T> work) {
        this.compute = compute;
        this.account = account;
        this.workspaceId = workspaceId;
        this.work = work;
        this.turn = compute.newTurn();
    }

    String account() {
        return account;
    }

    String workspaceId() {
        return workspaceId;
    }

    /** Completed with the result of the work, its exception, or the reason why it was refused. */
    CompletableFuture<T> done() {
        return done;
    }

    /** Runs the work on the current thread, which stays the job's. */
    void run() {
        compute.begin(this);
        try {
            cancellation.check();
            Outside.within(this, () -> {
                cancellation.during(() -> done.complete(work.get()));
                return true;
            });
        } catch (Throwable failed) {
            done.completeExceptionally(failed);
        }
    }

    /** Ends the work at its next check of {@link Cancellation}. */
    void cancel() {
        cancellation.cancel();
    }

    /** Fails the caller of a job that is not begun. */
    void refuse(Failure reason) {
        done.completeExceptionally(reason);
    }

    @Override
    public void giveBack() {
        if (Thread.currentThread() == thread && outside++ == 0) {
            compute.giveBack(this);
        }
    }

    @Override
    public void takeAgain() {
        if (Thread.currentThread() == thread && --outside == 0) {
            compute.comeBack(this, 0);
        }
    }

    /** Queues the job again at the end of its slice, where others wait; other threads of the work never do. */
    private void letOthers() {
        if (compute.othersWait()
                && Thread.currentThread() == thread
                && outside == 0
                && System.nanoTime() - sinceNanos >= compute.slice().toNanos()) {
            compute.comeBack(this, 1);
            cancellation.check();
        }
    }

    /** Under the lock. */
    void begunBy(Thread own) {
        thread = own;
        running = true;
        sinceNanos = System.nanoTime();
    }

    /** Under the lock. */
    boolean isBegun() {
        return thread != null;
    }

    /** Under the lock: records that the job has no processor until {@link #resume}. */
    void stopRunning() {
        running = false;
    }

    /** Under the lock, on another thread: gives the job a processor again. */
    void resume() {
        running = true;
        turn.signal();
    }

    /** Under the lock, which is released while waiting: returns when the job has a processor, and begins its slice. */
    void awaitTurn() {
        while (!running) {
            turn.awaitUninterruptibly();
        }
        sinceNanos = System.nanoTime();
    }
}
