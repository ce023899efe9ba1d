package cms.platform.http;

/** The kind of callers of a route; middleware and the browser checks go by it. */
public enum Surface {
    /** Any caller, and no cookie is read or set: health, public forms, incoming webhooks. */
    PUBLIC(Surface.SMALL_BYTES_MAX),
    /** Any caller, but a cookie is read or set: the sign-in routes and pages. */
    SIGN_IN(Surface.SIGN_IN_BYTES_MAX),
    /** A signed-in person: session cookie or access token. */
    SESSION(Surface.SMALL_BYTES_MAX),
    /** A key of this service in the {@code Authorization} header. */
    KEYED(Surface.SMALL_BYTES_MAX),
    /** Only from this machine, or hidden otherwise: identity page, outbox, metrics. */
    LOOPBACK(Surface.SIGN_IN_BYTES_MAX);

    private static final long SIGN_IN_BYTES_MAX = 16 * 1024;
    private static final long SMALL_BYTES_MAX = 64 * 1024;

    /** Largest request body, where a route does not set another limit. */
    private final long bodyBytesMax;

    Surface(long bodyBytesMax) {
        this.bodyBytesMax = bodyBytesMax;
    }

    /**
     * Largest request body of a path; sign-in routes take small ones, because they parse them before the caller is
     * known.
     */
    long bodyBytesMax(String path) {
        return path.startsWith("/api/auth/") ? SIGN_IN_BYTES_MAX : bodyBytesMax;
    }
}
