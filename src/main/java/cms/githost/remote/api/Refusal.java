package cms.githost.remote.api;

/** Why the host did not do what it was asked. */
public enum Refusal {
    /** The token is not good, also after it was renewed once. */
    UNAUTHORIZED,
    FORBIDDEN,
    NOT_FOUND,
    /** It is somewhere else now; where, is not followed. */
    MOVED,
    /** The state does not allow it (405 or 409). */
    CONFLICT,
    UNPROCESSABLE,
    /** We asked too much, by its count; it says when to come back. */
    LIMITED,
    /** Down, hanging, cut off, failing, or talking nonsense. */
    UNREACHABLE
}
