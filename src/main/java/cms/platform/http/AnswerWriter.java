package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.http.body.AnswerRoom;
import cms.platform.http.edge.ClientConnection;
import cms.platform.http.edge.LargeAnswer;
import cms.platform.http.edge.OpenFiles;
import cms.platform.http.edge.ServletWire;
import cms.platform.live.LiveStream;
import cms.platform.live.LiveStreams;
import cms.platform.scratch.ScratchFile;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers to clients. */
final class AnswerWriter {
    private static final Logger LOG = LoggerFactory.getLogger("cms.request");
    private static final Duration ROOM_AGAIN = Duration.ofSeconds(30);

    private final OpenStreams streams = new OpenStreams();
    private final LiveStreams liveStreams = new LiveStreams(OpenFiles.streamsMax(), System::nanoTime);

    OpenStreams streams() {
        return streams;
    }

    LiveStreams liveStreams() {
        return liveStreams;
    }

    /** The answer, or a refusal in the route's envelope when it would be one stream too many. */
    Answer admit(Route route, Answer answer) {
        if (answer.content() instanceof Answer.Content.Live live
                && !liveStreams.hasRoomFor(live.caller(), live.streamsMax())) {
            return route.rules()
                    .refusal(Failure.rateLimited(
                            "Too many event streams are open; close one, or wait until others have.", ROOM_AGAIN));
        }
        return answer;
    }

    /**
     * The answer as it waits for its client, who may read slowly: in memory while there is room, else in a file. Where
     * there is none either, a refusal in the route's envelope.
     */
    Answer keep(Route route, HttpServletRequest request, AnswerRoom room, Answer answer) {
        if (request.getMethod().equals("HEAD")) {
            return answer;
        }
        try {
            return switch (answer.content()) {
                case Answer.Content.Bytes bytes
                when !room.holds(bytes.bytes().length) ->
                    inFile(answer, bytes.contentType(), room, Stream.of(ByteBuffer.wrap(bytes.bytes())));
                case Answer.Content.ByteChunks pieces
                when !room.holds(pieces.bytes()) ->
                    inFile(
                            answer,
                            pieces.contentType(),
                            room,
                            pieces.pieces().stream().map(ByteBuffer::wrap));
                case Answer.Content.View view
                when !room.holds(view.bytes().remaining()) ->
                    inFile(answer, view.contentType(), room, Stream.of(view.bytes()));
                case Answer.Content.Stored stored -> placed(answer, room);
                case Answer.Content.Streamed streamed -> placed(answer, room);
                case Answer.Content.Bytes held -> answer;
                case Answer.Content.ByteChunks held -> answer;
                case Answer.Content.View held -> answer;
                case Answer.Content.Events events -> answer;
                case Answer.Content.Live live -> answer;
                case Answer.Content.None none -> answer;
            };
        } catch (Failure full) {
            close(answer);
            return route.rules().refusal(full);
        }
    }

    private static Answer inFile(Answer answer, String contentType, AnswerRoom room, Stream<ByteBuffer> content) {
        ScratchFile file = room.file(content.toList());
        return answer.in(new Answer.Content.Stored(contentType, file.channel(), 0, file.length()));
    }

    private static Answer placed(Answer answer, AnswerRoom room) {
        room.takePlace();
        return answer;
    }

    private static void close(Answer unsent) {
        try {
            if (unsent.content() instanceof Answer.Content.Stored stored) {
                stored.channel().close();
            }
        } catch (IOException failed) {
            LOG.debug("a file was not closed", failed);
        }
    }

    /**
     * Writes an answer.
     *
     * @throws IOException when the client has gone
     */
    void write(HttpServletRequest request, HttpServletResponse response, Answer answer) throws IOException {
        switch (answer.content()) {
            case Answer.Content.Stored stored -> {
                try {
                    writeWhole(request, response, answer);
                } finally {
                    stored.channel().close();
                }
            }
            case Answer.Content.Streamed streamed -> writeWhole(request, response, answer);
            case Answer.Content.None none -> writeNow(request, response, answer);
            case Answer.Content.Bytes bytes -> writeNow(request, response, answer);
            case Answer.Content.ByteChunks pieces -> writeNow(request, response, answer);
            case Answer.Content.View view -> writeNow(request, response, answer);
            case Answer.Content.Events events -> writeNow(request, response, answer);
            case Answer.Content.Live live -> writeNow(request, response, answer);
        }
    }

    /** An answer that breaks off is cut, so that its client does not take a part for the whole. */
    private void writeWhole(HttpServletRequest request, HttpServletResponse response, Answer answer)
            throws IOException {
        boolean whole = false;
        try {
            writeNow(request, response, answer);
            whole = true;
        } finally {
            if (!whole) {
                LargeAnswer.cut(request);
            }
        }
    }

    private void writeNow(HttpServletRequest request, HttpServletResponse response, Answer answer) throws IOException {
        head(response, answer);
        boolean head = request.getMethod().equals("HEAD");
        switch (answer.content()) {
            case Answer.Content.None none -> none(response);
            case Answer.Content.Bytes bytes -> {
                response.setContentType(bytes.contentType());
                response.setContentLengthLong(bytes.bytes().length);
                if (!head) {
                    response.getOutputStream().write(bytes.bytes());
                }
            }
            case Answer.Content.ByteChunks pieces -> {
                response.setContentType(pieces.contentType());
                response.setContentLengthLong(pieces.bytes());
                if (!head) {
                    write(response.getOutputStream(), pieces.pieces());
                }
            }
            case Answer.Content.View view -> viewed(response, view, head);
            case Answer.Content.Stored stored -> stored(request, response, stored, head);
            case Answer.Content.Streamed streamed -> streamed(response, streamed, head);
            case Answer.Content.Events events -> {
                eventStream(response);
                if (!head) {
                    stream(request, response, events.source());
                }
            }
            case Answer.Content.Live live -> {
                eventStream(response);
                if (!head) {
                    open(request, response, live);
                }
            }
        }
    }

    private static void viewed(HttpServletResponse response, Answer.Content.View view, boolean head)
            throws IOException {
        response.setContentType(view.contentType());
        response.setContentLengthLong(view.bytes().remaining());
        if (!head) {
            LargeAnswer.copy(view.bytes(), response.getOutputStream());
        }
    }

    private static void stored(
            HttpServletRequest request, HttpServletResponse response, Answer.Content.Stored stored, boolean head)
            throws IOException {
        response.setContentType(stored.contentType());
        response.setContentLengthLong(stored.length());
        if (!head) {
            LargeAnswer.copy(stored.channel(), stored.from(), stored.length(), request, response.getOutputStream());
        }
    }

    private static void streamed(HttpServletResponse response, Answer.Content.Streamed streamed, boolean head)
            throws IOException {
        response.setContentType(streamed.contentType());
        if (!head) {
            streamed.source().writeTo(response.getOutputStream());
        }
    }

    /**
     * Sets the headers of an event stream; a proxy such as nginx passes single events on only when a header says so.
     */
    private static void eventStream(HttpServletResponse response) {
        response.setContentType("text/event-stream; charset=utf-8");
        response.setHeader("X-Accel-Buffering", "no");
    }

    /**
     * An answer without content. A 304 has no headers about it, because they would replace those in a cache (RFC 9111).
     */
    private static void none(HttpServletResponse response) throws IOException {
        response.setContentType(null);
        if (response.getStatus() == HttpServletResponse.SC_NOT_MODIFIED) {
            response.flushBuffer();
        } else {
            response.setContentLengthLong(0);
        }
    }

    private void head(HttpServletResponse response, Answer answer) {
        response.setStatus(answer.status());
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        for (Answer.Header header : answer.headers()) {
            if (header.name().equals("Set-Cookie") || header.name().equals("Vary")) {
                response.addHeader(header.name(), header.value());
            } else {
                response.setHeader(header.name(), header.value());
            }
        }
    }

    private static void write(OutputStream out, List<byte[]> pieces) throws IOException {
        for (byte[] piece : pieces) {
            out.write(piece);
        }
    }

    private void stream(HttpServletRequest request, HttpServletResponse response, Consumer<EventStream> source)
            throws IOException {
        OutputStream out = response.getOutputStream();
        response.flushBuffer();
        EventStream stream = new EventStream(out, () -> ClientConnection.isDisconnected(request));
        try {
            streams.run(stream, () -> source.accept(stream));
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        }
    }

    /**
     * Opens an event stream. The client is subscribed before the head is sent, so it misses no event that it causes
     * afterwards.
     */
    private void open(HttpServletRequest request, HttpServletResponse response, Answer.Content.Live live)
            throws IOException {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        ServletWire wire = new ServletWire(request, ended);
        LiveStream stream = liveStreams.open(live.caller(), wire);
        try {
            live.opened().accept(stream);
        } catch (RuntimeException | Error broken) {
            LOG.error("a stream broke off", broken);
            stream.close();
        }
        try {
            response.flushBuffer();
        } catch (IOException | RuntimeException | Error gone) {
            stream.cut();
            throw gone;
        }
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        ended.thenRun(async::complete);
        wire.begin();
    }

    /** The event streams that are being written, each with the thread that runs its source. */
    static final class OpenStreams {
        private final Map<EventStream, Thread> open = new ConcurrentHashMap<>();
        private volatile boolean ending;

        /** Runs {@code source} as an open stream. */
        void run(EventStream stream, Runnable source) {
            open.put(stream, Thread.currentThread());
            try {
                if (ending) {
                    stream.end();
                }
                source.run();
            } finally {
                open.remove(stream);
            }
        }

        /** Asks every source to return. */
        void end() {
            ending = true;
            open.keySet().forEach(EventStream::end);
        }

        /** Interrupts the sources that have not returned. */
        void interrupt() {
            open.values().forEach(Thread::interrupt);
        }
    }
}
