package cms.platform.failure;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only exception that rooms throw on purpose.
 *
 * <p>Its message is one sentence that is safe to show to any caller and says what to change. A cause is logged and
 * never shown. {@code code} is a stable machine-readable word, {@code data} its details.
 */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final @Nullable String code;
    private final transient Map<String, Object> data;
    private final @Nullable Duration retryAfter;

    private Failure(
            FailureKind kind,
            String message,
            @Nullable String code,
            Map<String, Object> data,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.code = code;
        this.data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        this.retryAfter = retryAfter;
    }

    public static Failure of(FailureKind kind, String message) {
        return new Failure(kind, message, null, Map.of(), null, null);
    }

    public static Failure invalid(String message) {
        return of(FailureKind.INVALID, message);
    }

    public static Failure unauthenticated(String message) {
        return of(FailureKind.UNAUTHENTICATED, message);
    }

    public static Failure forbidden(String message) {
        return of(FailureKind.FORBIDDEN, message);
    }

    public static Failure notFound(String message) {
        return of(FailureKind.NOT_FOUND, message);
    }

    public static Failure conflict(String message) {
        return of(FailureKind.CONFLICT, message);
    }

    public static Failure unprocessable(String message) {
        return of(FailureKind.UNPROCESSABLE, message);
    }

    public static Failure unavailable(String message) {
        return of(FailureKind.UNAVAILABLE, message);
    }

    /** A part that this service does not have, where {@link #unavailable} is one that it has not now. */
    public static Failure absent(String message) {
        return of(FailureKind.ABSENT, message);
    }

    /** A caller that came too often; {@code retryAfter} is rounded up to whole seconds in the answer. */
    public static Failure rateLimited(String message, Duration retryAfter) {
        return new Failure(FailureKind.RATE_LIMITED, message, null, Map.of(), retryAfter, null);
    }

    public Failure withCode(String newCode) {
        return new Failure(kind, message(), newCode, data, retryAfter, getCause());
    }

    public Failure withData(Map<String, Object> newData) {
        return new Failure(kind, message(), code, newData, retryAfter, getCause());
    }

    public Failure withRetryAfter(Duration newRetryAfter) {
        return new Failure(kind, message(), code, data, newRetryAfter, getCause());
    }

    public Failure causedBy(Throwable cause) {
        return new Failure(kind, message(), code, data, retryAfter, cause);
    }

    public FailureKind kind() {
        return kind;
    }

    /** The sentence that is safe to show. */
    public String message() {
        String message = getMessage();
        return message == null ? "" : message;
    }

    public Optional<String> code() {
        return Optional.ofNullable(code);
    }

    public Map<String, Object> data() {
        return data;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
