package cms.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A socket that sends exactly the bytes it is told to, and reads answers by their length. */
public final class RawConnection implements AutoCloseable {
    /** The service itself closes a connection that says nothing after half a minute, and later where it is slow. */
    private static final int TIMEOUT_MILLIS = 120_000;

    private final Socket socket;
    private final InputStream in;

    public RawConnection(int port) {
        try {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** One answer; {@code status} 0 means that the connection was closed without one. */
    public record Reply(int status, Map<String, String> headers, String body) {
        public String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    public RawConnection send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawConnection send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException closedByServer) {
            // The answer, if there is one, says why; the test reads it next.
            return this;
        }
        return this;
    }

    /** Tells the server that nothing follows, and goes on reading. */
    public void endOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Reply read() {
        return read(false);
    }

    /** The answer to a HEAD request: its length describes a body that does not come. */
    public Reply readHead() {
        return read(true);
    }

    /** As much of a body as was told; less when the connection ends before. */
    public String text(int bytes) {
        try {
            return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** True when the server has closed, false when it still waits for us. */
    public boolean isClosedByServer() {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    public String line() {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int next;
            while ((next = in.read()) >= 0 && next != '\n') {
                if (next != '\r') {
                    line.write(next);
                }
            }
            return line.toString(StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Reply read(boolean withoutBody) {
        try {
            String statusLine = line();
            if (statusLine.isEmpty()) {
                return new Reply(0, Map.of(), "");
            }
            Map<String, String> headers = new LinkedHashMap<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                if (colon < 0) { // closed in the middle of the head
                    return new Reply(0, Map.of(), "");
                }
                headers.merge(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip(),
                        (a, b) -> a + ", " + b);
            }
            int status = Integer.parseInt(statusLine.split(" ")[1]);
            return new Reply(status, headers, withoutBody ? "" : body(headers));
        } catch (UncheckedIOException closed) {
            return new Reply(0, Map.of(), "");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String body(Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            int length = Integer.parseInt(headers.get("content-length"));
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            StringBuilder all = new StringBuilder();
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                all.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
                line();
            }
            return all.toString();
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private int chunkSize() {
        return Integer.parseInt(line(), 16);
    }
}
