package cms.auth.session;

import java.time.Instant;
import java.util.Optional;

/**
 * A session of a person, as the person tells it from the others.
 *
 * @param device what its browser or program called itself; empty for those of before
 * @param lastUsedAt when its tokens were last renewed, which happens within an hour of a use
 * @param endsAt when it ends, however it is used; empty for those of before
 */
public record OpenSession(
        String id,
        String provider,
        String device,
        String address,
        Instant createdAt,
        Instant lastUsedAt,
        Optional<Instant> endsAt) {}
