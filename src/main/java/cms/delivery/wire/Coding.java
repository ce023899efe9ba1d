package cms.delivery.wire;

import org.jspecify.annotations.Nullable;

/** How a body may be compressed for the wire. */
public enum Coding {
    IDENTITY("", ""),
    GZIP("gzip", "-gz"),
    BROTLI("br", "-br");

    private static final int WHOLE = 1_000;

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

    /** What tells the entity tag of this form from that of the others. */
    public String tagSuffix() {
        return tagSuffix;
    }

    /**
     * What an {@code Accept-Encoding} header likes best (RFC 9110, 12.5.3); of equals the smaller form.
     *
     * <p>Looks at the header in place, so that a read costs no memory.
     */
    public static Coding preferred(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return IDENTITY;
        }
        int gzip = weight(acceptEncoding, GZIP.token);
        int brotli = weight(acceptEncoding, BROTLI.token);
        if (Math.max(gzip, brotli) == 0 || weight(acceptEncoding, "identity") > Math.max(gzip, brotli)) {
            return IDENTITY;
        }
        return brotli >= gzip ? BROTLI : GZIP;
    }

    /** In thousandths; zero when the token is not there or refused. */
    private static int weight(String header, String token) {
        int at = 0;
        while (at < header.length()) {
            int comma = header.indexOf(',', at);
            int end = comma < 0 ? header.length() : comma;
            int start = at;
            while (start < end && header.charAt(start) <= ' ') {
                start++;
            }
            if (header.regionMatches(true, start, token, 0, token.length())) {
                int after = start + token.length();
                while (after < end && header.charAt(after) <= ' ') {
                    after++;
                }
                if (after == end) {
                    return WHOLE;
                }
                if (header.charAt(after) == ';') {
                    return quality(header, after + 1, end);
                }
            }
            at = end + 1;
        }
        return 0;
    }

    /** The number after {@code q=}; a malformed one counts as a refusal. */
    private static int quality(String header, int from, int end) {
        int at = header.indexOf('=', from) + 1;
        int weight = 0;
        int unit = WHOLE;
        for (boolean none = at <= 0 || at >= end; !none && at < end; at++) {
            char c = header.charAt(at);
            if (c >= '0' && c <= '9') {
                weight += (c - '0') * unit;
                unit /= 10;
            } else if (c > ' ' && c != '.') {
                return 0;
            }
        }
        return Math.min(weight, WHOLE);
    }
}
