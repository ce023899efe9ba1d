package cms.webhooks.log;

import java.time.Instant;

/**
 * A delivery whose time has come.
 *
 * @param body what is sent, always the same bytes; empty while {@code push} has to be looked up
 * @param push the commits of a push, {@code <before> <after>}, whose models are not in the body yet; empty otherwise
 * @param begunAt when its plan of retries began
 * @param tries how many attempts this plan has had
 * @param attempts what is noted of earlier attempts, a list in JSON
 */
public record Due(
        String id, String event, long sequence, String body, String push, Instant begunAt, int tries, String attempts) {
    public Due withBody(String composed) {
        return new Due(id, event, sequence, composed, "", begunAt, tries, attempts);
    }
}
