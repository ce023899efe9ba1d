package cms.git.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request to a Git host that did not come to a usable end. */
public final class RemoteException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, which decides what callers do. */
    public enum Kind {
        /** No answer, an incomplete one, or a 5xx: whether the host acted on the request is unknown. */
        DOWN,
        /** 401: the token is not valid. */
        UNAUTHORIZED,
        /** 403: the app may not do this here. */
        FORBIDDEN,
        /** A redirect, which is not followed. */
        MOVED,
        /** 404: no such repository, or none that is visible to the app. */
        GONE,
        /** 429, or a 403 with a time to retry. */
        BUSY,
        /** The host sends more than {@link FetchLimits} allow. */
        TOO_LARGE
    }

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    RemoteException(Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    static RemoteException down(String message, @Nullable Throwable cause) {
        return new RemoteException(Kind.DOWN, message, null, cause);
    }

    public Kind kind() {
        return kind;
    }

    /** The time after which the host wants to be asked again. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
