package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request for a servlet of a library, with the same timeouts of the body as for the service's own routes. What is a
 * {@link Failure} there is an {@link IOException} here.
 */
public final class PacedRequest extends HttpServletRequestWrapper {
    private final HttpServletRequest raw;
    private final BodyTimeouts timeouts;
    private final Admission.Permit permit;
    private @Nullable PacedStream body;

    public PacedRequest(HttpServletRequest raw, BodyTimeouts timeouts, Admission.Permit permit) {
        super(raw);
        this.raw = raw;
        this.timeouts = timeouts;
        this.permit = permit;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        PacedStream opened = body;
        if (opened == null) {
            opened = new PacedStream(open());
            body = opened;
        }
        return opened;
    }

    /** Whether the body was cut off or arrived too slowly, so that the rest is not read. */
    public boolean isBroken() {
        return body != null && body.bytes.isBroken();
    }

    private ArrivingBytes open() throws IOException {
        try {
            return new ArrivingBytes(raw, Long.MAX_VALUE, timeouts, permit::outside);
        } catch (Failure gone) {
            throw new IOException(gone.message(), gone);
        }
    }

    private static final class PacedStream extends ServletInputStream {
        private final ArrivingBytes bytes;
        private boolean finished;

        PacedStream(ArrivingBytes bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int count) throws IOException {
            if (bytes.isBroken()) {
                throw new IOException("The request body has ended early.");
            }
            try {
                int read = bytes.read(into, offset, count);
                finished = read < 0;
                return read;
            } catch (Failure tooSlow) {
                throw new IOException(tooSlow.message(), tooSlow);
            }
        }

        @Override
        public boolean isFinished() {
            return finished;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("This body is read by the thread that serves it.");
        }
    }
}
