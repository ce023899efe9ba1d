package cms.platform.http;

import cms.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/** The open end of a server-sent event stream: {@code data:} lines of JSON. */
public final class EventStream {
    private final OutputStream out;
    private final ReentrantLock turn = new ReentrantLock();

    EventStream(OutputStream out) {
        this.out = out;
    }

    /** Sends one event; throws {@link UncheckedIOException} when the client has gone. */
    public void send(Object value) {
        write("data: " + Json.text(value) + "\n\n");
    }

    /** Sends one event with an id, from which a client resumes by {@code Last-Event-ID}. */
    public void send(String id, Object value) {
        write("id: " + id + "\ndata: " + Json.text(value) + "\n\n");
    }

    /** A comment that keeps the connection open and notices a client that has gone. */
    public void beat() {
        write(": still here\n\n");
    }

    private void write(String text) {
        turn.lock();
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } finally {
            turn.unlock();
        }
    }
}
