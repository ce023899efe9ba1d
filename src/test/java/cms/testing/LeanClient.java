package cms.testing;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that is kept, for measurements: it costs the machine next to nothing beside the service. */
public final class LeanClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final String head;

    /** @param headers whole lines that go with each request, each with its line break */
    public LeanClient(URI instance, String headers) {
        try {
            socket = new Socket(instance.getHost(), instance.getPort());
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        head = "Host: " + instance.getAuthority() + "\r\nContent-Type: application/json\r\n" + headers;
    }

    /** The status of the answer, whose body is read and forgotten. */
    public int send(String method, String path, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String text = method + " " + path + " HTTP/1.1\r\n" + head
                + (body.length > 0 ? "Content-Length: " + body.length + "\r\n" : "") + "\r\n";
        byte[] start = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        try {
            socket.getOutputStream().write(whole);
            int status = Integer.parseInt(line().split(" ", 3)[1]);
            int length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(
                            line.substring("content-length:".length()).strip());
                }
            }
            in.skipNBytes(length);
            return status;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new EOFException("the service closed the connection");
            }
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
