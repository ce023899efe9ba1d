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
 * Runs what computes for longer than some milliseconds on platform threads, as many at a time as there are processors but
 * one. The caller waits without a processor. Work that takes longer is done in slices: at {@link Cancellation#pause} it
 * lets those compute whose turn it is.
 *
 * <p>Work may be begun within other work, where it simply runs. It waits for nobody who computes, but {@link Outside}.
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

    /** From now on the workspaces of one account share its turn; {@code accounts} answers for a workspace whose it is. */
    public void sharedBy(UnaryOperator<String> accounts) {
        this.accounts = accounts;
    }

    /** Like {@link #run(String, BooleanSupplier, Supplier)}, for a caller that does not go away. */
    public <T> T run(String workspaceId, Supplier<T> work) {
        return run(workspaceId, () -> false, work);
    }

    /**
     * Computes when it is this workspace's turn.
     *
     * @param workspaceId or another owner of a turn, where no workspace is known
     * @param gone whether nobody waits for the result any more; asked by the thread of the caller, four times a second. Work
     *     that waits is then not begun, and work that runs ends where it next looks at {@link Cancellation}
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
                job.goOn();
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

    /** What a job waits on for its turn, under the lock of this object. */
    Condition newTurn() {
        return lock.newCondition();
    }

    /** The thread of a job begins with it. */
    void begin(Job<?> job) {
        lock.lock();
        try {
            job.begunBy(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    /** A job that waits for something else gives its processor to others. */
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
     * A job queues again, and this returns when it is its turn; at once when the service stops.
     *
     * @param processors how many it gives back: 1, or 0 where it has none
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

    /** Lets those begin or go on whose turn it is, as far as there are processors; under the lock. */
    private void serve() {
        while (free > 0) {
            Job<?> next = turns.next();
            if (next == null) {
                break;
            }
            free--;
            if (next.isBegun()) {
                next.goOn();
            } else {
                beginning.addLast(next);
                start(next);
            }
        }
        othersWait = !turns.isEmpty();
    }

    /** A thread that does not start leaves its processor to others; its work is refused, and nobody else hears of it. */
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
            // The frame of the last one is gone, and with it what it was about.
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

    /** After the end of a work: whether another one begins on its thread. What was begun goes on on its own. */
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
                next.goOn();
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

    /** Waits for a while. */
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
