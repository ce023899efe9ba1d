package cms.webhooks.send;

import cms.platform.db.Database;
import cms.platform.instance.Instance;
import cms.platform.jobs.Lease;
import cms.platform.jobs.Ticker;
import cms.webhooks.log.DeliveryQueueStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the queue of each receiver, by one instance at a time: at once when a delivery is added in this process, and
 * otherwise by a check every second, which finds deliveries that have become due and queues of a dead instance.
 */
public final class DeliveryDispatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryDispatcher.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);
    /**
     * Pause before a lane is served again, so that deliveries added meanwhile are sent together and busy writers share
     * the lock of the rows.
     */
    private static final Duration GATHERED = Duration.ofMillis(50);

    private static final int LANES_A_LOOK = 512;

    private final Parts parts;
    private final AttemptRecorder recorder;
    private final LaneServices services;
    private final DeliveryQueueStore queue = new DeliveryQueueStore();
    private final Map<String, Silence> silences = new ConcurrentHashMap<>();

    /** Lanes being served, and whether a delivery was added since their last check. */
    private final Map<String, Boolean> served = new ConcurrentHashMap<>();

    private final ExecutorService lanes = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("webhook-lane-", 0).factory());
    private final Ticker ticker = Ticker.inTurn("webhooks-look");
    private volatile boolean stopping;

    public DeliveryDispatcher(Parts parts) {
        this.parts = parts;
        this.recorder = new AttemptRecorder(parts.database(), parts.clock(), parts.endings());
        DeliveryPermits permits =
                new DeliveryPermits(parts.clock(), parts.instance().compute()::account);
        this.services = new LaneServices(parts, recorder, permits, () -> stopping);
    }

    /** The services that a dispatcher uses. */
    public record Parts(
            Instance instance, DeliveryTargets targets, DeliverySender sender, PushChanges pushes, Endings endings) {
        Database database() {
            return instance.database();
        }

        InstantSource clock() {
            return instance.clock();
        }
    }

    /** The services that all lanes share. */
    record LaneServices(Parts parts, AttemptRecorder recorder, DeliveryPermits permits, BooleanSupplier stop) {
        Database database() {
            return parts.database();
        }

        InstantSource clock() {
            return parts.clock();
        }

        DeliveryTargets targets() {
            return parts.targets();
        }

        DeliverySender sender() {
            return parts.sender();
        }

        PushChanges pushes() {
            return parts.pushes();
        }

        boolean isStopping() {
            return stop.getAsBoolean();
        }
    }

    public void start() {
        recorder.start();
        ticker.once(0, this::look);
        ticker.every(LOOK_EVERY.toMillis(), this::look);
    }

    /** Serves the queues of these receivers, to which deliveries were added. */
    public void wake(Collection<String> webhookIds) {
        webhookIds.forEach(this::serve);
    }

    /** Waits two seconds for the deliveries under way; the rest is sent after the next start. */
    @Override
    public void close() {
        stopping = true;
        ticker.close();
        lanes.shutdown();
        try {
            if (!lanes.awaitTermination(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                lanes.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            lanes.shutdownNow();
            Thread.currentThread().interrupt();
        }
        recorder.close();
    }

    private void look() {
        parts.database()
                .read(tx -> queue.dueLanes(tx, parts.clock().instant(), LANES_A_LOOK))
                .forEach(this::serve);
    }

    /** Starts serving a lane, or marks one that is being served as having more. */
    private void serve(String webhookId) {
        Silence silence = silences.get(webhookId);
        boolean early = silence != null && parts.clock().instant().isBefore(silence.until());
        if (stopping || early || served.put(webhookId, true) != null) {
            return;
        }
        try {
            lanes.execute(() -> serveUntilNobodyAsks(webhookId));
        } catch (RejectedExecutionException atTheStop) {
            LOG.debug("{} is served after the next start", webhookId, atTheStop);
        }
    }

    private void serveUntilNobodyAsks(String webhookId) {
        boolean more = true;
        while (more) {
            served.put(webhookId, false);
            boolean goesOn = serveOnce(webhookId) && !stopping;
            more = goesOn && !served.remove(webhookId, false);
            if (more) {
                LockSupport.parkNanos(GATHERED.toNanos());
            } else if (!goesOn) {
                served.remove(webhookId);
            }
        }
    }

    /** Serves a lane once; false when another instance serves it, or it failed: the next check tries again. */
    private boolean serveOnce(String webhookId) {
        Silence silence = silences.computeIfAbsent(webhookId, id -> new Silence());
        try {
            Optional<Lease> lease = parts.instance().leases().take("webhook:" + webhookId);
            if (lease.isEmpty()) {
                return false;
            }
            try (Lease held = lease.get()) {
                new Lane(webhookId, services, silence).run(held);
            }
            return true;
        } catch (InterruptedException atTheStop) {
            Thread.currentThread().interrupt();
            return false;
        } catch (RuntimeException | Error failed) {
            LOG.warn("the queue of the webhook {} is served again at the next look", webhookId, failed);
            return false;
        } finally {
            if (!silence.isHanging() && !silence.isSlow()) {
                silences.remove(webhookId, silence);
            }
        }
    }
}
