package cms.githost.remote.api;

/** The reason why the host did not carry out a call. */
public enum Refusal {
    /** The token is not valid, also after it was renewed once. */
    UNAUTHORIZED,
    FORBIDDEN,
    NOT_FOUND,
    /** A redirect, which is not followed. */
    MOVED,
    /** The state does not allow it (405 or 409). */
    CONFLICT,
    UNPROCESSABLE,
    /** A rate limit of the host, which says when to try again. */
    LIMITED,
    /** The host is down, too slow, disconnects, fails, or sends malformed answers. */
    UNREACHABLE
}
