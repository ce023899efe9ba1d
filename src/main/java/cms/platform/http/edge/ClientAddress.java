package cms.platform.http.edge;

import cms.platform.config.AddressRange;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;

/** Finds the address that rate limits count: the socket's, or the last untrusted hop before trusted proxies. */
public final class ClientAddress {
    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final Pattern BRACKETED = Pattern.compile("\\[([^\\]]*)](:\\d{1,5})?");
    private static final Pattern WITH_PORT = Pattern.compile("([0-9.]+):\\d{1,5}");

    private final List<AddressRange> trusted;

    public ClientAddress(List<AddressRange> trusted) {
        this.trusted = trusted;
    }

    public String of(HttpServletRequest request) {
        return of(request.getRemoteAddr(), Collections.list(request.getHeaders(FORWARDED_FOR)));
    }

    /** As {@link #of(HttpServletRequest)}, of a request that has not reached a servlet. */
    String of(Request request) {
        return of(Request.getRemoteAddr(request), request.getHeaders().getValuesList(FORWARDED_FOR));
    }

    /** @param forwardedFor the values of every {@code X-Forwarded-For} line, in the order in which they came */
    public String of(String socketAddress, List<String> forwardedFor) {
        if (forwardedFor.isEmpty() || !isTrusted(socketAddress)) {
            return socketAddress;
        }
        String[] hops = String.join(",", forwardedFor).split(",");
        for (int i = hops.length - 1; i >= 0; i--) {
            if (!isTrusted(hops[i])) {
                return parse(hops[i]).map(InetAddress::getHostAddress).orElse(socketAddress);
            }
        }
        return socketAddress;
    }

    private boolean isTrusted(String text) {
        return parse(text)
                .filter(address -> trusted.stream().anyMatch(range -> range.contains(address)))
                .isPresent();
    }

    /** A literal address, also in brackets or with a port as some proxies write it; never asks a name server. */
    public static Optional<InetAddress> parse(String text) {
        String bare = text.strip();
        Matcher bracketed = BRACKETED.matcher(bare);
        Matcher withPort = WITH_PORT.matcher(bare);
        if (bracketed.matches()) {
            bare = bracketed.group(1);
        } else if (withPort.matches()) {
            bare = withPort.group(1);
        }
        try {
            return Optional.of(InetAddress.ofLiteral(bare));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }
}
