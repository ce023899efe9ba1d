package cms.webhooks.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a receiver that are stored sealed.
 *
 * @param previous the secret before the last rotation; null when it does not sign any more
 * @param previousUntil until when the previous one signs as well
 */
public record SealedParts(
        String secret, @Nullable String previous, @Nullable Instant previousUntil, String headers) {

    /** The previous secret as long as it signs. */
    public @Nullable String previousAt(Instant now) {
        return previousUntil != null && now.isBefore(previousUntil) ? previous : null;
    }
}
