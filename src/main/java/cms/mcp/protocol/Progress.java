package cms.mcp.protocol;

import cms.platform.http.EventStream;
import cms.platform.json.Json;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends one client the progress of a long call; for one thread at a time. */
final class Progress {
    private final @Nullable EventStream events;
    private final JsonNode token;
    private double reported = -1;
    private volatile boolean gone;

    private Progress(@Nullable EventStream events, JsonNode token) {
        this.events = events;
        this.token = token;
    }

    /** Of a client that did not ask. */
    static Progress untold() {
        return new Progress(null, Json.object());
    }

    /** @param token by which the client knows its call again */
    static Progress to(EventStream events, JsonNode token) {
        return new Progress(events, token);
    }

    /** Sends the client what part is done, from 0 to 1, if it is more than what was sent before. */
    void report(double part) {
        if (events == null || gone || !(part > reported)) {
            return;
        }
        reported = part;
        ObjectNode json = Json.object().put("jsonrpc", "2.0").put("method", "notifications/progress");
        ObjectNode params = json.putObject("params").put("progress", part).put("total", 1);
        params.set("progressToken", token);
        try {
            events.send(json);
        } catch (UncheckedIOException clientLeft) {
            gone = true;
        }
    }

    /** Whether the client has closed the stream, as far as anybody has noticed. */
    boolean isGone() {
        return gone;
    }
}
