package cms.webhooks.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a receiver that are stored sealed.
 *
 * @param previous the secret before the last rotation; null when it does not sign any more
 * @param previousUntil end of the time in which the previous secret signs as well
 */
public record SealedParts(
        String secret, @Nullable String previous, @Nullable Instant previousUntil, String headers) {

    /** The previous secret while it signs; null afterwards. */
    public @Nullable String previousAt(Instant now) {
        return previousUntil != null && now.isBefore(previousUntil) ? previous : null;
    }
}
