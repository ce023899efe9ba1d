package cms.platform.net;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of outgoing calls: which addresses they may reach and which certificates they trust.
 *
 * @param privateAddressesAllowed private addresses that a URL from outside may reach all the same
 * @param trustedCertificates a PEM file of authorities to believe beside the usual ones
 */
public record NetSettings(
        List<InetSocketAddress> privateAddressesAllowed,
        @Nullable Path trustedCertificates) {
    public NetSettings {
        privateAddressesAllowed = List.copyOf(privateAddressesAllowed);
    }
}
