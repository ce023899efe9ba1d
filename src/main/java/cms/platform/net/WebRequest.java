package cms.platform.net;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One outgoing request and how much of an answer is welcome.
 *
 * @param headers sent as they are; {@code Content-Type} belongs here too
 * @param patience for everything from connecting to the last byte
 * @param bytesMax a longer answer is cut off and counts as a failure
 */
public record WebRequest(
        String method, URI url, Map<String, String> headers, byte[] body, Duration patience, int bytesMax) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int BYTES_MAX = 1024 * 1024;

    public WebRequest {
        headers = Map.copyOf(headers);
    }

    /** A GET that waits ten seconds for at most a megabyte. */
    public static WebRequest get(URI url) {
        return new WebRequest("GET", url, Map.of(), new byte[0], PATIENCE, BYTES_MAX);
    }

    public static WebRequest post(URI url, String contentType, byte[] body) {
        return new WebRequest("POST", url, Map.of("Content-Type", contentType), body, PATIENCE, BYTES_MAX);
    }

    public WebRequest with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new WebRequest(method, url, more, body, patience, bytesMax);
    }

    public WebRequest within(Duration newPatience) {
        return new WebRequest(method, url, headers, body, newPatience, bytesMax);
    }

    public WebRequest taking(int newBytesMax) {
        return new WebRequest(method, url, headers, body, patience, newBytesMax);
    }
}
