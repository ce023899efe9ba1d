package cms.media;

import cms.platform.http.Answer;
import cms.platform.http.ByteRange;
import cms.platform.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file of an asset, opened for the handler that sends it.
 *
 * @param channel closed by the reader
 * @param tag the strong entity tag, quoted
 * @param version how often the variants were made anew; 0 for an original, which never changes
 * @param byAccept whether the bytes depend on the {@code Accept} header
 * @param passing whether a better format is being made, so that caches should keep these bytes for a short time only
 */
public record DeliveredFile(
        FileChannel channel,
        String contentType,
        long size,
        String tag,
        int version,
        boolean byAccept,
        boolean passing) {
    private static final String POLICY = "Content-Security-Policy";

    /** Policy of an SVG opened by itself: it runs and loads nothing. */
    private static final String SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

    /**
     * The answer to a read of a file.
     *
     * @param bytes number of bytes of the body
     */
    public record Reply(Answer answer, long bytes) {}

    /**
     * Answers a read: the whole file, one range, 304 for a matching entity tag, or 416; the file is closed where no
     * byte of it is sent.
     */
    public Reply reply(Request request) {
        Reply reply = chosen(request);
        if (reply.answer().status() == 304 || reply.answer().status() == 416) {
            close();
        }
        Answer answer = reply.answer()
                .withHeader("ETag", tag)
                .withHeader("Accept-Ranges", "bytes")
                .withHeader("X-Content-Type-Options", "nosniff");
        return new Reply(isDrawing() ? answer.withHeader(POLICY, SVG_POLICY) : answer, reply.bytes());
    }

    /** What {@code made} makes of the file, which is closed where that fails. */
    public <T> T orClosed(Supplier<T> made) {
        boolean failed = true;
        try {
            T value = made.get();
            failed = false;
            return value;
        } finally {
            if (failed) {
                close();
            }
        }
    }

    /** The line of the header that keeps an SVG from running anything; empty for other files. */
    public Optional<String> policy() {
        return isDrawing() ? Optional.of(POLICY + ": " + SVG_POLICY) : Optional.empty();
    }

    private boolean isDrawing() {
        return contentType.startsWith("image/svg");
    }

    private Reply chosen(Request request) {
        String known = line(request, "If-None-Match");
        if (known != null && (known.contains(tag) || known.strip().equals("*"))) {
            return new Reply(Answer.empty(304), 0);
        }
        int whole = Math.toIntExact(size);
        if (request.method().equals("HEAD")) {
            return new Reply(Answer.file(contentType, channel, 0, whole), 0);
        }
        ByteRange part = ByteRange.of(line(request, "Range"), line(request, "If-Range"), tag, whole);
        if (part == null) {
            return new Reply(Answer.file(contentType, channel, 0, whole), whole);
        }
        Answer answer = part.isEmpty()
                ? Answer.json(416, refusal(whole))
                : Answer.file(contentType, channel, part.from(), part.length()).withStatus(206);
        return new Reply(answer.withHeader("Content-Range", part.contentRange(whole)), part.length());
    }

    private static Map<String, Object> refusal(int whole) {
        return Map.of(
                "statusCode", 416, "message", "Nothing of the file lies in this range; it has " + whole + " bytes.");
    }

    private static @Nullable String line(Request request, String name) {
        List<String> lines = request.headers(name);
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
