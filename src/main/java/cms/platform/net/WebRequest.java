package cms.platform.net;

import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ByteBufferPool;
import org.jspecify.annotations.Nullable;

/**
 * One outgoing request and the limits of its answer.
 *
 * @param headers sent as they are; {@code Content-Type} belongs here too
 * @param timeout for everything from connecting to the last byte
 * @param bytesMax a longer answer is cut off and counts as a failure
 * @param isRepeatable whether it is sent once more when its connection ends before an answer: the server may close an
 *     idle connection in the very moment in which it is used again (RFC 9112 9.3.1)
 * @param stall longest silence of a stream; null where only the timeout applies
 * @param tag requests with different tags share no connections, even to one host; empty for none
 */
public record WebRequest(
        String method,
        URI url,
        Map<String, String> headers,
        RepeatableBody body,
        Duration timeout,
        int bytesMax,
        boolean isRepeatable,
        @Nullable Stall stall,
        String tag) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int BYTES_MAX = 1024 * 1024;
    private static final ByteBufferPool.Sized PIECES =
            new ByteBufferPool.Sized(ByteBufferPool.NON_POOLING, false, 64 * 1024);

    /** A body that can be sent repeatedly. */
    public sealed interface RepeatableBody {
        /** A body in memory. */
        record Bytes(byte[] bytes) implements RepeatableBody {}

        /**
         * A body that takes no memory.
         *
         * @param length of the whole stream, which is announced: not every server takes a body in chunks
         * @param stream opens it from its beginning
         */
        record Streamed(long length, Supplier<InputStream> stream) implements RepeatableBody {}
    }

    public WebRequest {
        headers = Map.copyOf(headers);
    }

    /** A request that is repeatable when its method only reads. */
    public WebRequest(
            String method, URI url, Map<String, String> headers, byte[] body, Duration timeout, int bytesMax) {
        this(
                method,
                url,
                headers,
                new RepeatableBody.Bytes(body),
                timeout,
                bytesMax,
                method.equals("GET") || method.equals("HEAD"),
                null,
                "");
    }

    /** A GET that waits ten seconds for at most a megabyte. */
    public static WebRequest get(URI url) {
        return new WebRequest("GET", url, Map.of(), new byte[0], TIMEOUT, BYTES_MAX);
    }

    public static WebRequest post(URI url, String contentType, byte[] body) {
        return new WebRequest("POST", url, Map.of("Content-Type", contentType), body, TIMEOUT, BYTES_MAX);
    }

    /** The same request with another body. */
    public WebRequest sending(RepeatableBody newBody) {
        return new WebRequest(method, url, headers, newBody, timeout, bytesMax, isRepeatable, stall, tag);
    }

    public WebRequest with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new WebRequest(method, url, more, body, timeout, bytesMax, isRepeatable, stall, tag);
    }

    WebRequest carrying(Map<String, String> further) {
        WebRequest all = this;
        for (Map.Entry<String, String> header : further.entrySet()) {
            all = all.with(header.getKey(), header.getValue());
        }
        return all;
    }

    public WebRequest within(Duration newTimeout) {
        return new WebRequest(method, url, headers, body, newTimeout, bytesMax, isRepeatable, stall, tag);
    }

    public WebRequest taking(int newBytesMax) {
        return new WebRequest(method, url, headers, body, timeout, newBytesMax, isRepeatable, stall, tag);
    }

    /** The same request, marked as changing nothing, whatever its method. */
    public WebRequest repeatable() {
        return new WebRequest(method, url, headers, body, timeout, bytesMax, true, stall, tag);
    }

    /** The same request with a longest silence of its stream. */
    public WebRequest watchedBy(Stall newStall) {
        return new WebRequest(method, url, headers, body, timeout, bytesMax, isRepeatable, newStall, tag);
    }

    /** The same request with connections of its own, for instance those of one webhook. */
    public WebRequest tagged(String newTag) {
        return new WebRequest(method, url, headers, body, timeout, bytesMax, isRepeatable, stall, newTag);
    }

    WebRequest to(URI newUrl) {
        return new WebRequest(method, newUrl, headers, body, timeout, bytesMax, isRepeatable, stall, tag);
    }

    /** The body in the form that the HTTP client sends; null for none. */
    Request.@Nullable Content content() {
        String type = headers.getOrDefault(HttpHeader.CONTENT_TYPE.asString(), "application/octet-stream");
        return switch (body) {
            case RepeatableBody.Bytes(byte[] bytes) -> bytes.length == 0 ? null : new BytesRequestContent(type, bytes);
            case RepeatableBody.Streamed(long length, Supplier<InputStream> stream) ->
                new InputStreamRequestContent(type, stream.get(), PIECES) {
                    @Override
                    public long getLength() {
                        return length;
                    }
                };
        };
    }
}
