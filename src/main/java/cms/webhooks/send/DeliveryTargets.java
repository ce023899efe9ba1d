package cms.webhooks.send;

import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.webhooks.endpoint.SealedParts;
import cms.webhooks.endpoint.Secrets;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Reads the targets of receivers from their rows. */
public final class DeliveryTargets {
    private final Database database;
    private final Secrets secrets;
    private final InstantSource clock;
    private final WebhookStore store = new WebhookStore();

    public DeliveryTargets(Database database, Secrets secrets, InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * The target of an active receiver; empty for one that was deleted or switched off, or whose secret this instance
     * cannot decrypt.
     */
    Optional<DeliveryTarget> active(Tx tx, String webhookId) {
        return store.find(tx, webhookId).filter(Webhook::active).flatMap(hook -> of(tx, hook));
    }

    /**
     * The target for a test, which a receiver that is switched off gets as well. Its address and its headers are those
     * of one instant: a change in between would send headers that are meant for another address.
     */
    public Optional<DeliveryTarget> of(String webhookId) {
        return database.read(tx -> store.find(tx, webhookId).flatMap(webhook -> of(tx, webhook)));
    }

    private Optional<DeliveryTarget> of(Tx tx, Webhook webhook) {
        Instant now = clock.instant();
        Optional<SealedParts> sealed = store.sealed(tx, webhook.id());
        return sealed.flatMap(parts -> secrets.openSecret(parts.secret())
                .map(secret -> new DeliveryTarget(
                        webhook.id(),
                        webhook.workspaceId(),
                        webhook.url(),
                        secret,
                        Optional.ofNullable(parts.previousAt(now))
                                .flatMap(secrets::openSecret)
                                .orElse(null),
                        secrets.openHeaders(parts.headers()))));
    }
}
