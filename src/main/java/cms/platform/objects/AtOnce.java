package cms.platform.objects;

import cms.platform.failure.Failure;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/** Runs several calls of a remote store at the same time. */
public final class AtOnce {
    private static final int TOGETHER_MAX = 8;

    private AtOnce() {}

    /** Runs all and returns when the last has ended; then the first failure is thrown. */
    static void run(Stream<Runnable> journeys) {
        run(journeys, TOGETHER_MAX);
    }

    /** Like {@link #run(Stream)}, at most {@code togetherMax} at a time. */
    public static void run(Stream<Runnable> journeys, int togetherMax) {
        Semaphore free = new Semaphore(togetherMax);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<? extends Future<?>> going = journeys.map(journey -> threads.submit(() -> {
                        free.acquireUninterruptibly();
                        try {
                            journey.run();
                        } finally {
                            free.release();
                        }
                    }))
                    .toList();
            for (Future<?> one : going) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The service is stopping; try again.").causedBy(stopping);
        }
    }
}
