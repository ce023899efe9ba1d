package cms.mcp;

import cms.mcp.protocol.Endpoint;
import cms.mcp.protocol.ProtocolError;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.failure.WholeSeconds;
import cms.platform.http.Answer;
import cms.platform.http.StatusTable;
import cms.platform.json.Json;

/** Converts failures to the protocol's errors; the code is the status times a hundred and a number (brief 2). */
final class ProtocolFailure {
    private static final String PREFIX = "mcp.";
    private static final int ORIGIN = 40305;

    private ProtocolFailure() {}

    /** A failure that clients tell apart by its code, such as 40301. */
    static Failure of(FailureKind kind, int code, String message) {
        return Failure.of(kind, message).withCode(PREFIX + code);
    }

    /** The answer of a failure, wherever it came from. */
    static Answer answer(Failure failure) {
        return failure.kind() == FailureKind.UNAUTHENTICATED
                ? answer(failure, "Bearer realm=\"cms\"")
                : Endpoint.refusal(error(failure), null);
    }

    /** The answer to a caller without a valid credential, with the challenge. */
    static Answer answer(Failure failure, String challenge) {
        return Endpoint.refusal(error(failure), null).withHeader("WWW-Authenticate", challenge);
    }

    static ProtocolError error(Failure failure) {
        int status = StatusTable.status(failure.kind());
        int code = failure.code()
                .map(word -> word.equals("origin.forbidden")
                        ? ORIGIN
                        : word.startsWith(PREFIX) ? Integer.parseInt(word.substring(PREFIX.length())) : status * 100)
                .orElse(status * 100);
        return StatusTable.retryAfter(failure)
                .map(wait -> new ProtocolError(
                        status,
                        code,
                        failure.message(),
                        Json.object().put(ProtocolError.RETRY_AFTER, WholeSeconds.of(wait))))
                .orElseGet(() -> ProtocolError.of(status, code, failure.message()));
    }
}
