package cms.delivery.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends a request line exactly as it is given, which no polite client does. */
final class RawRequest {
    private static final int PATIENCE_MILLIS = 20_000;

    private RawRequest() {}

    /** The status of the answer. */
    static int status(URI server, String method, String target, String key) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String request = method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            return Integer.parseInt(answer.readLine().split(" ")[1]);
        }
    }
}
