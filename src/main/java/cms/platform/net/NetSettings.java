package cms.platform.net;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of outgoing calls: which addresses they may reach and which certificates they trust.
 *
 * @param privateAddressesAllowed private addresses that a URL from outside may reach
 * @param trustedCertificates a PEM file of authorities to trust beside those of the JDK
 */
public record NetSettings(
        List<InetSocketAddress> privateAddressesAllowed,
        @Nullable Path trustedCertificates) {
    public NetSettings {
        privateAddressesAllowed = List.copyOf(privateAddressesAllowed);
    }
}
