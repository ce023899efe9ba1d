package cms.delivery;

import cms.platform.http.EventStream;
import cms.platform.jobs.Lease;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A build that a person asked for, and its events on their way to that person.
 *
 * <p>The build does not depend on a listener: when the client disconnects, it runs to its end.
 */
final class ManualBuild {
    private static final Logger LOG = LoggerFactory.getLogger(ManualBuild.class);
    private static final long BEAT_SECONDS = 10;

    /** Less than the next manual build waits ({@link BuildQueue#claimManual}). */
    private static final long LISTENER_SECONDS_MAX = 1;

    private final BuildQueue queue;
    private final Lease lease;
    private final LinkedBlockingQueue<ObjectNode> events = new LinkedBlockingQueue<>();
    private final CountDownLatch heard = new CountDownLatch(1);
    private final AtomicBoolean freed = new AtomicBoolean();

    /**
     * @param queue whose manual place this build holds
     * @param lease the same place among all instances
     */
    ManualBuild(BuildQueue queue, Lease lease) {
        this.queue = queue;
        this.lease = lease;
    }

    void send(ObjectNode event) {
        events.add(event);
    }

    /**
     * Sends the last event and frees the manual place once it is written, at once when the client has disconnected, or
     * a moment later when it never began to listen.
     */
    void end(ObjectNode last) {
        queue.lastEvent();
        send(last);
        try {
            boolean over = heard.await(LISTENER_SECONDS_MAX, TimeUnit.SECONDS);
            LOG.debug("a manual build has ended, {}", over ? "and so has its listener" : "and nobody listens");
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            free();
        }
    }

    /** Writes the events to the client until the last one. */
    void relay(EventStream stream) {
        try {
            boolean going = true;
            while (going) {
                ObjectNode event = events.poll(BEAT_SECONDS, TimeUnit.SECONDS);
                if (event == null) {
                    stream.beat();
                    continue;
                }
                going = !BuildEvents.isLast(event);
                stream.send(event);
            }
            free();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            heard.countDown();
        }
    }

    private void free() {
        if (freed.compareAndSet(false, true)) {
            lease.close();
            queue.freeManual();
        }
    }
}
