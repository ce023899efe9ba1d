package cms.platform.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The head of an answer and a body that is still arriving. Closing it before its end disconnects, from any thread; at
 * its end the connection is returned to the pool.
 *
 * @param headers names in lower case, the last value of each
 */
public record StreamAnswer(int status, Map<String, String> headers, InputStream body) implements AutoCloseable {
    private static final Duration REST_TIMEOUT = Duration.ofSeconds(1);
    private static final int REST_BYTES_MAX = 4 * 1024;

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /**
     * Called in place of {@link #close} by a reader that needs no more of an answer that is about to end: the rest is
     * read in the background, so that the connection can be used again. A rest that is longer or slower is dropped with
     * its connection.
     */
    public void finish() {
        Thread.ofVirtual().name("out-rest").start(() -> {
            try (this) {
                Thread rest = Thread.ofVirtual().start(this::readRest);
                rest.join(REST_TIMEOUT);
            } catch (IOException | InterruptedException gone) {
                // it is closed all the same
            }
        });
    }

    private void readRest() {
        try {
            body.readNBytes(REST_BYTES_MAX);
        } catch (IOException gone) {
            // the connection is not used again
        }
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    /** The body is longer than the request allows. */
    public static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("The answer is longer than what is taken.");
        }
    }

    /** A stream that fails once more bytes have arrived than the request allows. */
    static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long bytesMax) {
            super(in);
            this.left = bytesMax;
        }

        @Override
        public int read() throws IOException {
            int octet = super.read();
            count(octet < 0 ? 0 : 1);
            return octet;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            count(Math.max(count, 0));
            return count;
        }

        private void count(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new TooLong();
            }
        }
    }
}
