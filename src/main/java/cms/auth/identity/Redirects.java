package cms.auth.identity;

import cms.platform.failure.Failure;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * Checks the target of a sign-in: a path of this service, or a command-line client that listens on the person's
 * machine.
 */
public final class Redirects {
    private static final int PATH_CHARS_MAX = 2_000;
    private static final Pattern CLI =
            Pattern.compile("http://(?:127\\.0\\.0\\.1|localhost):(?:987[6-9]|98[89][0-9])/callback");

    private Redirects() {}

    /**
     * The callback of a command-line client, matched as a whole, without user, query or fragment (spec 4.1).
     *
     * @throws Failure INVALID for anything else
     */
    public static String cli(String url) {
        if (!CLI.matcher(url).matches()) {
            throw Failure.invalid("A command-line callback is http://127.0.0.1:<port>/callback or"
                    + " http://localhost:<port>/callback with a port from 9876 to 9899.");
        }
        return url;
    }

    /**
     * A path of this service that no browser reads as another host.
     *
     * @throws Failure INVALID unless it begins with exactly one slash and holds no backslash, control character or
     *     fragment
     */
    public static String local(String path) {
        boolean oneSlash = path.startsWith("/") && !path.startsWith("//");
        boolean odd = path.chars().anyMatch(c -> c <= 0x20 || c == 0x7f || c == '\\' || c == '#');
        if (!oneSlash || odd || path.length() > PATH_CHARS_MAX) {
            throw notLocal();
        }
        try {
            return new URI(path).toASCIIString();
        } catch (URISyntaxException malformed) {
            throw notLocal().causedBy(malformed);
        }
    }

    public static String withQuery(String url, String query) {
        return url + (url.contains("?") ? "&" : "?") + query;
    }

    private static Failure notLocal() {
        return Failure.invalid("The redirect must be a path of this service that begins with a single slash.");
    }
}
