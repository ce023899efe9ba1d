package cms.mcp.apps;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.StatusTable;
import cms.platform.json.Json;

/** Refusals of the token, registration and revocation endpoints, with the words of RFC 6749 and 7591. */
final class OAuthFailure {
    static final String INVALID_REQUEST = "invalid_request";
    static final String INVALID_GRANT = "invalid_grant";
    static final String INVALID_TARGET = "invalid_target";
    static final String INVALID_SCOPE = "invalid_scope";
    private static final String PREFIX = "oauth.";

    private OAuthFailure() {}

    static Failure of(String word, String message) {
        return Failure.invalid(message).withCode(PREFIX + word);
    }

    /** The failure for an unknown client, which may register again. */
    static Failure unknownClient() {
        return Failure.of(FailureKind.UNAUTHENTICATED, "There is no such client; register again.")
                .withCode(PREFIX + "invalid_client");
    }

    static Answer answer(Failure failure) {
        String word = failure.code()
                .filter(code -> code.startsWith(PREFIX))
                .map(code -> code.substring(PREFIX.length()))
                .orElse(
                        failure.kind() == FailureKind.UNAVAILABLE || failure.kind() == FailureKind.RATE_LIMITED
                                ? "temporarily_unavailable"
                                : INVALID_REQUEST);
        Answer answer = Answer.json(
                StatusTable.status(failure.kind()),
                Json.object().put("error", word).put("error_description", failure.message()));
        return StatusTable.withRetryAfter(answer, failure);
    }
}
