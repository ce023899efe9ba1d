package cms.platform.door;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of a request's head that a front door reads; valid only while the door decides. */
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

        /** The name in its usual spelling. */
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

    /** The value of a header line, null without one; several lines are joined by commas (RFC 9110, 5.3). */
    @Nullable
    String value(Line line);

    /** Time at which the head was complete, by {@link System#nanoTime}. */
    long receivedNanos();
}
