package cms.platform.jobs;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work of this instance repeatedly, or once after a delay; all such work of the service runs here. A failure is
 * logged, and the work is repeated all the same. After {@link #close} no work starts or continues, so that its owner
 * can close afterwards what the work uses.
 *
 * <p>Intervals are measured in the machine's time; work that depends on the time asks its own clock (decision 161).
 */
public final class Ticker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);
    private static final int AT_ONCE = 4;
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);

    private final String name;
    private final ScheduledThreadPoolExecutor runner;

    /** @param name of the threads, and of the work in the log */
    public Ticker(String name) {
        this(name, AT_ONCE);
    }

    private Ticker(String name, int atOnce) {
        this.name = name;
        this.runner = new ScheduledThreadPoolExecutor(
                atOnce, Thread.ofVirtual().name(name).factory());
        runner.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** A ticker whose works never run at the same time. */
    public static Ticker inTurn(String name) {
        return new Ticker(name, 1);
    }

    /** Runs {@code work} after {@code millis}, and then each time {@code millis} after it has ended. */
    public void every(long millis, Runnable work) {
        runner.scheduleWithFixedDelay(careful(work), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Runs {@code work} once after {@code millis}; never when this is closed by then. */
    public void once(long millis, Runnable work) {
        try {
            runner.schedule(careful(work), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("work of {} does not begin any more", name, closed);
        }
    }

    private Runnable careful(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (RuntimeException | Error failed) {
                if (runner.isShutdown()) {
                    LOG.debug("work of {} failed at the stop", name, failed);
                } else {
                    LOG.error("work of {} failed, it is tried again", name, failed);
                }
            }
        };
    }

    /** Waits two seconds for running work, then interrupts it. */
    @Override
    public void close() {
        if (!end(STOP_WITHIN)) {
            runner.shutdownNow();
        }
    }

    /** Starts no more work and waits for running work; false when it continues after {@code within}, uninterrupted. */
    public boolean end(Duration within) {
        runner.shutdown();
        try {
            return runner.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
