package cms.platform.http;

import cms.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The sending side of a server-sent event stream: {@code data:} lines of JSON.
 *
 * <p>A source with an end of its own just sends and returns. An endless source loops while {@link #isOpen} and waits
 * with {@link #rest}, so that a stop of the service ends it at once.
 */
public final class EventStream {
    private final OutputStream out;
    private final BooleanSupplier left;
    private final ReentrantLock turn = new ReentrantLock();
    private final CountDownLatch ending = new CountDownLatch(1);

    /** @param left whether the client has disconnected */
    EventStream(OutputStream out, BooleanSupplier left) {
        this.out = out;
        this.left = left;
    }

    /** Whether the client has disconnected, which a stream with nothing to send would not notice. */
    public boolean isDisconnected() {
        return left.getAsBoolean();
    }

    /** Sends one event; throws {@link UncheckedIOException} when the client has gone. */
    public void send(Object value) {
        write("data: " + Json.text(value) + "\n\n");
    }

    /** Sends one event with an id, from which a client resumes by {@code Last-Event-ID}. */
    public void send(String id, Object value) {
        write("id: " + id.replaceAll("[\\r\\n]", " ") + "\ndata: " + Json.text(value) + "\n\n");
    }

    /** A comment that keeps the connection open and notices a client that has gone. */
    public void beat() {
        write(": still here\n\n");
    }

    /** Whether the source should continue: false once the service is stopping, although later events are still sent. */
    public boolean isOpen() {
        return ending.getCount() > 0;
    }

    /** Waits, at most {@code time}; returns {@link #isOpen}. */
    public boolean rest(Duration time) {
        try {
            return !ending.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void end() {
        ending.countDown();
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
