package cms.delivery.serve;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.wire.Coding;
import cms.platform.door.HeaderLines;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One form of a delivered file with the header lines that never change; they are encoded at the first read and kept, so
 * that a file that is never read has none.
 */
final class Representation {
    private final String tag;
    private final Coding coding;
    private final DeliveredBytes body;
    private final String contentType;
    private final String caching;
    private final String more;
    // Not volatile: a block never changes, and a thread that does not see it yet makes an equal one.
    private @Nullable HeaderLines found;
    private @Nullable HeaderLines notModified;

    /** One form of a file of a release. */
    Representation(String tag, Coding coding, DeliveredBytes body) {
        this(tag, coding, body, ReadHeaders.JSON);
    }

    Representation(String tag, Coding coding, DeliveredBytes body, String contentType) {
        this(
                tag,
                coding,
                body,
                contentType,
                "Cache-Control: " + ReadHeaders.CACHING + "\r\nVary: " + ReadHeaders.VARY,
                "");
    }

    /**
     * @param caching the lines that tell who may cache it for how long
     * @param more further lines of an answer with the whole file, each behind a line break
     */
    Representation(String tag, Coding coding, DeliveredBytes body, String contentType, String caching, String more) {
        this.tag = tag;
        this.coding = coding;
        this.body = body;
        this.contentType = contentType;
        this.caching = caching;
        this.more = more;
    }

    private String caching() {
        return "ETag: " + tag + "\r\n" + caching;
    }

    String contentType() {
        return contentType;
    }

    /** The entity tag with its quotes. */
    String tag() {
        return tag;
    }

    Coding coding() {
        return coding;
    }

    DeliveredBytes body() {
        return body;
    }

    int size() {
        return body.size();
    }

    ByteBuffer content() {
        return body.content();
    }

    HeaderLines okHeaders() {
        HeaderLines known = found;
        if (known == null) {
            known = new HeaderLines("Content-Type: " + contentType + "\r\n" + caching()
                    + (coding == Coding.IDENTITY ? "" : "\r\nContent-Encoding: " + coding.token())
                    + "\r\nAccept-Ranges: bytes" + ReadHeaders.OPEN_TO_BROWSERS
                    + "\r\nX-Content-Type-Options: nosniff" + more);
            found = known;
        }
        return known;
    }

    HeaderLines notModified() {
        HeaderLines known = notModified;
        if (known == null) {
            known = new HeaderLines(caching() + ReadHeaders.OPEN_TO_BROWSERS);
            notModified = known;
        }
        return known;
    }

    /** Whether an {@code If-None-Match} header names this form: lists, weak tags and {@code *} count. */
    boolean matches(@Nullable String ifNoneMatch) {
        if (ifNoneMatch == null) {
            return false;
        }
        int at = ifNoneMatch.indexOf(tag);
        return at >= 0 || ifNoneMatch.strip().equals("*");
    }
}
