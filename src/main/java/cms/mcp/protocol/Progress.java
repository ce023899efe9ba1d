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

    /** Progress of a client that did not ask for it, which sends nothing. */
    static Progress untold() {
        return new Progress(null, Json.object());
    }

    /** @param token by which the client recognises its call */
    static Progress to(EventStream events, JsonNode token) {
        return new Progress(events, token);
    }

    /** Sends the client the completed share, from 0 to 1, if it has grown. */
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

    /** Whether the client is known to have closed the stream. */
    boolean isGone() {
        return gone;
    }
}
