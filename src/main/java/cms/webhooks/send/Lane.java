package cms.webhooks.send;

import cms.platform.jobs.Lease;
import cms.webhooks.log.DeliveryQueueStore;
import cms.webhooks.log.DueDelivery;
import java.time.Duration;
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

    /** After which the receiver is read anew: it may have been switched off, or have another address or secret. */
    private static final Duration TARGET_HOLDS = Duration.ofSeconds(10);

    private final String webhookId;
    private final DeliveryDispatcher.LaneServices services;
    private final Silence silence;
    private final DeliveryQueueStore queue = new DeliveryQueueStore();
    private final Semaphore inFlight = new Semaphore(IN_FLIGHT_MAX);

    Lane(String webhookId, DeliveryDispatcher.LaneServices services, Silence silence) {
        this.webhookId = webhookId;
        this.services = services;
        this.silence = silence;
    }

    /**
     * The state of the lane in the rows.
     *
     * @param isOld whether a delivery is too old to be sent
     * @param rests whether the row of the queue says that nothing is due
     */
    private record Look(Optional<DeliveryTarget> target, List<DueDelivery> due, boolean isOld, boolean rests) {}

    /** Sends the deliveries that are due; the caller holds the lease of the lane. */
    void run(Lease lease) throws InterruptedException {
        boolean rests = false;
        boolean goesOn = true;
        while (goesOn && !services.isStopping()) {
            boolean silent = services.clock().instant().isBefore(silence.until());
            Look look = silent ? null : look();
            goesOn = look != null && sendBatch(lease, look);
            rests = look != null && look.rests();
        }
        if (!services.isStopping() && !rests) {
            services.database().writing(tx -> {
                lease.confirm(tx);
                queue.rest(tx, webhookId, silence.until());
            });
        }
    }

    private Look look() {
        int max = isOneAtATime() ? 1 : LOADED_MAX;
        return services.database().read(tx -> {
            Instant now = services.clock().instant();
            Instant oldest = now.minus(RetryPlan.EXPIRES_AFTER);
            Optional<DeliveryTarget> target = services.targets().active(tx, webhookId);
            List<DueDelivery> due = target.isEmpty() ? List.of() : queue.due(tx, webhookId, now, max);
            boolean isOld = due.stream().anyMatch(one -> one.begunAt().isBefore(oldest));
            return new Look(target, due, isOld, due.isEmpty() && queue.isResting(tx, webhookId, now));
        });
    }

    /** Sends a batch; false when nothing is due, the receiver is switched off, or an outcome could not be stored. */
    private boolean sendBatch(Lease lease, Look look) throws InterruptedException {
        if (look.target().isEmpty()) {
            Instant now = services.clock().instant();
            return services.database().write(tx -> queue.disable(tx, webhookId, now, now));
        }
        if (look.isOld()) {
            expire(lease);
            return true;
        }
        if (look.due().isEmpty()) {
            return false;
        }
        FinishedAttempt.DeliveryBatch batch =
                FinishedAttempt.DeliveryBatch.of(look.due().size(), silence);
        Instant until = services.clock().instant().plus(TARGET_HOLDS);
        boolean goesOn = true;
        for (DueDelivery one : look.due()) {
            boolean holds = services.clock().instant().isBefore(until);
            goesOn = goesOn && holds && send(look.target().get(), lease, one, batch);
            if (!goesOn) {
                // What the batch leaves is read again with the receiver as it is then, and keeps its attempts.
                batch.open().countDown();
            }
        }
        batch.open().await();
        return !batch.lost().get();
    }

    private void expire(Lease lease) {
        Instant now = services.clock().instant();
        services.database().writing(tx -> {
            lease.confirm(tx);
            queue.expire(tx, webhookId, now.minus(RetryPlan.EXPIRES_AFTER), now);
        });
    }

    private boolean isOneAtATime() {
        return silence.isHanging() || silence.isSlow();
    }

    /** Begins to send a delivery; false where the rest of its batch has to be read again instead. */
    private boolean send(DeliveryTarget target, Lease lease, DueDelivery due, FinishedAttempt.DeliveryBatch batch)
            throws InterruptedException {
        boolean slow = silence.isSlow();
        int share = slow ? IN_FLIGHT_MAX : 1;
        inFlight.acquire(share);
        boolean ends = services.isStopping() || isOneAtATime() && batch.size() > 1;
        DeliveryPermits.Permit permit = ends ? null : services.permits().enter(target.workspaceId(), slow);
        if (permit == null) {
            inFlight.release(share);
            return false;
        }
        Thread.ofVirtual().name("webhook-delivery").start(() -> {
            FinishedAttempt finished = null;
            try {
                finished = attempt(target, lease, due, batch);
            } catch (RuntimeException | StackOverflowError failed) {
                LOG.error("a delivery of the webhook {} could not be attempted", webhookId, failed);
            } finally {
                permit.leave();
                inFlight.release(share);
                handOver(finished, batch);
            }
        });
        return true;
    }

    private FinishedAttempt attempt(
            DeliveryTarget target, Lease lease, DueDelivery due, FinishedAttempt.DeliveryBatch batch) {
        DueDelivery whole = due.push().isEmpty() ? due : composed(due);
        DeliverySender.AttemptResult outcome = services.sender().send(target, whole);
        silence.took(outcome.attempt().durationMs());
        if (outcome.isSilence()) {
            silence.unanswered(services.clock().instant());
        } else {
            silence.answered();
        }
        return new FinishedAttempt(webhookId, lease, whole, outcome, batch);
    }

    /** The delivery with its body composed from Git, which is stored before the first attempt. */
    private DueDelivery composed(DueDelivery due) {
        String body = services.pushes().compose(due.body(), due.push());
        services.database().writing(tx -> queue.compose(tx, due.id(), body));
        return due.withBody(body);
    }

    private void handOver(@Nullable FinishedAttempt finished, FinishedAttempt.DeliveryBatch batch) {
        try {
            if (finished != null && services.recorder().add(finished)) {
                return;
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        batch.lost().set(true);
        batch.open().countDown();
    }
}
