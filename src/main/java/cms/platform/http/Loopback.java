package cms.platform.http;

import cms.platform.http.edge.ClientAddress;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether a request certainly comes from this machine and through no proxy (design 2.1). It is asked only where
 * the settings say that others cannot reach the service.
 */
public final class Loopback {
    private static final String OCTET = "(\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
    private static final Pattern HOST =
            Pattern.compile("(localhost|127(\\." + OCTET + "){3}|\\[::1])(?::(?<port>\\d{1,5}))?");

    private static final String PORT = "port";
    private static final int HTTP_PORT = 80;

    /** Headers by which proxies name the client they forward for; a request with any of them came through a proxy. */
    private static final List<String> PROXY_HEADERS = List.of("Forwarded", "Via", "X-Real-IP", "True-Client-IP");

    private static final List<String> PROXY_PREFIXES = List.of("x-forwarded-", "cf-", "x-envoy-", "tailscale-");

    /** The protocol version that nginx uses towards a service by default, and no current browser or program does. */
    private static final String OF_PROXIES = "HTTP/1.0";

    private Loopback() {}

    public static boolean isLocal(Request request) {
        boolean proxied =
                PROXY_HEADERS.stream().anyMatch(name -> request.header(name).isPresent()) || hasHeaderOfProxy(request);
        return !proxied
                && !OF_PROXIES.equals(request.raw().getProtocol())
                && isLoopbackAddress(request.socketAddress())
                && isNamed(request);
    }

    private static boolean hasHeaderOfProxy(Request request) {
        return Collections.list(request.raw().getHeaderNames()).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .anyMatch(name -> PROXY_PREFIXES.stream().anyMatch(name::startsWith));
    }

    /** Whether the {@code Host} of a request is a loopback name with the port of the connection. */
    public static boolean isNamed(Request request) {
        return request.header("Host")
                .filter(host -> isHere(host, request.raw().getLocalPort()))
                .isPresent();
    }

    /** Whether a host is a name of this machine with the port of the connection. */
    private static boolean isHere(String host, int port) {
        Matcher matched = HOST.matcher(host.toLowerCase(Locale.ROOT));
        return matched.matches()
                && (matched.group(PORT) == null ? HTTP_PORT : Integer.parseInt(matched.group(PORT))) == port;
    }

    public static boolean isLoopbackAddress(String literal) {
        return ClientAddress.parse(literal)
                .filter(InetAddress::isLoopbackAddress)
                .isPresent();
    }
}
