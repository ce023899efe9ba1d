package cms.platform.http.edge;

import cms.platform.failure.Failure;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses requests that a foreign page makes a browser send, against CSRF (design 2.1).
 *
 * <p>The own origin is the public URL; on loopback also {@code localhost} and {@code 127.0.0.1} with its port. It is
 * never taken from the Host header.
 */
public final class Origins {
    private final Set<String> own;

    public Origins(URI publicUrl) {
        String host = publicUrl.getHost().toLowerCase(Locale.ROOT);
        Stream<String> hosts = isLoopbackName(host) ? Stream.of("localhost", "127.0.0.1", host) : Stream.of(host);
        this.own = hosts.map(name -> origin(publicUrl.getScheme().toLowerCase(Locale.ROOT), name, publicUrl.getPort()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** @throws Failure FORBIDDEN when a page of another origin makes a browser send this request */
    public void check(HttpServletRequest request) {
        List<String> origins = Collections.list(request.getHeaders("Origin"));
        boolean foreignOrigin = !own.containsAll(origins);
        String site = request.getHeader("Sec-Fetch-Site");
        boolean foreignSite = origins.isEmpty()
                && site != null
                && !site.equals("same-origin")
                && !site.equals("none")
                && !isNavigation(request);
        if (foreignOrigin || foreignSite) {
            throw Failure.forbidden("Requests from another site are refused.");
        }
    }

    /** Whether an origin is one of this service. */
    public boolean isOwn(String origin) {
        return own.contains(origin);
    }

    /** Whether a person follows a link: a GET of a document changes nothing and must keep working. */
    private static boolean isNavigation(HttpServletRequest request) {
        return (request.getMethod().equals("GET") || request.getMethod().equals("HEAD"))
                && "navigate".equals(request.getHeader("Sec-Fetch-Mode"));
    }

    private static boolean isLoopbackName(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    /** The origin as browsers write it: without the port that the scheme implies. */
    private static String origin(String scheme, String host, int port) {
        boolean usual = port < 0 || (scheme.equals("http") && port == 80) || (scheme.equals("https") && port == 443);
        return scheme + "://" + host + (usual ? "" : ":" + port);
    }
}
