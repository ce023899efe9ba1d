package cms.platform.http;

import cms.platform.failure.Failure;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Finds the address that rate limits count: the socket's, or the last untrusted hop before trusted proxies. */
final class ClientAddress {
    private final List<AddressRange> trusted;

    ClientAddress(List<AddressRange> trusted) {
        this.trusted = trusted;
    }

    String of(String socketAddress, Optional<String> forwardedFor) {
        if (forwardedFor.isEmpty() || !isTrusted(socketAddress)) {
            return socketAddress;
        }
        String[] hops = forwardedFor.get().split(",");
        for (int i = hops.length - 1; i >= 0; i--) {
            String hop = hops[i].strip();
            if (!isTrusted(hop)) {
                return isLiteral(hop) ? hop : socketAddress;
            }
        }
        return socketAddress;
    }

    private boolean isTrusted(String text) {
        return parse(text).filter(address -> trusted.stream().anyMatch(range -> range.contains(address))).isPresent();
    }

    private static boolean isLiteral(String text) {
        return parse(text).isPresent();
    }

    private static Optional<InetAddress> parse(String text) {
        try {
            return Optional.of(AddressRange.literal(text.replace("[", "").replace("]", "")));
        } catch (Failure notAnAddress) {
            return Optional.empty();
        }
    }
}
