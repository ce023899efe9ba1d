package cms.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/**
 * Requests that announce a body and keep it back until the service asks for it ({@code Expect: 100-continue}, RFC 9110
 * 10.1.1): whether a refusal came before the body was asked for is then told by the answer, on a machine of any speed.
 */
public final class UnsentBody {
    /** What stands in place of a status where the service has asked for the body. */
    public static final int ASKED = 100;

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private UnsentBody() {}

    /** The status of the first answer; {@link #ASKED} where the service wants the body before it says anything else. */
    public static int status(URI service, String method, String path, Http caller) {
        Map<String, String> headers = caller.headers();
        headers.put("Host", "localhost:" + service.getPort());
        headers.putIfAbsent("Content-Type", "application/json");
        headers.put("Content-Length", "15");
        headers.put("Expect", "100-continue");
        headers.put("Idempotency-Key", UUID.randomUUID().toString());
        headers.put("Connection", "close");
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            String head = new String(in.readNBytes(STATUS_AT + 3), StandardCharsets.US_ASCII);
            return Integer.parseInt(head.substring(STATUS_AT));
        } catch (IOException failed) {
            throw new UncheckedIOException(method + " " + path, failed);
        }
    }
}
