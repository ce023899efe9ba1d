package cms.platform.failure;

/** The closed list of ways in which a request can fail on purpose. */
public enum FailureKind {
    INVALID,
    UNAUTHENTICATED,
    PAYMENT_REQUIRED,
    FORBIDDEN,
    NOT_FOUND,
    METHOD_NOT_ALLOWED,
    CONFLICT,
    PRECONDITION_FAILED,
    TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    UNPROCESSABLE,
    RATE_LIMITED,
    BAD_GATEWAY,

    /** It passes: the same request may succeed later. */
    UNAVAILABLE,

    /** This service does not have the part at all, so that waiting does not help. */
    ABSENT
}
