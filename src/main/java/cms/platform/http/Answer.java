package cms.platform.http;

import cms.platform.json.Json;
import cms.platform.live.LiveStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a handler: a status, headers and a content.
 *
 * <p>JSON answers carry {@code Cache-Control: no-store} unless a handler says otherwise.
 */
public final class Answer {
    /** Suffix of the entity tag of a gzipped form, before its closing quote. */
    public static final String CODED = "-gzip";

    /** Bodies up to this size fit into a packet uncompressed. */
    private static final int COMPRESSED_FROM_BYTES = 1024;

    private final int status;
    private final List<Header> headers;
    private final Content content;
    private final @Nullable String shownOnce;

    /** One response header; names may repeat ({@code Set-Cookie}). */
    public record Header(String name, String value) {}

    /**
     * A response cookie: always HttpOnly, SameSite=Lax, Path=/.
     *
     * @param secure false only where the public URL is plain HTTP on loopback
     * @param life zero deletes the cookie
     */
    public record Cookie(String name, String value, boolean secure, Duration life) {
        /** The cookie that makes a browser forget {@code name}. */
        public static Cookie forget(String name, boolean secure) {
            return new Cookie(name, "", secure, Duration.ZERO);
        }

        /**
         * The name of a cookie; with the prefix {@code __Host-} where it is secure, so that no other host and no plain
         * HTTP can set it.
         */
        public static String called(String name, boolean secure) {
            return secure ? "__Host-" + name : name;
        }

        String header() {
            return called(name, secure) + "=" + value + "; Path=/; Max-Age=" + life.toSeconds()
                    + "; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
        }
    }

    /** Writes the content of an answer that is never in memory as a whole. */
    @FunctionalInterface
    public interface Source {
        /**
         * Writes the content; an exception closes the connection, so that the client does not take a part for the
         * whole.
         */
        void writeTo(OutputStream out) throws IOException;
    }

    sealed interface Content {
        record Bytes(String contentType, byte[] bytes) implements Content {}

        record ByteChunks(String contentType, List<byte[]> pieces) implements Content {
            long bytes() {
                return pieces.stream().mapToLong(piece -> piece.length).sum();
            }
        }

        /** @param bytes read from its position to its limit */
        record View(String contentType, ByteBuffer bytes) implements Content {}

        /** @param channel closed when the answer has been written */
        record Stored(String contentType, FileChannel channel, long from, long length) implements Content {}

        record Streamed(String contentType, Source source) implements Content {}

        record Events(Consumer<EventStream> source) implements Content {}

        record Live(String caller, int streamsMax, Consumer<LiveStream> opened) implements Content {}

        record None() implements Content {}
    }

    private Answer(int status, List<Header> headers, Content content) {
        this(status, headers, content, null);
    }

    private Answer(int status, List<Header> headers, Content content, @Nullable String shownOnce) {
        this.shownOnce = shownOnce;
        this.status = status;
        this.headers = List.copyOf(headers);
        this.content = content;
    }

    public static Answer json(Object value) {
        return json(200, value);
    }

    public static Answer json(int status, Object value) {
        return bytes(status, "application/json; charset=utf-8", Json.bytes(value));
    }

    /** JSON that is already serialised. */
    public static Answer jsonBytes(byte[] utf8) {
        return bytes(200, "application/json; charset=utf-8", utf8);
    }

    /** JSON that is already serialised, in pieces that may be shared and must not be changed. */
    public static Answer jsonPieces(List<byte[]> utf8) {
        return new Answer(200, List.of(), new Content.ByteChunks("application/json; charset=utf-8", utf8));
    }

    public static Answer html(String page) {
        return bytes(200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer text(String contentType, String text) {
        return bytes(200, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer bytes(int status, String contentType, byte[] bytes) {
        return new Answer(status, List.of(), new Content.Bytes(contentType, bytes));
    }

    /**
     * Bytes that others read as well, for instance a part of a delivered file; they are sent without a copy.
     *
     * @param bytes from the position to the limit; never changed
     */
    public static Answer view(int status, String contentType, ByteBuffer bytes) {
        return new Answer(status, List.of(), new Content.View(contentType, bytes));
    }

    /**
     * A part of a file; with {@link #withStatus} 206 and {@code Content-Range} the answer to a range.
     *
     * @param channel closed when the answer has been written, or could not be
     */
    public static Answer file(String contentType, FileChannel channel, long from, long length) {
        return new Answer(200, List.of(), new Content.Stored(contentType, channel, from, length));
    }

    /**
     * An answer whose body is produced while it is sent, such as an export, and whose length is not known before. The
     * source is blocked while the client reads, so it must hold neither a lock nor a database connection.
     */
    public static Answer streamed(String contentType, Source source) {
        return new Answer(200, List.of(), new Content.Streamed(contentType, source));
    }

    public static Answer empty(int status) {
        return new Answer(status, List.of(), new Content.None());
    }

    public static Answer redirect(String location) {
        return empty(302).withHeader("Location", location);
    }

    /** A server-sent event stream; {@code source} runs on the request's thread until it returns. */
    public static Answer events(Consumer<EventStream> source) {
        return new Answer(200, List.of(), new Content.Events(source));
    }

    /**
     * A server-sent event stream that holds no thread: {@code opened} gets it once and keeps it where news come in.
     *
     * @param caller whose streams are counted together
     * @param streamsMax how many of them may be open at a time; one more is answered 429
     */
    public static Answer live(String caller, int streamsMax, Consumer<LiveStream> opened) {
        return new Answer(200, List.of(), new Content.Live(caller, streamsMax, opened));
    }

    public Answer withStatus(int newStatus) {
        return new Answer(newStatus, headers, content, shownOnce);
    }

    public Answer withHeader(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new Answer(status, more, content, shownOnce);
    }

    /** The same answer, whose content lies in a file. */
    Answer in(Content.Stored file) {
        return new Answer(status, headers, file, shownOnce);
    }

    Answer with(Map<String, String> more) {
        Answer answer = this;
        for (Map.Entry<String, String> header : more.entrySet()) {
            answer = answer.withHeader(header.getKey(), header.getValue());
        }
        return answer;
    }

    public Answer withCookie(Cookie cookie) {
        return withHeader("Set-Cookie", cookie.header());
    }

    /** Marks an answer that shows a secret, which is never shown again; {@code id} names the record that was made. */
    public Answer showingSecretOf(String id) {
        return new Answer(status, headers, content, id);
    }

    /** The id of the record that was made by a request whose answer shows a secret. */
    public Optional<String> secretOf() {
        return Optional.ofNullable(shownOnce);
    }

    public boolean isStream() {
        return content instanceof Content.Events || content instanceof Content.Live;
    }

    /**
     * The body of an answer of JSON that is worth compressing, in pieces; empty for every other answer. An answer that
     * shows a secret is never compressed, because its length would tell of the secret.
     */
    Optional<List<byte[]>> compressible() {
        if (status != 200 || shownOnce != null || hasHeader("Content-Encoding") || hasHeader("Set-Cookie")) {
            return Optional.empty();
        }
        return switch (content) {
            case Content.Bytes bytes
            when isLargeJson(bytes.contentType(), bytes.bytes().length) -> Optional.of(List.of(bytes.bytes()));
            case Content.ByteChunks pieces
            when isLargeJson(pieces.contentType(), pieces.bytes()) -> Optional.of(pieces.pieces());
            case Content.Bytes bytes -> Optional.empty();
            case Content.ByteChunks pieces -> Optional.empty();
            case Content.View view -> Optional.empty();
            case Content.Stored stored -> Optional.empty();
            case Content.Streamed streamed -> Optional.empty();
            case Content.Events events -> Optional.empty();
            case Content.Live live -> Optional.empty();
            case Content.None none -> Optional.empty();
        };
    }

    private static boolean isLargeJson(String contentType, long bytes) {
        return bytes > COMPRESSED_FROM_BYTES && contentType.startsWith("application/json");
    }

    private boolean hasHeader(String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }

    /**
     * The same answer with a gzipped body. A strong entity tag names the bytes (RFC 9110, 8.8.3.3), so that of an
     * answer in pieces gets {@link #CODED}. The tags of other answers stay: they name a state that writes are compared
     * with.
     */
    Answer gzipped(byte[] coded) {
        List<Header> named = content instanceof Content.ByteChunks
                ? headers.stream().map(Answer::ofCoded).toList()
                : headers;
        return new Answer(status, named, new Content.Bytes("application/json; charset=utf-8", coded), null)
                .withHeader("Content-Encoding", "gzip");
    }

    private static Header ofCoded(Header header) {
        return header.name().equals("ETag")
                ? new Header("ETag", header.value().replaceFirst("\"$", CODED + "\""))
                : header;
    }

    /** The JSON text of an answer whose body is one piece; empty for every other kind. */
    public Optional<String> jsonText() {
        return content instanceof Content.Bytes bytes && bytes.contentType().startsWith("application/json")
                ? Optional.of(new String(bytes.bytes(), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    public int status() {
        return status;
    }

    public List<Header> headers() {
        return headers;
    }

    Content content() {
        return content;
    }
}
