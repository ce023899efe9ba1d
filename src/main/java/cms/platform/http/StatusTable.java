package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.failure.WholeSeconds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts a failure into a status and a body; no other code does (spec 7). */
public final class StatusTable {
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    private StatusTable() {}

    public static int status(FailureKind kind) {
        return switch (kind) {
            case INVALID -> 400;
            case UNAUTHENTICATED -> 401;
            case PAYMENT_REQUIRED -> 402;
            case FORBIDDEN -> 403;
            case NOT_FOUND -> 404;
            case METHOD_NOT_ALLOWED -> 405;
            case CONFLICT -> 409;
            case PRECONDITION_FAILED -> 412;
            case TOO_LARGE -> 413;
            case UNSUPPORTED_MEDIA_TYPE -> 415;
            case UNPROCESSABLE -> 422;
            case RATE_LIMITED -> 429;
            case BAD_GATEWAY -> 502;
            case UNAVAILABLE, ABSENT -> 503;
        };
    }

    /** {@code { statusCode, message, code?, data? }}, with {@code Retry-After} in whole seconds where known. */
    public static Answer answer(Failure failure) {
        int status = status(failure.kind());
        Map<String, Object> body = body(status, failure.message());
        failure.code().ifPresent(code -> body.put("code", code));
        if (!failure.data().isEmpty()) {
            body.put("data", failure.data());
        }
        Answer answer = Answer.json(status, body);
        return withRetryAfter(answer, failure);
    }

    /** How long a client is told to wait: what the failure knows, else some seconds where it passes. */
    public static Optional<Duration> retryAfter(Failure failure) {
        return failure.retryAfter()
                .or(() -> failure.kind() == FailureKind.UNAVAILABLE ? Optional.of(COME_BACK) : Optional.empty());
    }

    /** The answer with {@code Retry-After}, where waiting helps. */
    public static Answer withRetryAfter(Answer answer, Failure failure) {
        return retryAfter(failure)
                .map(wait -> answer.withHeader("Retry-After", Long.toString(WholeSeconds.of(wait))))
                .orElse(answer);
    }

    /** The body of a refusal with a status that only one protocol uses. */
    public static Map<String, Object> body(int status, String message) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("statusCode", status);
        body.put("message", message);
        return body;
    }
}
