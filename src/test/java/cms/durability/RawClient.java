package cms.durability;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends a path exactly as it is, which no well-behaved client does. */
final class RawClient implements AutoCloseable {
    private final Socket socket;

    RawClient(URI at) throws IOException {
        socket = new Socket(at.getHost(), at.getPort());
        socket.setSoTimeout(10_000);
    }

    /** The status of the answer. */
    int get(String path, String header) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                .readLine();
        return line == null ? 0 : Integer.parseInt(line.split(" ")[1]);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
