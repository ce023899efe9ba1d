package cms.platform.jobs;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work of this instance that comes again and again; what fails is logged and comes again all the same. */
public final class Ticker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);
    private static final int AT_ONCE = 4;

    private final String name;
    private final ScheduledExecutorService runner;

    /** @param name of the threads, and of the work in the log */
    public Ticker(String name) {
        this.name = name;
        this.runner = Executors.newScheduledThreadPool(
                AT_ONCE, Thread.ofVirtual().name(name).factory());
    }

    /** Runs {@code work} so long from now, and then each time so long after it has ended. */
    public void every(long millis, Runnable work) {
        Runnable careful = () -> {
            try {
                work.run();
            } catch (RuntimeException failed) {
                LOG.error("work of {} failed, it is tried again", name, failed);
            }
        };
        runner.scheduleWithFixedDelay(careful, millis, millis, TimeUnit.MILLISECONDS);
    }

    public void once(long millis, Runnable work) {
        runner.schedule(work, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        runner.shutdown();
    }
}
