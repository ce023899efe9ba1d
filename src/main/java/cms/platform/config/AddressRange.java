package cms.platform.config;

import java.net.InetAddress;

/** A block of addresses in CIDR form, such as {@code 10.0.0.0/8}; a single address is a block of one. */
public record AddressRange(InetAddress first, int prefixBits) {
    private static final String EXPECTED = "an address or a block of addresses such as 10.0.0.0/8";

    public AddressRange {
        if (prefixBits < 0 || prefixBits > Byte.SIZE * first.getAddress().length) {
            throw new IllegalArgumentException(EXPECTED);
        }
    }

    /**
     * Reads a literal block; names are never looked up.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress first = Addresses.literal(slash < 0 ? text : text.substring(0, slash), EXPECTED);
        if (slash < 0) {
            return new AddressRange(first, Byte.SIZE * first.getAddress().length);
        }
        String prefix = text.substring(slash + 1);
        if (!prefix.matches("\\d{1,3}")) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return new AddressRange(first, Integer.parseInt(prefix));
    }

    public boolean contains(InetAddress address) {
        byte[] ours = first.getAddress();
        byte[] theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < prefixBits; bit++) {
            int mask = 0x80 >> (bit % Byte.SIZE);
            if (((ours[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
