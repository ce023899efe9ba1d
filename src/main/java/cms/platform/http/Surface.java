package cms.platform.http;

/** Who a route is for; middleware and the browser checks go by it. */
public enum Surface {
    /** Anybody, and no cookie is read or set: health, public forms, incoming notices. */
    PUBLIC,
    /** Anybody, but a cookie is read or set: the sign-in routes and pages. */
    SIGN_IN,
    /** A signed-in person: session cookie or access token. */
    SESSION,
    /** A key of ours in the {@code Authorization} header. */
    KEYED,
    /** Only from this machine, or hidden otherwise: identity page, outbox, metrics. */
    LOOPBACK
}
