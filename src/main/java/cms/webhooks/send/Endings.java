package cms.webhooks.send;

import cms.platform.db.Tx;
import cms.webhooks.endpoint.Health;
import java.time.Instant;

/** Switches off a receiver that does not answer any more, in the transaction that stores its last failure. */
public interface Endings {
    void follow(Tx tx, String webhookId, Health.Consequence consequence, Instant now);

    /** Switches off a receiver that answered 410, which unsubscribes it from all events. */
    void endUnsubscribed(Tx tx, String webhookId, Instant now);
}
