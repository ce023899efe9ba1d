package cms.platform.http.edge;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** Reads a request's body whole, but neither more of it nor longer than is reasonable. */
public final class IncomingBody {
    /** Before the first byte, and on top of what the bytes that have come may take. */
    public static final Duration GRACE = Duration.ofSeconds(13);

    private static final int CHUNK_BYTES = 16 * 1024;
    private static final long BYTES_PER_SECOND_MIN = 4 * 1024;
    private static final byte[] NOTHING = {};
    private static final String TOO_SLOW = "The request body came too slowly.";

    private final Admission admission;
    private final Duration grace;

    /**
     * @param admission holds the memory of what is returned until the caller releases it
     * @param grace {@link #GRACE}
     */
    public IncomingBody(Admission admission, Duration grace) {
        this.admission = admission;
        this.grace = grace;
    }

    /**
     * @throws Failure TOO_LARGE before anything is read when the declared length says so, INVALID when it is cut or
     *     comes too slowly, UNAVAILABLE while too many bodies are in memory
     */
    public byte[] read(HttpServletRequest request, long bytesMax) {
        // Asking for the stream tells a waiting client to go on, so the declared length is looked at first.
        if (request.getContentLengthLong() > bytesMax) {
            throw tooLarge(bytesMax);
        }
        if (request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null) {
            return NOTHING;
        }
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        long idleMillisMax = endPoint.getIdleTimeout();
        try (ServletInputStream in = request.getInputStream()) {
            return read(in, request.getContentLengthLong(), bytesMax, endPoint);
        } catch (IOException cut) {
            throw Failure.invalid(
                            isTimeout(cut)
                                    ? TOO_SLOW
                                    : "The request body ended early or was not framed as HTTP wants it.")
                    .causedBy(cut);
        } finally {
            endPoint.setIdleTimeout(idleMillisMax);
        }
    }

    private byte[] read(ServletInputStream in, long declared, long bytesMax, EndPoint endPoint) throws IOException {
        long start = System.nanoTime();
        byte[] chunk = new byte[declared > 0 ? (int) Math.min(declared, CHUNK_BYTES) : CHUNK_BYTES];
        ByteArrayOutputStream all = new ByteArrayOutputStream(chunk.length);
        long held = 0;
        boolean whole = false;
        try {
            for (int count = next(in, chunk, endPoint, start, 0);
                    count >= 0;
                    count = next(in, chunk, endPoint, start, all.size())) {
                admission.hold(count);
                held += count;
                all.write(chunk, 0, count);
                if (all.size() > bytesMax) {
                    throw tooLarge(bytesMax);
                }
            }
            whole = true;
            return all.toByteArray();
        } finally {
            if (!whole) {
                admission.release(held);
            }
        }
    }

    /** What comes next; a client that has fallen silent is waited for no longer than one that sends too slowly. */
    private int next(ServletInputStream in, byte[] chunk, EndPoint endPoint, long start, long size) throws IOException {
        // At the end nothing is waited for; to change the timeout would move a task in a queue.
        if (in.available() == 0 && !in.isFinished()) {
            long millisLeft = grace.toMillis()
                    + TimeUnit.SECONDS.toMillis(size) / BYTES_PER_SECOND_MIN
                    - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            if (millisLeft <= 0) {
                throw Failure.invalid(TOO_SLOW);
            }
            endPoint.setIdleTimeout(millisLeft);
        }
        return in.read(chunk);
    }

    private static boolean isTimeout(Throwable cut) {
        return cut instanceof TimeoutException || cut.getCause() instanceof TimeoutException;
    }

    private static Failure tooLarge(long bytesMax) {
        return Failure.of(FailureKind.TOO_LARGE, "The request body is larger than " + bytesMax + " bytes.");
    }
}
