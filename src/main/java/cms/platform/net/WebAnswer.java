package cms.platform.net;

import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The answer to an outgoing request, whatever its status; redirects are not followed.
 *
 * @param contentType empty when the server sent none
 * @param headers by name in lower case; the first of repeated ones
 */
public record WebAnswer(int status, String contentType, byte[] body, Map<String, String> headers) {
    /** Most JSON values of an answer: ten for each file of a large repository. */
    private static final int VALUES_MAX = 2_000_000;

    public WebAnswer {
        headers = Map.copyOf(headers);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as JSON; empty when it is not JSON. */
    public Optional<JsonNode> json() {
        try {
            return Optional.of(Json.bounded(body, VALUES_MAX));
        } catch (RuntimeException notJson) {
            return Optional.empty();
        }
    }
}
