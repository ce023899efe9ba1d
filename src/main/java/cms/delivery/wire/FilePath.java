package cms.delivery.wire;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The path of a delivered file in an address; decoded alike for releases, kept releases and previews. */
public final class FilePath {
    private static final int CHARS_MAX = 1_024;
    private static final String NONE = "";

    private FilePath() {}

    /**
     * The path of a file. Only a plain slash separates names: a path with an encoded one names no file.
     *
     * @param raw still percent-encoded
     * @return empty for one that no file can have
     */
    public static String decode(String raw) {
        if (raw.length() > CHARS_MAX) {
            return NONE;
        }
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        String escapes = raw.toLowerCase(Locale.ROOT);
        if (escapes.contains("%2f") || escapes.contains("%00")) {
            return NONE;
        }
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return NONE;
        }
    }

    /** The path of a file behind some segments of an address, with the slash at its end if there is one. */
    public static String decodeAfter(int segments, String address) {
        int at = 0;
        for (int passed = 0; passed < segments && at >= 0; passed++) {
            at = address.indexOf('/', at + 1);
        }
        return at < 0 ? NONE : decode(address.substring(at + 1));
    }
}
