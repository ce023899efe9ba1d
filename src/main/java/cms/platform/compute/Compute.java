package cms.platform.compute;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs computations of more than some milliseconds on platform threads, as many at a time as there are processors but
 * one. The caller waits without holding a processor. Longer work runs in slices: at {@link Cancellation#pause} it lets
 * waiting work of others compute.
 *
 * <p>Work that is started within other work runs at once on the same thread. Work must not wait for other work that
 * computes, except within {@link Outside}.
 */
public final class Compute implements AutoCloseable {
    private static final int WORKSPACE_WAITING_MAX = 32;
    private static final int ACCOUNT_WAITING_MAX = 64;
    private static final int ALL_WAITING_MAX = 256;
    private static final Duration SLICE = Duration.ofMillis(10);
    private static final Duration COME_BACK = Duration.ofSeconds(2);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final String SENTENCE = "There is more to compute than this service can at the moment; try again.";

    private final ReentrantLock lock = new ReentrantLock();
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("compute-", 0).factory());
    private final Duration slice;
    private final WorkspaceQueues<Job<?>> turns;
    private final ArrayDeque<Job<?>> beginning = new ArrayDeque<>();
    private int free;
    private boolean closed;
    private volatile boolean othersWait;
    private volatile UnaryOperator<String> accounts = workspaceId -> workspaceId;

    public Compute() {
        this(
                Math.max(1, Runtime.getRuntime().availableProcessors() - 1),
                new WorkspaceQueues<>(WORKSPACE_WAITING_MAX, ACCOUNT_WAITING_MAX, ALL_WAITING_MAX),
                SLICE);
    }

    /** @param processors how many pieces of work run at a time */
    Compute(int processors, WorkspaceQueues<Job<?>> turns, Duration slice) {
        this.free = processors;
        this.turns = turns;
        this.slice = slice;
    }

    /**
     * Makes the workspaces of one account share one turn from now on; {@code accounts} maps a workspace id to its
     * account.
     */
    public void sharedBy(UnaryOperator<String> accounts) {
        this.accounts = accounts;
    }

    /** The account whose turn a workspace shares; the workspace itself where no account is known. */
    public String account(String workspaceId) {
        return accounts.apply(workspaceId);
    }

    /** Like {@link #run(String, BooleanSupplier, Supplier)}, for a caller that never stops waiting. */
    public <T> T run(String workspaceId, Supplier<T> work) {
        return run(workspaceId, () -> false, work);
    }

    /**
     * Computes when it is this workspace's turn.
     *
     * @param workspaceId the workspace that waits its turn, or another owner of a turn where no workspace is known
     * @param gone whether the caller's client has stopped waiting; asked on the thread of the caller, four times a
     *     second. Work that still waits is then not started, and running work ends at its next check of
     *     {@link Cancellation}
     * @throws Failure UNAVAILABLE when too much waits, when the caller has gone or when the service stops
     */
    public <T> T run(String workspaceId, BooleanSupplier gone, Supplier<T> work) {
        if (Cancellation.isComputing()) {
            return work.get();
        }
        Job<T> job = new Job<>(this, accounts.apply(workspaceId), workspaceId, work);
        add(job);
        try {
            return await(job.done(), gone);
        } finally {
            withdraw(job);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (Job<?> job = turns.next(); job != null; job = turns.next()) {
                job.refuse(tooMuch());
                job.cancel();
                job.resume();
            }
            threads.shutdown();
        } finally {
            lock.unlock();
        }
    }

    Duration slice() {
        return slice;
    }

    /** Whether a piece of work waits for its turn; read without the lock, as a hint. */
    boolean othersWait() {
        return othersWait;
    }

    /** A new condition, on the lock of this object, that a job waits on for its turn. */
    Condition newTurn() {
        return lock.newCondition();
    }

    /** Records that the current thread has begun a job. */
    void begin(Job<?> job) {
        lock.lock();
        try {
            job.begunBy(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    /** Releases the processor of a job that waits for something else, such as another service. */
    void giveBack(Job<?> job) {
        lock.lock();
        try {
            job.stopRunning();
            free++;
            serve();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues a job again and returns when it is its turn; at once when the service stops.
     *
     * @param processors how many the job releases: 1, or 0 where it holds none
     */
    void comeBack(Job<?> job, int processors) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            job.stopRunning();
            free += processors;
            turns.addAgain(job.account(), job.workspaceId(), job);
            serve();
            job.awaitTurn();
        } finally {
            lock.unlock();
        }
    }

    private void add(Job<?> job) {
        lock.lock();
        try {
            if (closed || !turns.add(job.account(), job.workspaceId(), job)) {
                throw tooMuch();
            }
            serve();
        } finally {
            lock.unlock();
        }
    }

    private void withdraw(Job<?> job) {
        if (!job.done().isDone()) {
            job.cancel();
            lock.lock();
            try {
                if (!job.isBegun()) {
                    turns.remove(job.account(), job.workspaceId(), job);
                    othersWait = !turns.isEmpty();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Starts or resumes the jobs whose turn it is, as far as there are free processors; called under the lock. */
    private void serve() {
        while (free > 0) {
            Job<?> next = turns.next();
            if (next == null) {
                break;
            }
            free--;
            if (next.isBegun()) {
                next.resume();
            } else {
                beginning.addLast(next);
                start(next);
            }
        }
        othersWait = !turns.isEmpty();
    }

    /**
     * Starts a thread for a job. When none can be started, the processor is released and only this job is refused, with
     * UNAVAILABLE.
     */
    private void start(Job<?> job) {
        try {
            threads.execute(this::work);
        } catch (Throwable notStarted) {
            free++;
            beginning.remove(job);
            job.refuse(tooMuch().causedBy(notStarted));
        }
    }

    private void work() {
        while (runNext()) {
            // Each job runs in a frame of its own, so that no job before it stays reachable.
        }
    }

    private boolean runNext() {
        Job<?> job = first();
        if (job == null) {
            return false;
        }
        job.run();
        return isMore();
    }

    private @Nullable Job<?> first() {
        lock.lock();
        try {
            return beginning.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called after a job has ended: whether this thread begins another job. A job that was begun before resumes on its
     * own thread.
     */
    private boolean isMore() {
        lock.lock();
        try {
            Job<?> next = turns.next();
            othersWait = !turns.isEmpty();
            if (next == null) {
                free++;
                return false;
            }
            if (next.isBegun()) {
                next.resume();
                return false;
            }
            beginning.addFirst(next);
            return true;
        } finally {
            lock.unlock();
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

    /** Waits up to 250 ms; whether the result is there. */
    private static boolean isDone(CompletableFuture<?> done) throws InterruptedException, ExecutionException {
        try {
            done.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        }
    }

    private static Failure tooMuch() {
        return Failure.unavailable(SENTENCE).withRetryAfter(COME_BACK);
    }
}
