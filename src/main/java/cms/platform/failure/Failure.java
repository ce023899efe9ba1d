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
 * <p>Its message is one sentence that is safe to show to any caller and says what to change. A cause is
 * logged and never shown. {@code code} is a stable machine-readable word, {@code data} its details.
 */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final @Nullable String code;
    private final transient Map<String, Object> data;
    private final @Nullable Duration retryAfter;

    private Failure(
            FailureKind kind,
            String sentence,
            @Nullable String code,
            Map<String, Object> data,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        super(sentence, cause);
        this.kind = kind;
        this.code = code;
        this.data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        this.retryAfter = retryAfter;
    }

    public static Failure of(FailureKind kind, String sentence) {
        return new Failure(kind, sentence, null, Map.of(), null, null);
    }

    public static Failure invalid(String sentence) {
        return of(FailureKind.INVALID, sentence);
    }

    public static Failure unauthenticated(String sentence) {
        return of(FailureKind.UNAUTHENTICATED, sentence);
    }

    public static Failure forbidden(String sentence) {
        return of(FailureKind.FORBIDDEN, sentence);
    }

    public static Failure notFound(String sentence) {
        return of(FailureKind.NOT_FOUND, sentence);
    }

    public static Failure conflict(String sentence) {
        return of(FailureKind.CONFLICT, sentence);
    }

    public static Failure unprocessable(String sentence) {
        return of(FailureKind.UNPROCESSABLE, sentence);
    }

    public static Failure unavailable(String sentence) {
        return of(FailureKind.UNAVAILABLE, sentence);
    }

    /** A caller that came too often; {@code retryAfter} is rounded up to whole seconds in the answer. */
    public static Failure rateLimited(String sentence, Duration retryAfter) {
        return new Failure(FailureKind.RATE_LIMITED, sentence, null, Map.of(), retryAfter, null);
    }

    public Failure withCode(String newCode) {
        return new Failure(kind, sentence(), newCode, data, retryAfter, getCause());
    }

    public Failure withData(Map<String, Object> newData) {
        return new Failure(kind, sentence(), code, newData, retryAfter, getCause());
    }

    public Failure withRetryAfter(Duration newRetryAfter) {
        return new Failure(kind, sentence(), code, data, newRetryAfter, getCause());
    }

    public Failure causedBy(Throwable cause) {
        return new Failure(kind, sentence(), code, data, retryAfter, cause);
    }

    public FailureKind kind() {
        return kind;
    }

    /** The sentence that is safe to show. */
    public String sentence() {
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
