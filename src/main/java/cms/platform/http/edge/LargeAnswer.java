package cms.platform.http.edge;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee10.servlet.HttpOutput;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Sends answers piece by piece; the connector closes connections of clients that hardly read them. */
public final class LargeAnswer {
    private static final int PIECE_BYTES = 64 * 1024;

    private LargeAnswer() {}

    /**
     * Sends a part of a file. The bytes stay outside of the heap, in buffers borrowed from the server: in the heap each
     * would be copied twice more.
     *
     * @throws EOFException when the file ends before
     */
    public static void copy(
            FileChannel channel, long from, long length, HttpServletRequest request, ServletOutputStream out)
            throws IOException {
        RetainableByteBuffer lent = ServletContextRequest.getServletContextRequest(request)
                .getComponents()
                .getByteBufferPool()
                .acquire((int) Math.min(length, PIECE_BYTES), true);
        ByteBuffer piece = lent.getByteBuffer();
        long at = from;
        while (at < from + length) {
            piece.clear().limit((int) Math.min(piece.capacity(), from + length - at));
            int count = channel.read(piece, at);
            if (count < 0) {
                throw new EOFException("The file is shorter than was announced.");
            }
            ((HttpOutput) out).write(piece.flip());
            at += count;
        }
        // Not given back where a write broke off, which may still hold it: nobody else must get it, and the collector
        // does.
        lent.release();
    }

    /** Closes the connection without ending the answer. */
    public static void cut(HttpServletRequest request) {
        ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close();
    }

    /** Limits how many are being sent: each holds a thread and its buffers for as long as its client reads. */
    public static final class Sending {
        private static final int ALL_MAX = 1_024;
        private static final int EACH_MAX = 64;

        private final AtomicInteger all = new AtomicInteger();
        private final Map<String, Integer> byAddress = new ConcurrentHashMap<>();

        /** Takes a place; false when this address, or all together, have their maximum. */
        public boolean begin(String address) {
            if (all.incrementAndGet() > ALL_MAX) {
                all.decrementAndGet();
                return false;
            }
            if (byAddress.merge(address, 1, Integer::sum) > EACH_MAX) {
                end(address);
                return false;
            }
            return true;
        }

        public void end(String address) {
            all.decrementAndGet();
            byAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        }
    }
}
