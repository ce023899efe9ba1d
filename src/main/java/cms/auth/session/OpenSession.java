package cms.auth.session;

import java.time.Instant;
import java.util.Optional;

/**
 * A session in the list that a person sees.
 *
 * @param device name that its browser or program sent; empty for sessions of earlier versions
 * @param lastUsedAt when its tokens were last renewed, which happens within an hour of a use
 * @param endsAt its end, however it is used; empty for sessions of earlier versions
 */
public record OpenSession(
        String id,
        String provider,
        String device,
        String address,
        Instant createdAt,
        Instant lastUsedAt,
        Optional<Instant> endsAt) {}
