package cms.webhooks.send;

import cms.platform.jobs.Lease;
import cms.webhooks.log.Due;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An attempt on its way into the rows.
 *
 * @param lease without which its lane may not write
 * @param batch who waits until it is written
 */
record Settled(String webhookId, Lease lease, Due due, Postman.Outcome outcome, Batch batch) {

    /** Deliveries of one lane that are sent together, and how well its receiver answers. */
    record Batch(CountDownLatch open, AtomicBoolean lost, Silence silence) {
        static Batch of(int count, Silence silence) {
            return new Batch(new CountDownLatch(count), new AtomicBoolean(), silence);
        }
    }

    void written() {
        batch.open().countDown();
    }

    /** It is sent again: nobody knows that it arrived. */
    void release() {
        batch.lost().set(true);
        batch.open().countDown();
    }
}
