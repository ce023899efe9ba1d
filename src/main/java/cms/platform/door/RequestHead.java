package cms.platform.door;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The head of a request, as far as a front door reads it. It is valid only while the door decides. */
public interface RequestHead {
    /** The header lines that a front door may ask for. */
    enum Line {
        ACCEPT_ENCODING("Accept-Encoding"),
        AUTHORIZATION("Authorization"),
        IF_NONE_MATCH("If-None-Match"),
        FORWARDED_FOR("X-Forwarded-For"),
        IF_RANGE("If-Range"),
        RANGE("Range"),
        REQUEST_ID("X-Request-Id");

        private final String text;
        private final byte[] lowerCase;

        Line(String text) {
            this.text = text;
            this.lowerCase = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
        }

        /** The name as it is usually written. */
        public String text() {
            return text;
        }

        byte[] lowerCase() {
            return lowerCase;
        }
    }

    String method();

    /** The path as it was sent: percent-encoded, without the query. */
    String path();

    /** Whether the path is followed by a query. */
    boolean hasQuery();

    /** The address at the other end of the connection, in numbers; null where it is not known. */
    @Nullable
    String address();

    /** Null without such a line; the values of several lines joined by commas (RFC 9110, 5.3). */
    @Nullable
    String value(Line line);

    /** When the head was complete, of {@link System#nanoTime}. */
    long receivedNanos();
}
