package cms.delivery;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the work of delivery that comes again and again; what fails is logged and comes again all the same. */
final class Ticker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);
    private static final int AT_ONCE = 4;

    private final ScheduledExecutorService runner = Executors.newScheduledThreadPool(
            AT_ONCE, Thread.ofVirtual().name("delivery").factory());

    void every(long millis, Runnable work) {
        Runnable careful = () -> {
            try {
                work.run();
            } catch (RuntimeException failed) {
                LOG.error("work of delivery failed, it is tried again", failed);
            }
        };
        runner.scheduleWithFixedDelay(careful, millis, millis, TimeUnit.MILLISECONDS);
    }

    void once(long millis, Runnable work) {
        runner.schedule(work, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        runner.shutdown();
    }
}
