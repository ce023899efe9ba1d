package cms.platform.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads URLs of servers. Every failure says what was expected and never repeats the text: it may hold a password. */
final class Urls {
    private static final Set<String> WEB = Set.of("http", "https");
    private static final Set<String> POSTGRESQL = Set.of("postgres", "postgresql");
    private static final String EXPECTED_WEB =
            "an http or https URL without user name, query or fragment, such as https://example.org";
    private static final String EXPECTED_ORIGIN =
            "an http or https URL without a path, such as https://cms.example.org";
    private static final String EXPECTED_POSTGRESQL =
            "a URL such as postgresql://user:password@host:5432/database, with special characters percent-encoded";

    private Urls() {}

    /** A web address that others are built upon; a slash at its end is dropped. */
    static URI web(String text) {
        URI url = parsed(text, EXPECTED_WEB);
        if (!hasScheme(url, WEB) || url.getRawUserInfo() != null || url.getRawQuery() != null) {
            throw new IllegalArgumentException(EXPECTED_WEB);
        }
        return text.endsWith("/") ? URI.create(text.replaceAll("/+$", "")) : url;
    }

    /** An origin as browsers write it: in small letters, without the port that its scheme implies. */
    static URI origin(String text) {
        URI url = parsed(text, EXPECTED_ORIGIN);
        if (!hasScheme(url, WEB) || url.getRawUserInfo() != null || url.getRawQuery() != null) {
            throw new IllegalArgumentException(EXPECTED_ORIGIN);
        }
        if (!url.getRawPath().isEmpty() && !url.getRawPath().equals("/")) {
            throw new IllegalArgumentException(EXPECTED_ORIGIN);
        }
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        boolean usual = url.getPort() == (scheme.equals("https") ? 443 : 80);
        String port = usual || url.getPort() < 0 ? "" : ":" + url.getPort();
        return URI.create(scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port);
    }

    static Secret server(String text, Set<String> schemes, String expected) {
        if (!hasScheme(parsed(text, expected), schemes)) {
            throw new IllegalArgumentException(expected);
        }
        return new Secret(text);
    }

    static Secret postgresql(String text) {
        String plain = text.startsWith("jdbc:") ? text.substring("jdbc:".length()) : text;
        URI url = parsed(plain, EXPECTED_POSTGRESQL);
        boolean namesDatabase =
                url.getRawPath().length() > 1 && url.getRawPath().lastIndexOf('/') == 0;
        if (!hasScheme(url, POSTGRESQL) || !namesDatabase) {
            throw new IllegalArgumentException(EXPECTED_POSTGRESQL);
        }
        return new Secret(plain);
    }

    private static URI parsed(String text, String expected) {
        try {
            URI url = new URI(text);
            if (url.getHost() == null || url.getPort() > 65_535 || url.getPort() == 0 || url.getRawFragment() != null) {
                throw new IllegalArgumentException(expected);
            }
            return url;
        } catch (URISyntaxException malformed) {
            // The cause would repeat the text, so it is left out.
            throw new IllegalArgumentException(expected);
        }
    }

    private static boolean hasScheme(URI url, Set<String> schemes) {
        @Nullable String scheme = url.getScheme();
        return scheme != null && schemes.contains(scheme.toLowerCase(Locale.ROOT));
    }
}
