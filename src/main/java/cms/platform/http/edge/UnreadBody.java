package cms.platform.http.edge;

import cms.platform.heap.HeapShare;
import cms.platform.limits.NetworkPlaces;
import cms.platform.limits.Networks;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.eclipse.jetty.ee10.servlet.HttpInput;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Discards the rest of a body whose request is answered already, because a connection that is closed before is reset,
 * and the client never sees the answer.
 */
public final class UnreadBody {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadBody.class);
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final long BYTES_MAX = 64L * 1024 * 1024;
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration SILENCE_MAX = Duration.ofSeconds(10);

    /** Memory of one whose rest is read: its thread, and buffers of the server and of this class. */
    private static final long WAITING_BYTES = 40 * 1024;

    /** Number of requests whose rest is waited for at the same time: they take a fourth of what bodies may take. */
    private static final NetworkPlaces AT_ONCE =
            new NetworkPlaces((int) (HeapShare.BODIES.bytes() / 4 / WAITING_BYTES));

    private UnreadBody() {}

    /** Whether the request has an unread body. A client that waits for {@code 100 Continue} has sent none. */
    public static boolean isIn(HttpServletRequest request) throws IOException {
        boolean declared = request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
        boolean waits = request.getHeader("Expect") != null;
        return declared && !waits && !request.getInputStream().isFinished();
    }

    /**
     * Reads some megabytes for some seconds; to be called when the answer is being sent. Where the client has to be
     * waited for, and many of its network or of all are already, the connection is closed: each takes memory.
     */
    public static void discard(HttpServletRequest request, String address) throws IOException {
        ServletInputStream in = request.getInputStream();
        if (in instanceof HttpInput arriving && discardArrived(arriving)) {
            return;
        }
        String network = Networks.of(address);
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        if (!AT_ONCE.take(network)) {
            endPoint.close();
            return;
        }
        try {
            discard(in, endPoint);
        } finally {
            AT_ONCE.giveBack(network);
        }
    }

    /** Reads what has arrived, and waits for nothing; returns whether there is nothing more to read. */
    private static boolean discardArrived(HttpInput in) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        long left = BYTES_MAX;
        while (left > 0 && (in.available() > 0 || in.hasContent())) { // The end is content of no bytes.
            int count = in.read(chunk);
            if (count < 0) {
                return true;
            }
            left -= count;
        }
        return left <= 0;
    }

    /**
     * As {@link #discard}, for a request that is answered before it reaches a servlet.
     *
     * @param end completes the request; called when its answer was sent and the rest of its body was read. Where the
     *     rests of many others of its network, or of all, are being read already, the connection is closed with the
     *     answer
     */
    static Callback discardBefore(Request request, Response response, String address, Callback end) {
        HttpFields sent = request.getHeaders();
        boolean declared =
                sent.getLongField(HttpHeader.CONTENT_LENGTH) > 0 || sent.contains(HttpHeader.TRANSFER_ENCODING);
        if (!declared || sent.contains(HttpHeader.EXPECT)) {
            return end;
        }
        String network = Networks.of(address);
        if (!AT_ONCE.take(network)) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            return end;
        }
        return Callback.from(
                () -> Thread.ofVirtual().name("rest of a body").start(() -> discardThen(request, network, end)),
                failure -> {
                    AT_ONCE.giveBack(network);
                    end.failed(failure);
                });
    }

    private static void discardThen(Request request, String network, Callback end) {
        // As servlets do: otherwise the timer of the connection reads what has arrived beside this thread.
        request.addIdleTimeoutListener(timeout -> false);
        try {
            EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
            discard(Content.Source.asInputStream(request), endPoint);
        } catch (IOException gone) {
            LOG.debug("the client has gone", gone);
        } finally {
            AT_ONCE.giveBack(network);
            end.succeeded();
        }
    }

    private static void discard(InputStream in, EndPoint endPoint) throws IOException {
        long idleMillisMax = endPoint.getIdleTimeout();
        endPoint.setIdleTimeout(Math.min(idleMillisMax, SILENCE_MAX.toMillis()));
        try {
            discard(in);
        } finally {
            endPoint.setIdleTimeout(idleMillisMax);
        }
    }

    private static void discard(InputStream in) throws IOException {
        long start = System.nanoTime();
        byte[] chunk = new byte[CHUNK_BYTES];
        long left = BYTES_MAX;
        for (int count = in.read(chunk);
                count >= 0 && left > 0 && System.nanoTime() - start < LONGEST.toNanos();
                count = in.read(chunk)) {
            left -= count;
        }
    }
}
