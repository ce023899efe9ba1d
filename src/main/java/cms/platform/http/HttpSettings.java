package cms.platform.http;

import cms.platform.config.AddressRange;
import cms.platform.tracing.Tracing;
import java.net.URI;
import java.util.List;

/**
 * Where the server listens and whom it believes.
 *
 * @param port 0 takes a free one
 * @param publicUrl how browsers reach this server; the only source of "own origin"
 * @param trustedProxies whose {@code X-Forwarded-For} is believed
 * @param local whether nobody but this machine reaches the service: what is only for this machine exists only then
 * @param tracing which traces requests belong to
 */
public record HttpSettings(
        String host, int port, URI publicUrl, List<AddressRange> trustedProxies, boolean local, Tracing tracing) {
    public HttpSettings(String host, int port, URI publicUrl, List<AddressRange> trustedProxies, boolean local) {
        this(host, port, publicUrl, trustedProxies, local, Tracing.off());
    }

    public HttpSettings {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
