package cms.platform.http;

import cms.platform.http.edge.ClientAddress;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a request surely comes from this machine and through no proxy (design 2.1). */
public final class Loopback {
    private static final String OCTET = "(\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
    private static final Pattern HOST = Pattern.compile("(localhost|127(\\." + OCTET + "){3}|\\[::1])(:\\d+)?");

    private Loopback() {}

    public static boolean isLocal(Request request) {
        boolean proxied = request.header("Forwarded").isPresent()
                || request.header("Via").isPresent()
                || request.hasHeaderPrefix("x-forwarded-");
        Optional<String> host = request.header("Host");
        return !proxied
                && isLoopbackAddress(request.socketAddress())
                && host.filter(name ->
                                HOST.matcher(name.toLowerCase(Locale.ROOT)).matches())
                        .isPresent();
    }

    public static boolean isLoopbackAddress(String literal) {
        return ClientAddress.parse(literal)
                .filter(InetAddress::isLoopbackAddress)
                .isPresent();
    }
}
