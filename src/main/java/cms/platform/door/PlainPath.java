package cms.platform.door;

/** Normalises paths that RFC 3986 calls equivalent (section 6.2.2.2). */
public final class PlainPath {
    private static final int ESCAPE_CHARS = 3;
    private static final int HEXADECIMAL = 16;

    private PlainPath() {}

    /**
     * The raw path with unnecessarily encoded characters decoded: letters, digits, {@code - . _ ~}, and {@code @},
     * which has no other meaning in a path. All others stay encoded, above all a slash, which separates nothing when it
     * is encoded.
     */
    public static String of(String raw) {
        int percent = raw.indexOf('%');
        if (percent < 0) {
            return raw;
        }
        StringBuilder plain = new StringBuilder(raw.length());
        int done = 0;
        while (percent >= 0 && percent + ESCAPE_CHARS <= raw.length()) {
            int first = Character.digit(raw.charAt(percent + 1), HEXADECIMAL);
            int second = Character.digit(raw.charAt(percent + 2), HEXADECIMAL);
            int next = percent + 1;
            if (first >= 0 && second >= 0 && isPlain((char) (first * HEXADECIMAL + second))) {
                plain.append(raw, done, percent).append((char) (first * HEXADECIMAL + second));
                next = percent + ESCAPE_CHARS;
                done = next;
            }
            percent = raw.indexOf('%', next);
        }
        return plain.append(raw, done, raw.length()).toString();
    }

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-._~@".indexOf(c) >= 0;
    }
}
