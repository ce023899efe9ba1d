package cms.testing;

import cms.platform.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** An event stream being read; every event is the JSON of its data line, comments are counted. */
public final class Events implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 80;
    private static final String DATA = "data:";
    private static final String ID = "id:";

    private final String request;
    private final InputStream stream;
    private volatile String lastId = "";
    private final AtomicInteger comments = new AtomicInteger();
    private final BlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();
    private String idOfNext = "";

    /** An event, empty for the end of the stream, and the newest id up to it. */
    private record Arrived(Optional<JsonNode> event, String id) {}

    private Events(String request, InputStream stream) {
        this.request = request;
        this.stream = stream;
        Thread.ofVirtual().start(this::read);
    }

    static Events of(String request, HttpResponse<InputStream> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (response.statusCode() == 200 && type.startsWith("text/event-stream")) {
            return new Events(request, response.body());
        }
        try (InputStream body = response.body()) {
            String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            throw new AssertionError(request + " opened no event stream: " + response.statusCode() + " " + text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The next event; empty when the stream has ended; fails the test when nothing comes. */
    public Optional<JsonNode> next() {
        try {
            Arrived next = arrived.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError(request + " sent nothing for " + TIMEOUT_SECONDS + " seconds");
            }
            if (next.event().isEmpty()) {
                arrived.add(next);
            }
            idOfNext = next.id();
            return next.event();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** The newest id that has arrived, with which a client resumes. */
    public String lastId() {
        return lastId;
    }

    /** The newest id up to the event that {@link #next} has returned, with which a client resumes behind it. */
    public String idOfNext() {
        return idOfNext;
    }

    /** How many comments have arrived, which say that the stream is alive. */
    public int comments() {
        return comments.get();
    }

    /** Everything up to the end of the stream. */
    public List<JsonNode> rest() {
        List<JsonNode> events = new ArrayList<>();
        for (Optional<JsonNode> event = next(); event.isPresent(); event = next()) {
            events.add(event.get());
        }
        return events;
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ID)) {
                    lastId = line.substring(ID.length()).strip();
                }
                if (line.startsWith(":")) {
                    comments.incrementAndGet();
                }
                if (line.startsWith(DATA)) {
                    JsonNode event = Json.parse(line.substring(DATA.length()));
                    OpenApiAnswers.noteEvent(request, event);
                    arrived.add(new Arrived(Optional.of(event), lastId));
                }
            }
        } catch (IOException closed) {
            // The stream was closed by one side: for a reader it has ended.
        } finally {
            arrived.add(new Arrived(Optional.empty(), lastId));
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException alreadyClosed) {
            // Nothing is left to close.
        }
    }
}
