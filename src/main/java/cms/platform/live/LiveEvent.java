package cms.platform.live;

import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One server-sent event, encoded once for all receivers. */
public final class LiveEvent {
    private static final int ID_CHARS_MAX = 200;

    private final byte[] bytes;

    private LiveEvent(String text) {
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /** A {@code data:} line of JSON. */
    public static LiveEvent of(Object value) {
        return new LiveEvent("data: " + Json.text(value) + "\n\n");
    }

    /**
     * An event with an id, from which a client resumes by {@code Last-Event-ID}.
     *
     * @param id at most 200 characters without line breaks
     */
    public static LiveEvent of(String id, Object value) {
        if (id.length() > ID_CHARS_MAX || id.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("This cannot be the id of an event: " + id);
        }
        return new LiveEvent("id: " + id + "\ndata: " + Json.text(value) + "\n\n");
    }

    /** Tells the client how long to wait before it reconnects when its stream ends; the client sees no event. */
    public static LiveEvent retry(Duration after) {
        return new LiveEvent("retry: " + after.toMillis() + "\n\n");
    }

    /** A comment that keeps a connection open and reveals a client that has disconnected. */
    static LiveEvent beat() {
        return new LiveEvent(": still here\n\n");
    }

    /** How many bytes of a connection, and of what may wait for it, this event takes. */
    public int size() {
        return bytes.length;
    }

    byte[] bytes() {
        return bytes;
    }
}
