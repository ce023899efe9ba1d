package cms.platform.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * The network that an address counts for: an IPv6 network of 64 bits belongs to one customer, who has 2^64 addresses.
 */
public final class Networks {
    private static final int NETWORK_BYTES = 8;

    private Networks() {}

    /** The address itself, or the /64 network of an IPv6 one; any other text stays as it is. */
    public static String of(String address) {
        if (address.indexOf(':') < 0 || address.indexOf(' ') >= 0) {
            return address;
        }
        try {
            return InetAddress.ofLiteral(address) instanceof Inet6Address six && !six.isLoopbackAddress()
                    ? HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES) + "/64"
                    : address;
        } catch (IllegalArgumentException noAddress) {
            return address;
        }
    }

    /** The subject with its last word, an address, replaced by {@link #of}. */
    static String ofLastWord(String subject) {
        int at = subject.lastIndexOf(' ') + 1;
        return at == 0 ? of(subject) : subject.substring(0, at) + of(subject.substring(at));
    }
}
