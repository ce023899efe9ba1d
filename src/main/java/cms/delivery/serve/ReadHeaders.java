package cms.delivery.serve;

import cms.platform.http.CrossOrigin;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The values of the headers of delivered files. */
public final class ReadHeaders {
    /**
     * A page of any origin may read with a key that it was given, and see every header: no cookies are involved, so a
     * star is enough, and makes a 304 a quarter shorter.
     */
    public static final CrossOrigin PAGES = CrossOrigin.any(
                    "Authorization", "If-None-Match", "If-Range", "Range", "Last-Event-ID", "Content-Type")
            .exposing("*");

    public static final String JSON = "application/json; charset=utf-8";
    static final String CACHING = "private, max-age=60";
    static final String VARY = "Accept-Encoding, Authorization";
    static final String KEPT_CACHING = "private, immutable, max-age=31536000";
    static final String METHODS = "GET, HEAD, OPTIONS";

    /** The headers of {@link #PAGES} in every answer, as lines that follow others. */
    static final String OPEN_TO_BROWSERS = "\r\n" + lines(PAGES.headers(null));

    /** The whole answer to a preflight. */
    static final String PREFLIGHT = lines(PAGES.headers(null)) + "\r\n"
            + lines(PAGES.preflightHeaders(List.of(METHODS))) + "\r\nAllow: " + METHODS;

    private ReadHeaders() {}

    private static String lines(Map<String, String> headers) {
        return headers.entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .collect(Collectors.joining("\r\n"));
    }
}
