package cms.platform.door;

/**
 * Reads the header {@code Accept-Encoding} (RFC 9110, 12.5.3) in place, so that a delivered read allocates no memory
 * for it.
 */
public final class AcceptEncoding {
    private static final int WHOLE = 1_000;

    private AcceptEncoding() {}

    /** The weight of a content coding in thousandths; 0 when the header does not name it, or refuses it. */
    public static int weight(String header, String token) {
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
