package cms.platform.http.edge;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Optional;
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

    /** Sends bytes piece by piece, because the system copies all that it is handed each time it takes some of them. */
    public static void copy(ByteBuffer bytes, ServletOutputStream out) throws IOException {
        for (int at = bytes.position(); at < bytes.limit(); at += PIECE_BYTES) {
            ((HttpOutput) out).write(bytes.slice(at, Math.min(PIECE_BYTES, bytes.limit() - at)));
        }
    }

    /** Closes the connection without ending the answer. */
    public static void cut(HttpServletRequest request) {
        ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close();
    }

    /**
     * Limits how many are being sent: each holds a thread and its buffers for as long as its client reads. A workspace
     * has a fourth of the places, so that its slow readers leave others theirs, and those without an account half of
     * them together.
     */
    public static final class Sending {
        private static final int ALL_MAX = 1_024;
        private static final int ADDRESS_MAX = 64;
        private static final int OWNER_MAX = ALL_MAX / 4;
        private static final int UNKNOWN_MAX = ALL_MAX / 2;

        private final AtomicInteger all = new AtomicInteger();
        private final Map<String, Integer> counts = new ConcurrentHashMap<>();

        /**
         * Takes a place; false when this address, its owner, or all together, have their maximum.
         *
         * @param owner the workspace, person or key that the answer counts for; empty for nobody known
         */
        public boolean begin(String address, Optional<String> owner) {
            boolean anyFree = all.incrementAndGet() <= ALL_MAX;
            boolean addressFree = counts.merge(byAddress(address), 1, Integer::sum) <= ADDRESS_MAX;
            int owned = counts.merge(byOwner(owner), 1, Integer::sum);
            boolean ownerFree = owned <= (owner.isPresent() ? OWNER_MAX : UNKNOWN_MAX);
            if (!anyFree || !addressFree || !ownerFree) {
                end(address, owner);
            }
            return anyFree && addressFree && ownerFree;
        }

        /** Gives a place back that was taken with these arguments. */
        public void end(String address, Optional<String> owner) {
            all.decrementAndGet();
            leave(byAddress(address));
            leave(byOwner(owner));
        }

        private void leave(String subject) {
            counts.computeIfPresent(subject, (same, count) -> count == 1 ? null : count - 1);
        }

        private static String byAddress(String address) {
            return "address " + address;
        }

        private static String byOwner(Optional<String> owner) {
            return owner.map(known -> "owner " + known).orElse("unknown");
        }
    }
}
