package cms.platform.net;

import cms.platform.config.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which addresses a URL from outside may reach: those of the public internet, and those that an operator lists.
 *
 * <p>The list is kept here because the predicates of the JDK know neither unique-local, shared, nor translated
 * addresses (IANA special-purpose registries, RFC 6890).
 */
final class AddressRules {
    private static final List<AddressRange> DENIED = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20");

    /** The public part of IPv6; all others are local, mapped, translated, multicast or unassigned. */
    private static final AddressRange PUBLIC_IPV6 = AddressRange.parse("2000::/3");

    private final Set<InetSocketAddress> allowed;

    AddressRules(List<InetSocketAddress> allowed) {
        this.allowed = Set.copyOf(allowed);
    }

    /** @param address already resolved */
    boolean permits(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        return allowed.contains(new InetSocketAddress(ip, address.getPort())) || isPublic(ip);
    }

    private static boolean isPublic(InetAddress ip) {
        if (ip instanceof Inet6Address && !PUBLIC_IPV6.contains(ip)) {
            return false;
        }
        return DENIED.stream().noneMatch(range -> range.contains(ip));
    }

    private static List<AddressRange> ranges(String... texts) {
        return Stream.of(texts).map(AddressRange::parse).toList();
    }
}
