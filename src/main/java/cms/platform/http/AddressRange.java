package cms.platform.http;

import cms.platform.failure.Failure;
import java.net.InetAddress;

/** A CIDR range of literal addresses, for instance {@code 10.0.0.0/8} or {@code ::1}. */
public record AddressRange(InetAddress network, int prefixBits) {
    /** @throws Failure INVALID when the text is no literal address with an optional prefix length */
    public static AddressRange parse(String text) {
        String[] parts = text.strip().split("/", 2);
        InetAddress network = literal(parts[0]);
        int bitsMax = network.getAddress().length * 8;
        try {
            int bits = parts.length == 2 ? Integer.parseInt(parts[1]) : bitsMax;
            if (bits < 0 || bits > bitsMax) {
                throw Failure.invalid("`" + text + "` has a prefix length outside 0 to " + bitsMax + ".");
            }
            return new AddressRange(network, bits);
        } catch (NumberFormatException notANumber) {
            throw Failure.invalid("`" + text + "` is not an address range such as 10.0.0.0/8.")
                    .causedBy(notANumber);
        }
    }

    public boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < prefixBits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((mine[bit / 8] & mask) != (other[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** Parses a literal address without ever asking a name server. */
    static InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException notAnAddress) {
            throw Failure.invalid("`" + text + "` is not a literal IP address.").causedBy(notAnAddress);
        }
    }
}
