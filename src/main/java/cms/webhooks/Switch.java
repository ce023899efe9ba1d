package cms.webhooks;

import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.webhooks.endpoint.Health;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import cms.webhooks.send.Endings;
import java.time.Instant;
import java.util.Optional;

/**
 * Switches off receivers that do not answer, and announces it. Their lanes give up what waits, when they look again at
 * the receiver.
 */
final class Switch implements Endings {
    private static final String FAILING = "failing";
    private static final String GONE = "gone";

    private final Announcements announcements;
    private final WebhookStore store = new WebhookStore();

    Switch(Announcements announcements) {
        this.announcements = announcements;
    }

    @Override
    public void follow(Tx tx, String webhookId, Health.Consequence consequence, Instant now) {
        switch (consequence) {
            case GOES_ON -> {}
            case WARN -> store.find(tx, webhookId).ifPresent(webhook -> announce(tx, webhook, false));
            case DISABLE -> disable(tx, webhookId, FAILING, now);
        }
    }

    @Override
    public void endUnsubscribed(Tx tx, String webhookId, Instant now) {
        disable(tx, webhookId, GONE, now);
    }

    private void disable(Tx tx, String webhookId, String reason, Instant now) {
        store.lock(tx, webhookId); // a member may be changing it
        Optional<Webhook> active = store.find(tx, webhookId).filter(Webhook::active);
        if (active.isPresent()) {
            Webhook off = active.get().switchedOff(reason, now);
            store.update(tx, off);
            announce(tx, off, true);
        }
    }

    private void announce(Tx tx, Webhook webhook, boolean disabled) {
        Instant since = webhook.failingSince();
        announcements.announce(
                tx,
                new WebhookFailing(
                        webhook.id(),
                        webhook.workspaceId(),
                        webhook.projectId(),
                        since == null ? null : since.toString(),
                        disabled));
    }
}
