package cms.webhooks.log;

import java.time.Instant;

/**
 * A delivery that is due.
 *
 * @param body the bytes to send, the same at each attempt; empty while {@code push} has to be looked up
 * @param push the commits of a push, {@code <before> <after>}, whose models are not in the body yet; empty otherwise
 * @param begunAt start of its retry plan
 * @param tries number of attempts of this plan
 * @param attempts earlier attempts, a list in JSON
 */
public record DueDelivery(
        String id, String event, long sequence, String body, String push, Instant begunAt, int tries, String attempts) {
    public DueDelivery withBody(String composed) {
        return new DueDelivery(id, event, sequence, composed, "", begunAt, tries, attempts);
    }
}
