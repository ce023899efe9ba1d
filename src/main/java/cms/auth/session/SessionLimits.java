package cms.auth.session;

import java.time.Duration;

/** The lifetimes of sessions and their tokens (reference 10.1). */
final class SessionLimits {
    static final Duration ACCESS_TOKEN_LIFE = Duration.ofHours(1);
    static final Duration REFRESH_TOKEN_LIFE = Duration.ofDays(30);
    static final Duration REUSE_TOLERANCE = Duration.ofSeconds(10);
    static final Duration REFRESH_BEFORE_EXPIRY = Duration.ofMinutes(5);
    static final Duration COOKIE_LIFE = Duration.ofDays(7);
    static final int REFRESH_TOKEN_BYTES = 32;

    private SessionLimits() {}
}
