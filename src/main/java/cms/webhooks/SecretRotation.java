package cms.webhooks;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.instance.Instance;
import cms.webhooks.endpoint.SealedParts;
import cms.webhooks.endpoint.Secrets;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Replaces the secret of a receiver; for an overlap the previous one signs as well. */
final class SecretRotation {
    private static final long OVERLAP_HOURS = 24;
    private static final long OVERLAP_HOURS_MAX = 168;

    private final Instance instance;
    private final Secrets secrets;
    private final WebhookStore store = new WebhookStore();

    SecretRotation(Instance instance, Secrets secrets) {
        this.instance = instance;
        this.secrets = secrets;
    }

    /**
     * The options of a rotation.
     *
     * @param secret the new secret; empty for one that is made here
     * @param force rotates although a previous secret still signs, and ends that
     */
    record Options(Optional<String> secret, Duration overlap, boolean force) {}

    /** @param previousUntil end of the overlap; null when the previous secret does not sign any more */
    record Rotated(String secret, @Nullable Instant previousUntil) {}

    /** @throws Failure INVALID for a malformed secret, or hours out of bounds */
    Options parse(Body body) {
        long hours = body.integer("overlapHours").orElse(OVERLAP_HOURS);
        if (hours < 0 || hours > OVERLAP_HOURS_MAX) {
            throw Failure.invalid("`overlapHours` must be a whole number from 0 to " + OVERLAP_HOURS_MAX + ".");
        }
        return new Options(
                body.text("secret").map(secrets::own),
                Duration.ofHours(hours),
                body.flag("force").orElse(false));
    }

    /** @throws Failure CONFLICT while the previous secret still signs, unless forced */
    Rotated rotate(Webhook webhook, Options options) {
        String next = options.secret().orElseGet(secrets::make);
        Instant now = instance.clock().instant();
        @Nullable Instant until = options.overlap().isZero() ? null : now.plus(options.overlap());
        instance.database().writing(tx -> {
            store.touch(tx, webhook.id(), now);
            SealedParts known = store.sealed(tx, webhook.id()).orElseThrow(Receivers::noWebhook);
            if (known.previousAt(now) != null && !options.force()) {
                throw Failure.conflict(
                        "The previous secret still signs; wait until then, or set `force` to end it now.");
            }
            String previous = until == null ? null : known.secret();
            store.updateSecret(
                    tx, webhook.id(), new SealedParts(secrets.sealSecret(next), previous, until, known.headers()), now);
        });
        return new Rotated(next, until);
    }
}
