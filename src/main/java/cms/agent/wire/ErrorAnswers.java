package cms.agent.wire;

import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.agent.model.ModelFailure;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Maps errors of a model's server to {@link ModelFailure}s. */
final class ErrorAnswers {
    private static final Set<String> PASSING =
            Set.of("overloaded_error", "api_error", "rate_limit_error", "server_error", "rate_limit_exceeded");

    private ErrorAnswers() {}

    /** The failure for an error event within a stream of status 200. */
    static ModelFailure inStream(JsonNode error) {
        String type = error.path("type").asString(error.path("code").asString(""));
        if (PASSING.contains(type)) {
            return ModelFailure.busy(null);
        }
        return ModelFailure.refused("The model's server broke off: " + shown(message(error)));
    }

    /**
     * The failure for another status than 200.
     *
     * @param body as received, possibly not JSON
     */
    static ModelFailure of(int status, String body, Optional<Duration> retryAfter) {
        String said = messageOf(body);
        boolean spent = said.contains("quota") || said.contains("credit") || said.contains("spend");
        return switch (status) {
            case 401, 403 -> ModelFailure.refused("The model's server refuses the key (" + status + ").");
            case 404, 405 ->
                ModelFailure.refused(
                        "The model's server does not know this model or address (" + status + "): " + shown(said));
            case 413 -> ModelFailure.refused("The conversation is too long for the model; begin a new one.");
            case 408, 409, 429 ->
                spent
                        ? ModelFailure.refused("The model's server refuses for good: " + shown(said))
                        : ModelFailure.busy(retryAfter.orElse(null));
            default ->
                status >= 500
                        ? ModelFailure.busy(retryAfter.orElse(null))
                        : ModelFailure.refused(
                                "The model's server refuses the request (" + status + "): " + shown(said));
        };
    }

    private static String messageOf(String body) {
        try {
            JsonNode parsed = Json.sent(body.getBytes(StandardCharsets.UTF_8));
            return message(parsed.path("error").isMissingNode() ? parsed : parsed.path("error"));
        } catch (RuntimeException noJson) {
            return body;
        }
    }

    private static String message(JsonNode error) {
        return error.isString() ? error.asString() : error.path("message").asString("");
    }

    private static String shown(String text) {
        String plain = CleanText.once(text.replaceAll("\\s+", " ").strip());
        return plain.length() <= AgentLimits.MODEL_ERROR_SHOWN_CHARS_MAX
                ? plain
                : CleanText.head(plain, AgentLimits.MODEL_ERROR_SHOWN_CHARS_MAX) + "…";
    }
}
