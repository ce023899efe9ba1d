package cms.webhooks.send;

import cms.platform.jobs.Lease;
import cms.webhooks.log.DueDelivery;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The outcome of an attempt that is to be stored.
 *
 * @param lease of the lane, without which it may not write
 * @param batch the batch that waits until it is stored
 */
record FinishedAttempt(
        String webhookId, Lease lease, DueDelivery due, DeliverySender.AttemptResult outcome, DeliveryBatch batch) {

    /** Deliveries of one lane that are sent together, and the state of its receiver. */
    record DeliveryBatch(int size, CountDownLatch open, AtomicBoolean lost, Silence silence) {
        static DeliveryBatch of(int count, Silence silence) {
            return new DeliveryBatch(count, new CountDownLatch(count), new AtomicBoolean(), silence);
        }
    }

    void written() {
        batch.open().countDown();
    }

    /** Releases the batch for another sending, because the outcome was not stored. */
    void release() {
        batch.lost().set(true);
        batch.open().countDown();
    }
}
