package cms.platform.door;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A request read by the server's own parser, and its answer. */
public final class ServerExchange implements RequestHead, DoorReply {
    private final Request request;
    private final Response response;
    private final Callback callback;

    /** @param callback completed when the answer has been sent */
    public ServerExchange(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    /** The path; empty for {@code OPTIONS *}, which has none. */
    @Override
    public String path() {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    @Override
    public boolean hasQuery() {
        return request.getHttpURI().getQuery() != null;
    }

    @Override
    public @Nullable String address() {
        return numbers(request.getConnectionMetaData().getRemoteSocketAddress());
    }

    /** The numeric address; null for one that has several spellings. */
    static @Nullable String numbers(@Nullable SocketAddress end) {
        return end instanceof InetSocketAddress known && known.getAddress() instanceof Inet4Address address
                ? address.getHostAddress()
                : null;
    }

    @Override
    public @Nullable String value(Line line) {
        List<String> values = request.getHeaders().getValuesList(line.text());
        return values.isEmpty() ? null : String.join(", ", values);
    }

    @Override
    public long receivedNanos() {
        return request.getHeadersNanoTime();
    }

    @Override
    public void begin(int status) {
        response.setStatus(status);
    }

    @Override
    public void add(HeaderLines lines) {
        response.getHeaders().add(lines);
    }

    @Override
    public void add(String name, String value) {
        response.getHeaders().add(name, value);
    }

    @Override
    public void add(String name, long number) {
        response.getHeaders().add(name, number);
    }

    @Override
    public void closeAfterwards() {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }

    @Override
    public void end(ByteBuffer content) {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.remaining());
        response.write(true, content, callback);
    }

    @Override
    public void endWithout(long contentLength) {
        // Otherwise the server would say 0, and caches would believe that the file has become empty.
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, contentLength);
        response.write(true, null, callback);
    }

    @Override
    public void endBare() {
        // A head that goes first: the server says a length of 0 for what ends together with its head.
        Callback ending = Callback.from(() -> response.write(true, null, callback), callback::failed);
        response.write(false, BufferUtil.EMPTY_BUFFER, ending);
    }
}
