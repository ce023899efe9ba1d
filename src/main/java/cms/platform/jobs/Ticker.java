package cms.platform.jobs;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work of this instance that comes again and again, or once a little later; everything of this kind in the service
 * runs here. What fails is logged and comes again all the same. After {@link #close} nothing of it begins, and nothing
 * of it goes on, so that its owner closes afterwards what the work uses.
 *
 * <p>Intervals are of the machine's time; what work decides by time, it asks its own clock (decision 161).
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

    /** One whose works never run at the same time. */
    public static Ticker inTurn(String name) {
        return new Ticker(name, 1);
    }

    /** Runs {@code work} so long from now, and then each time so long after it has ended. */
    public void every(long millis, Runnable work) {
        runner.scheduleWithFixedDelay(careful(work), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Runs {@code work} so long from now; never when this is closed by then. */
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
            } catch (RuntimeException failed) {
                if (runner.isShutdown()) {
                    LOG.debug("work of {} failed at the stop", name, failed);
                } else {
                    LOG.error("work of {} failed, it is tried again", name, failed);
                }
            }
        };
    }

    /** A running tick is given two seconds, then it is interrupted. */
    @Override
    public void close() {
        if (!end(STOP_WITHIN)) {
            runner.shutdownNow();
        }
    }

    /** Lets nothing begin any more and waits for what runs; false when it goes on after so long, uninterrupted. */
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
