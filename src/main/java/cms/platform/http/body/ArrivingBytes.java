package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.edge.Admission;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/**
 * A request's body as a stream, limited in length and in time. The reader releases its permit while it waits, so that
 * slow clients hold none.
 *
 * <p>Reading fails with a {@link Failure}: TOO_LARGE beyond the limit, INVALID when the body is cut off or arrives too
 * slowly.
 */
final class ArrivingBytes extends InputStream {
    /** Carries out a read that waits for the client. */
    @FunctionalInterface
    interface Waiting {
        int read(Admission.Reading reading) throws IOException;
    }

    private static final String TOO_SLOW = "The request body came too slowly.";

    private final ServletInputStream in;
    private final EndPoint endPoint;
    private final long idleMillis;
    private final long declared;
    private final long bytesMax;
    private final BodyTimeouts timeouts;
    private final Waiting waiting;
    private final long startNanos = System.nanoTime();
    private long received;
    private boolean broken;

    /** Opens the stream, which makes a waiting client send its body; so the declared length has been checked before. */
    ArrivingBytes(HttpServletRequest request, long bytesMax, BodyTimeouts timeouts, Waiting waiting) {
        this.endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        this.idleMillis = endPoint.getIdleTimeout();
        this.declared = request.getContentLengthLong();
        this.bytesMax = bytesMax;
        this.timeouts = timeouts;
        this.waiting = waiting;
        try {
            this.in = request.getInputStream();
        } catch (IOException gone) {
            throw cut(gone);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int count) {
        boolean whole = false;
        try {
            int read =
                    in.available() > 0 || in.isFinished() ? in.read(into, offset, count) : await(into, offset, count);
            if (read < 0) {
                endPoint.setIdleTimeout(idleMillis);
            }
            received += Math.max(0, read);
            if (received > bytesMax) {
                throw tooLarge(bytesMax);
            }
            whole = true;
            return read;
        } catch (IOException cut) {
            broken = true;
            throw cut(cut);
        } finally {
            if (!whole) {
                endPoint.setIdleTimeout(idleMillis);
            }
        }
    }

    private int await(byte[] into, int offset, int count) throws IOException {
        long millisSoFar = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        long millisLeft = timeouts.millisLeft(declared, received, millisSoFar);
        if (millisLeft <= 0) {
            broken = true;
            throw Failure.invalid(TOO_SLOW);
        }
        endPoint.setIdleTimeout(millisLeft);
        return waiting.read(() -> in.read(into, offset, count));
    }

    @Override
    public void close() {
        endPoint.setIdleTimeout(idleMillis);
    }

    /** Whether the body was cut off or arrived too slowly, so that the rest is not read. */
    boolean isBroken() {
        return broken;
    }

    static Failure tooLarge(long bytesMax) {
        return Failure.of(FailureKind.TOO_LARGE, "The request body is larger than " + bytesMax + " bytes.");
    }

    private static Failure cut(IOException cut) {
        boolean timeout = cut.getCause() instanceof TimeoutException;
        return Failure.invalid(timeout ? TOO_SLOW : "The request body ended early or was not framed as HTTP wants it.")
                .causedBy(cut);
    }
}
