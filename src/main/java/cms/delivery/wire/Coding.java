package cms.delivery.wire;

import cms.platform.door.AcceptEncoding;
import org.jspecify.annotations.Nullable;

/** The content codings of delivered bodies. */
public enum Coding {
    IDENTITY("", ""),
    GZIP("gzip", "-gz"),
    BROTLI("br", "-br");

    private final String token;
    private final String tagSuffix;

    Coding(String token, String tagSuffix) {
        this.token = token;
        this.tagSuffix = tagSuffix;
    }

    /** The word in {@code Content-Encoding}; empty for a body as it is. */
    public String token() {
        return token;
    }

    /** The suffix by which the entity tag of this form differs from that of the others. */
    public String tagSuffix() {
        return tagSuffix;
    }

    /** The coding that an {@code Accept-Encoding} header prefers (RFC 9110, 12.5.3); of equals the smaller form. */
    public static Coding preferred(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return IDENTITY;
        }
        int gzip = AcceptEncoding.weight(acceptEncoding, GZIP.token);
        int brotli = AcceptEncoding.weight(acceptEncoding, BROTLI.token);
        if (Math.max(gzip, brotli) == 0 || AcceptEncoding.weight(acceptEncoding, "identity") > Math.max(gzip, brotli)) {
            return IDENTITY;
        }
        return brotli >= gzip ? BROTLI : GZIP;
    }
}
