package cms.platform.http;

import cms.platform.failure.Failure;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses requests that a foreign page makes a browser send (design 2.1).
 *
 * <p>Own origin is the public URL; on loopback also {@code localhost} and {@code 127.0.0.1} with its port.
 * It is never taken from the Host header.
 */
final class Origins {
    private final Set<String> own;

    Origins(URI publicUrl) {
        String main = origin(publicUrl.getScheme(), publicUrl.getHost(), publicUrl.getPort());
        this.own = isLoopbackName(publicUrl.getHost())
                ? Stream.of("localhost", "127.0.0.1", publicUrl.getHost())
                        .map(host -> origin(publicUrl.getScheme(), host, publicUrl.getPort()))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of(main);
    }

    void check(Request request) {
        Optional<String> origin = request.header("Origin");
        boolean foreignOrigin = origin.isPresent() && !own.contains(origin.get());
        boolean foreignSite = origin.isEmpty()
                && request.header("Sec-Fetch-Site")
                        .filter(site -> !site.equals("same-origin") && !site.equals("none"))
                        .isPresent()
                && !isNavigation(request);
        if (foreignOrigin || foreignSite) {
            throw Failure.forbidden("Requests from another site are refused.");
        }
    }

    /** A link that a person follows: a GET of a document changes nothing and must keep working. */
    private static boolean isNavigation(Request request) {
        return request.method().equals("GET")
                && request.header("Sec-Fetch-Mode").filter("navigate"::equals).isPresent();
    }

    private static boolean isLoopbackName(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private static String origin(String scheme, String host, int port) {
        return scheme + "://" + host + (port < 0 ? "" : ":" + port);
    }
}
