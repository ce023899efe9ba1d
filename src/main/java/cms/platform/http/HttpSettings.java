package cms.platform.http;

import cms.platform.config.AddressRange;
import cms.platform.tracing.Tracing;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;

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
    private static final HttpField STRICT_TRANSPORT =
            new HttpField(HttpHeader.STRICT_TRANSPORT_SECURITY, "max-age=31536000");

    public HttpSettings {
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** The header that every answer has where the public URL is https: browsers use https alone from then on (HSTS). */
    Optional<HttpField> strictTransport() {
        return publicUrl.getScheme().equals("https") ? Optional.of(STRICT_TRANSPORT) : Optional.empty();
    }
}
