package cms.git.durable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Work that mostly waits for the disk, done at the same time: a disk syncs eight files nearly as fast as one.
 *
 * <p>These are platform threads, and so is the writer, because nothing takes a processor away from a virtual thread
 * that computes: two long computations elsewhere would hold up every save.
 */
public final class DiskTasks {
    private static final int PARALLEL_MAX = 8;
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("git-disk-", 0).factory());

    private DiskTasks() {}

    @FunctionalInterface
    public interface Task {
        void run() throws IOException;
    }

    /** Starts something that goes on by itself. */
    public static void start(Runnable task) {
        THREADS.execute(task);
    }

    /** Runs all tasks and returns when every one has ended; the first failure comes back. */
    public static void all(List<? extends Task> tasks) throws IOException {
        AtomicInteger next = new AtomicInteger();
        FutureTask<Void> own = new FutureTask<>(() -> take(tasks, next), null);
        List<Future<?>> running = new ArrayList<>(List.of(own));
        for (int i = 1; i < Math.min(PARALLEL_MAX, tasks.size()); i++) {
            running.add(THREADS.submit(() -> take(tasks, next)));
        }
        own.run();
        List<Throwable> failures = new ArrayList<>();
        running.forEach(future -> await(future, failures));
        if (!failures.isEmpty()) {
            throw new IOException("The disk did not take everything", failures.getFirst());
        }
    }

    /** Works off tasks until none is left; a failure ends only this worker, the others go on to a clean end. */
    private static void take(List<? extends Task> tasks, AtomicInteger next) {
        for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
            try {
                tasks.get(i).run();
            } catch (IOException failed) {
                throw new java.io.UncheckedIOException(failed);
            }
        }
    }

    /** Never gives up waiting: a file that is still being written must not be cleaned up under the writer's hands. */
    private static void await(Future<?> future, List<Throwable> failures) {
        boolean interrupted = false;
        while (true) {
            try {
                future.get();
                break;
            } catch (ExecutionException failed) {
                failures.add(failed.getCause());
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
