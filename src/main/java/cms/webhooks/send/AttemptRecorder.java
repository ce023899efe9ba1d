package cms.webhooks.send;

import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.webhooks.endpoint.Health;
import cms.webhooks.log.DeliveryQueueStore;
import cms.webhooks.log.DeliveryStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the outcomes of attempts, many in one transaction. A crash between an answer and its transaction repeats the
 * delivery with the same id and bytes.
 */
final class AttemptRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptRecorder.class);
    private static final int WAITING_MAX = 1_024;
    private static final int TOGETHER_MAX = 256;
    private static final Duration GATHERED = Duration.ofMillis(20);
    private static final Duration ROOM_WITHIN = Duration.ofSeconds(20);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);

    private final Database database;
    private final InstantSource clock;
    private final Endings endings;
    private final DeliveryQueueStore queue = new DeliveryQueueStore();
    private final Health health = new Health();
    private final BlockingQueue<FinishedAttempt> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Thread writer = Thread.ofVirtual().name("webhooks-recorder").unstarted(this::write);
    private volatile boolean closed;

    AttemptRecorder(Database database, InstantSource clock, Endings endings) {
        this.database = database;
        this.clock = clock;
        this.endings = endings;
    }

    void start() {
        writer.start();
    }

    /** Queues an outcome for storing; false after the recorder was closed. */
    boolean add(FinishedAttempt finished) throws InterruptedException {
        return waiting.offer(finished, ROOM_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Stores the queued outcomes; none may be added any more. */
    @Override
    public void close() {
        closed = true;
        try {
            if (!writer.join(STOP_WITHIN)) {
                LOG.warn("attempts could not be written at the stop, they are repeated after the next start");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try {
            while (!closed || !waiting.isEmpty()) {
                FinishedAttempt first = waiting.poll(GATHERED.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    write(gather(first));
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private List<FinishedAttempt> gather(FinishedAttempt first) throws InterruptedException {
        List<FinishedAttempt> together = new ArrayList<>(List.of(first));
        long until = System.nanoTime() + GATHERED.toNanos();
        while (together.size() < TOGETHER_MAX) {
            FinishedAttempt more = waiting.poll(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (more == null) {
                break;
            }
            together.add(more);
        }
        return together;
    }

    /**
     * Stores the outcomes of all lanes in one transaction, and each lane in its own when that fails, so that a lost
     * lease affects one lane only.
     */
    private void write(List<FinishedAttempt> together) {
        Map<String, List<FinishedAttempt>> lanes = new LinkedHashMap<>();
        together.forEach(finished -> lanes.computeIfAbsent(finished.webhookId(), id -> new ArrayList<>())
                .add(finished));
        try {
            // A writer that adds to several lanes locks their rows in an order of its own: on PostgreSQL each rests
            // alone.
            boolean rests = lanes.size() == 1 || !database.isPostgres();
            database.writing(tx -> lanes.values().forEach(lane -> settle(tx, lane, rests)));
            together.forEach(FinishedAttempt::written);
        } catch (RuntimeException | Error failed) {
            LOG.info("attempts are written lane by lane: {}", failed.getMessage());
            lanes.values().forEach(this::writeLane);
        }
    }

    private void writeLane(List<FinishedAttempt> lane) {
        try {
            database.writing(tx -> settle(tx, lane, true));
            lane.forEach(FinishedAttempt::written);
        } catch (RuntimeException | Error failed) {
            LOG.warn(
                    "attempts of the webhook {} could not be written, they are repeated",
                    lane.getFirst().webhookId(),
                    failed);
            lane.forEach(FinishedAttempt::release);
        }
    }

    /** @throws Failure CONFLICT when another instance has taken the lane over */
    private void settle(Tx tx, List<FinishedAttempt> lane, boolean rests) {
        FinishedAttempt first = lane.getFirst();
        first.lease().confirm(tx);
        Instant now = clock.instant();
        for (FinishedAttempt one : lane) {
            settle(tx, one, now);
        }
        if (lane.stream().anyMatch(one -> one.outcome().attempt().succeeded())) {
            health.succeeded(tx, first.webhookId());
        } else {
            endings.follow(tx, first.webhookId(), health.failed(tx, first.webhookId(), now), now);
        }
        if (lane.stream().anyMatch(one -> one.outcome().isGone())) {
            endings.endUnsubscribed(tx, first.webhookId(), now);
        }
        if (rests) {
            queue.rest(tx, first.webhookId(), first.batch().silence().until());
        }
    }

    private void settle(Tx tx, FinishedAttempt one, Instant now) {
        DeliverySender.AttemptResult outcome = one.outcome();
        Optional<Duration> wait = outcome.attempt().succeeded() || outcome.isGone()
                ? Optional.empty()
                : RetryPlan.next(
                        one.due().tries() + 1, ThreadLocalRandom.current().nextDouble(), outcome.retryAfter());
        DeliveryStatus status = outcome.attempt().succeeded()
                ? DeliveryStatus.DELIVERED
                : wait.isPresent() ? DeliveryStatus.RETRYING : DeliveryStatus.FAILED;
        queue.settle(tx, one.due(), outcome.attempt(), status, now.plus(wait.orElse(Duration.ZERO)), now);
    }
}
