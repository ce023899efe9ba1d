package cms.webhooks.send;

import cms.platform.db.Tx;
import cms.webhooks.endpoint.Health;
import java.time.Instant;

/** Ends a receiver that does not answer any more, in the transaction that notes its last failure. */
public interface Endings {
    void follow(Tx tx, String webhookId, Health.Consequence consequence, Instant now);

    /** It answered 410: it does not want to hear of anything any more. */
    void endUnsubscribed(Tx tx, String webhookId, Instant now);
}
