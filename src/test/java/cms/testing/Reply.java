package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** What came back. */
public record Reply(String request, int status, HttpHeaders headers, byte[] body) {
    /** Fails with the body unless the status is the wanted one. */
    public Reply is(int wanted) {
        assertThat(status).as("%s answered %s", request, text()).isEqualTo(wanted);
        return this;
    }

    public JsonNode json() {
        return Json.parse(body);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The header's first value, empty when absent. */
    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    /** How long a client that was turned away waits before it asks again. */
    public Duration retryAfter() {
        return Duration.ofSeconds(Long.parseLong(header("Retry-After")));
    }
}
