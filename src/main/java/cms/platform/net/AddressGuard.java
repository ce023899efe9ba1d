package cms.platform.net;

import cms.platform.failure.Failure;
import cms.platform.net.outside.AsciiHost;
import cms.platform.net.outside.OutsideUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Refuses URLs from outside that lead into a private network. */
public final class AddressGuard {
    /** Host names of the metadata services of clouds, refused whatever a name server answers. */
    private static final Set<String> INWARD = Set.of("metadata.google.internal");

    private final AddressRules rules;

    AddressGuard(List<InetSocketAddress> allowed) {
        this.rules = new AddressRules(allowed);
    }

    /**
     * Checks a URL that is about to be stored, without asking a name server; returns it with its host in ASCII.
     *
     * @throws Failure INVALID for another scheme, a user name, an ambiguous host, or a private IP address
     */
    public URI check(URI url) {
        parse(url);
        return AsciiHost.of(url);
    }

    OutsideUrl parse(URI given) {
        OutsideUrl url = OutsideUrl.parse(given);
        url.literal().map(address -> new InetSocketAddress(address, url.port())).ifPresent(address -> {
            if (!rules.permits(address)) {
                throw refused();
            }
        });
        if (isInward(url.url().getHost())) {
            throw refused();
        }
        return url;
    }

    private static boolean isInward(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return INWARD.contains(bare);
    }

    /**
     * The addresses of a host that may be connected to.
     *
     * @throws Failure INVALID when every address of the host is private
     * @throws UnknownHostException when the name cannot be resolved
     */
    List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        List<InetSocketAddress> permitted = Stream.of(InetAddress.getAllByName(bare))
                .map(address -> new InetSocketAddress(address, port))
                .filter(rules::permits)
                .toList();
        if (permitted.isEmpty()) {
            throw refused();
        }
        return permitted;
    }

    private static Failure refused() {
        return Failure.invalid("This URL leads to a private address, which this service does not call.");
    }
}
