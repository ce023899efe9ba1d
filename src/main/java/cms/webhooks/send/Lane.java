package cms.webhooks.send;

import cms.platform.db.Database;
import cms.platform.jobs.Lease;
import cms.webhooks.log.Due;
import cms.webhooks.log.Queue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deliveries of one receiver, a few at a time, until nothing is due. */
final class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int LOADED_MAX = 64;
    private static final int IN_FLIGHT_MAX = 8;

    private final String webhookId;
    private final Courier.Desk desk;
    private final Silence silence;
    private final Queue queue = new Queue();
    private final Semaphore inFlight = new Semaphore(IN_FLIGHT_MAX);

    Lane(String webhookId, Courier.Desk desk, Silence silence) {
        this.webhookId = webhookId;
        this.desk = desk;
        this.silence = silence;
    }

    /** Sends what is due; to be called by whoever holds the lease. */
    void run(Lease lease) throws InterruptedException {
        Database database = desk.database();
        Instant began = desk.clock().instant();
        database.writing(tx -> {
            lease.confirm(tx);
            queue.expire(tx, webhookId, began.minus(RetryPlan.EXPIRES_AFTER), began);
        });
        boolean goesOn = true;
        while (goesOn && !desk.isStopping()) {
            goesOn = !desk.clock().instant().isBefore(silence.until()) && sendBatch(lease);
        }
        if (!desk.isStopping()) {
            database.writing(tx -> {
                lease.confirm(tx);
                queue.rest(tx, webhookId, silence.until());
            });
        }
    }

    /** False when there is nothing to send, nobody to send to, or what was sent could not be written down. */
    private boolean sendBatch(Lease lease) throws InterruptedException {
        Optional<Target> target = desk.targets().active(webhookId);
        if (target.isEmpty()) {
            desk.database()
                    .writing(tx -> queue.disable(tx, webhookId, desk.clock().instant()));
            return false;
        }
        int max = silence.isHanging() ? 1 : LOADED_MAX;
        List<Due> due =
                desk.database().read(tx -> queue.due(tx, webhookId, desk.clock().instant(), max));
        if (due.isEmpty()) {
            return false;
        }
        Settled.Batch batch = Settled.Batch.of(due.size());
        for (Due one : due) {
            send(target.get(), lease, one, batch);
        }
        batch.open().await();
        return !batch.lost().get();
    }

    private void send(Target target, Lease lease, Due due, Settled.Batch batch) throws InterruptedException {
        inFlight.acquire();
        boolean probing = silence.isHanging() && batch.open().getCount() > 1;
        if (probing || desk.isStopping()) {
            // What waits behind a receiver that hangs keeps its attempts.
            inFlight.release();
            batch.open().countDown();
            return;
        }
        desk.places().acquire();
        Thread.ofVirtual().name("webhook-delivery").start(() -> {
            Settled settled = null;
            try {
                settled = attempt(target, lease, due, batch);
            } catch (RuntimeException failed) {
                LOG.error("a delivery of the webhook {} could not be attempted", webhookId, failed);
            } finally {
                desk.places().release();
                inFlight.release();
            }
            handOver(settled, batch);
        });
    }

    private Settled attempt(Target target, Lease lease, Due due, Settled.Batch batch) {
        Due whole = due.push().isEmpty() ? due : composed(due);
        Postman.Outcome outcome = desk.postman().hand(target, whole);
        if (outcome.isSilence()) {
            silence.unanswered(desk.clock().instant());
        } else {
            silence.answered();
        }
        return new Settled(webhookId, lease, whole, outcome, batch);
    }

    /** What a push changed is read from Git once, and kept before anything is sent. */
    private Due composed(Due due) {
        String body = desk.pushes().compose(due.body(), due.push());
        desk.database().writing(tx -> queue.compose(tx, due.id(), body));
        return due.withBody(body);
    }

    private void handOver(@Nullable Settled settled, Settled.Batch batch) {
        try {
            if (settled != null && desk.settling().add(settled)) {
                return;
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        batch.lost().set(true);
        batch.open().countDown();
    }
}
