package cms.platform.http;

import java.util.Locale;

/** The one rule about paths that holds before any route is looked up. */
final class PathSegments {
    private PathSegments() {}

    /**
     * True when a raw path has a segment {@code .} or {@code ..}, however the dots and slashes are encoded.
     *
     * <p>Clients resolve such segments before they send; what still carries one is an attempt to leave the place
     * that the route means.
     */
    static boolean climbs(String rawPath) {
        if (!rawPath.contains(".") && !rawPath.contains("%2")) {
            return false;
        }
        String plain = rawPath.toLowerCase(Locale.ROOT)
                .replace("%2e", ".")
                .replace("%2f", "/")
                .replace("%5c", "/");
        for (String segment : plain.split("/")) {
            String name = segment.split(";", 2)[0];
            if (name.equals(".") || name.equals("..")) {
                return true;
            }
        }
        return false;
    }
}
