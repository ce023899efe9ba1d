package cms.platform.compute;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs what computes for longer than some milliseconds on a few platform threads, one processor less than there are. The
 * caller waits without a processor.
 *
 * <p>Work takes no lock that somebody holds who computes, waits for nobody, and may be begun within other work, where it
 * simply runs.
 */
public final class Compute implements AutoCloseable {
    private static final int EACH_WAITING_MAX = 32;
    private static final int ALL_WAITING_MAX = 256;
    private static final Duration COME_BACK = Duration.ofSeconds(2);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final String SENTENCE = "There is more to compute than this service can at the moment; try again.";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final Turns<Job<?>> turns;
    private boolean closed;

    private record Job<T>(Supplier<T> work, CompletableFuture<T> done, Cancellation cancellation) {
        void run() {
            try {
                cancellation.check();
                cancellation.during(() -> done.complete(work.get()));
            } catch (Throwable failed) {
                done.completeExceptionally(failed);
            }
        }
    }

    public Compute() {
        this(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), EACH_WAITING_MAX, ALL_WAITING_MAX);
    }

    Compute(int threads, int eachWaitingMax, int allWaitingMax) {
        this.turns = new Turns<>(eachWaitingMax, allWaitingMax);
        for (int i = 0; i < threads; i++) {
            Thread.ofPlatform().daemon().name("compute-" + i).start(this::work);
        }
    }

    /** Like {@link #run(String, BooleanSupplier, Supplier)}, for a caller that does not go away. */
    public <T> T run(String workspaceId, Supplier<T> work) {
        return run(workspaceId, () -> false, work);
    }

    /**
     * Computes when it is this workspace's turn.
     *
     * @param gone whether nobody waits for the result any more; asked by the thread of the caller, four times a second. Work
     *     that waits is then not begun, and work that runs ends where it next looks at {@link Cancellation}
     * @throws Failure UNAVAILABLE when too much waits, when the caller has gone or when the service stops
     */
    public <T> T run(String workspaceId, BooleanSupplier gone, Supplier<T> work) {
        if (Cancellation.isComputing()) {
            return work.get();
        }
        Job<T> job = new Job<>(work, new CompletableFuture<>(), new Cancellation());
        add(workspaceId, job);
        try {
            return await(job.done(), gone);
        } finally {
            withdraw(workspaceId, job);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (Job<?> job = turns.next(); job != null; job = turns.next()) {
                job.done().completeExceptionally(tooMuch());
            }
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(String workspaceId, Job<?> job) {
        lock.lock();
        try {
            if (closed || !turns.add(workspaceId, job)) {
                throw tooMuch();
            }
            more.signal();
        } finally {
            lock.unlock();
        }
    }

    private void withdraw(String workspaceId, Job<?> job) {
        if (!job.done().isDone()) {
            job.cancellation().cancel();
            lock.lock();
            try {
                turns.remove(workspaceId, job);
            } finally {
                lock.unlock();
            }
        }
    }

    private static <T> T await(CompletableFuture<T> done, BooleanSupplier gone) {
        try {
            do {
                if (isDone(done)) {
                    return done.get();
                }
            } while (!gone.getAsBoolean());
            throw tooMuch();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw tooMuch();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error serious) {
                throw serious;
            }
            throw failed.getCause() instanceof RuntimeException known ? known : new IllegalStateException(failed);
        }
    }

    /** Waits for a while. */
    private static boolean isDone(CompletableFuture<?> done) throws InterruptedException, ExecutionException {
        try {
            done.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        }
    }

    private void work() {
        while (runNext()) {
            // The frame of the last one is gone, and with it what it was about.
        }
    }

    private boolean runNext() {
        Job<?> job = take();
        if (job != null) {
            job.run();
        }
        return job != null;
    }

    /** Waits for work; null when there is none to come. */
    private @Nullable Job<?> take() {
        lock.lock();
        try {
            Job<?> job = turns.next();
            while (job == null && !closed) {
                more.awaitUninterruptibly();
                job = turns.next();
            }
            return job;
        } finally {
            lock.unlock();
        }
    }

    private static Failure tooMuch() {
        return Failure.unavailable(SENTENCE).withRetryAfter(COME_BACK);
    }
}
