package cms.platform.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** Whom an address counts for: an IPv6 network of 64 bits is one line of one customer, and holds 2^64 addresses. */
public final class Networks {
    private static final int NETWORK_BYTES = 8;

    private Networks() {}

    /** The address itself, or its /64 where it is an IPv6 one; anything else stays as it is. */
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

    /** The same for a subject whose last word is an address. */
    static String ofLastWord(String subject) {
        int at = subject.lastIndexOf(' ') + 1;
        return at == 0 ? of(subject) : subject.substring(0, at) + of(subject.substring(at));
    }
}
