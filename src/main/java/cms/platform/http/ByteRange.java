package cms.platform.http;

import org.jspecify.annotations.Nullable;

/**
 * The part of a body that a request asks for.
 *
 * @param from the first byte
 * @param length in bytes; zero when the range contains no byte of the body
 */
public record ByteRange(int from, int length) {
    private static final String UNIT = "bytes=";
    private static final ByteRange NONE = new ByteRange(0, 0);
    /** More than any body has, and not so much that one more could not be counted. */
    private static final long BEYOND = 1L << 62;

    private static final long ABSENT = -1;
    private static final long BAD = -2;

    /**
     * The one range of a {@code Range} header (RFC 9110, 14.2); null when the whole body is to be sent: without a
     * range, with several, with one that makes no sense, or when {@code If-Range} names another entity.
     */
    public static @Nullable ByteRange of(@Nullable String range, @Nullable String ifRange, String tag, int size) {
        if (range == null || !range.regionMatches(true, 0, UNIT, 0, UNIT.length()) || range.indexOf(',') >= 0) {
            return null;
        }
        if (ifRange != null && !ifRange.strip().equals(tag)) {
            return null;
        }
        int dash = range.indexOf('-', UNIT.length());
        if (dash < 0) {
            return null;
        }
        long first = number(range.substring(UNIT.length(), dash).strip());
        long last = number(range.substring(dash + 1).strip());
        boolean malformed = first == BAD || last == BAD || first == ABSENT && last == ABSENT;
        if (malformed || first >= 0 && last >= 0 && last < first) {
            return null;
        }
        if (first == ABSENT) {
            return last == 0 ? NONE : new ByteRange((int) Math.max(0, size - last), (int) Math.min(last, size));
        }
        if (first >= size) {
            return NONE;
        }
        long end = last == ABSENT ? size : Math.min(size, last + 1);
        return new ByteRange((int) first, (int) (end - first));
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** The value of {@code Content-Range} for a body of {@code size} bytes. */
    public String contentRange(int size) {
        return isEmpty() ? "bytes */" + size : "bytes " + from + "-" + (from + length - 1) + "/" + size;
    }

    private static long number(String digits) {
        if (digits.isEmpty()) {
            return ABSENT;
        }
        long number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return BAD;
            }
            number = number > BEYOND / 10 - 1 ? BEYOND : number * 10 + digit;
        }
        return number;
    }
}
