package cms.platform.http;

import cms.platform.config.AddressRange;
import cms.platform.tracing.Tracing;
import java.net.URI;
import java.util.List;

/**
 * Address of the server, and the proxies that it trusts.
 *
 * @param port 0 for a free one
 * @param publicUrl how browsers reach this server; the only source of "own origin"
 * @param trustedProxies proxies whose {@code X-Forwarded-For} is used
 * @param local whether only this machine reaches the service; routes for this machine exist only then
 * @param tracing of requests
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
