package cms.mcp.apps;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks the redirect URI of an app: a site over TLS, a program on the person's machine (RFC 8252), or a known editor.
 */
final class RedirectRule {
    private static final int CHARS_MAX = 1_000;
    private static final Pattern PLAIN = Pattern.compile("[!-~&&[^\\\\\"<>^`{|}#;,']]+");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
    private static final String HTTPS = "https:";
    private static final List<String> EDITORS =
            List.of("cursor://anysphere.cursor-mcp/", "vscode://", "vscode-insiders://", "windsurf://");

    private RedirectRule() {}

    /** Whether a client may register this URI at all. */
    static boolean isPossible(String text) {
        Optional<URI> parsed = parse(text);
        if (parsed.isEmpty() || parsed.get().getRawUserInfo() != null) {
            return false;
        }
        URI uri = parsed.get();
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "https" -> isName(uri) && !isInward(uri);
            case "http" -> isLoopback(uri) && !isInward(uri);
            default -> EDITORS.stream().anyMatch(text::startsWith);
        };
    }

    /**
     * Whether a client with these URIs may be redirected to this one: an exact match, except for the port of a loopback
     * address.
     */
    static boolean allows(List<String> named, String asked) {
        return isPossible(asked)
                && named.stream().anyMatch(known -> known.equals(asked) || isSameButForThePort(known, asked));
    }

    /** Whether the target is a site, in place of a program on the person's machine. */
    static boolean isSite(String text) {
        return text.regionMatches(true, 0, HTTPS, 0, HTTPS.length());
    }

    /** The name of the target on a consent page: the host, or the scheme of an editor. */
    static String host(String text) {
        URI uri = parse(text).orElseThrow();
        return isWeb(uri) ? String.valueOf(uri.getHost()) : uri.getScheme() + "://";
    }

    /** The target as a source of a content security policy. */
    static String policySource(String text) {
        URI uri = parse(text).orElseThrow();
        return isWeb(uri)
                ? uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                : uri.getScheme() + ":";
    }

    private static boolean isSameButForThePort(String known, String asked) {
        URI one = parse(known).orElseThrow();
        URI other = parse(asked).orElseThrow();
        return "http".equals(one.getScheme())
                && "http".equals(other.getScheme())
                && isLoopback(one)
                && Objects.equals(one.getHost(), other.getHost())
                && Objects.equals(one.getRawPath(), other.getRawPath())
                && Objects.equals(one.getRawQuery(), other.getRawQuery());
    }

    private static boolean isWeb(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
    }

    private static boolean isLoopback(URI uri) {
        String host = String.valueOf(uri.getHost());
        return host.equals("127.0.0.1") || host.equals("[::1]") || host.equals("localhost");
    }

    private static boolean isName(URI uri) {
        return uri.getHost() != null
                && NAME.matcher(uri.getHost().toLowerCase(Locale.ROOT)).matches();
    }

    /** Whether a URI has dot segments, which lead to another path than it shows. */
    private static boolean isInward(URI uri) {
        String path = String.valueOf(uri.getRawPath()).toLowerCase(Locale.ROOT).replace("%2e", ".");
        return List.of(path.split("/", -1)).stream().anyMatch(part -> part.equals(".") || part.equals(".."));
    }

    private static Optional<URI> parse(String text) {
        if (text.length() > CHARS_MAX || !PLAIN.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }
}
