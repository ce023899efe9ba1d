package cms.delivery.serve;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends a request line exactly as it is given, which no polite client does. */
final class RawRequest {
    private static final int TIMEOUT_MILLIS = 20_000;

    private RawRequest() {}

    /** The status of the answer. */
    static int status(URI server, String method, String target, String key) throws IOException {
        return Integer.parseInt(head(server, method + " " + target, "Authorization: Bearer " + key)
                .split(" ")[1]);
    }

    /** Everything that the server answers to some bytes before it closes the connection. */
    static String answers(URI server, String bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** The status line and the headers of the answer. */
    static String head(URI server, String methodAndTarget, String header) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String request =
                    methodAndTarget + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            byte[] answer = socket.getInputStream().readAllBytes();
            return new String(answer, StandardCharsets.ISO_8859_1).split("\r\n\r\n")[0];
        }
    }
}
