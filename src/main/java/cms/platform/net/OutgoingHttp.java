package cms.platform.net;

import cms.platform.failure.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The two ways out of this service; both come to life with their first request. */
public final class OutgoingHttp implements AutoCloseable {
    private final SSLContext trust;
    private final AddressGuard guard;
    private final Connections plain;
    private final Connections guarded;

    public OutgoingHttp(NetSettings settings) {
        this.trust = Trust.with(settings.trustedCertificates());
        this.guard = new AddressGuard(settings.privateAddressesAllowed());
        this.plain = new Connections(
                "out-settings",
                trust,
                (host, port) -> Stream.of(InetAddress.getAllByName(host))
                        .map(address -> new InetSocketAddress(address, port))
                        .toList());
        this.guarded = new Connections("out-foreign", trust, guard::resolve);
    }

    /** For URLs that come from the settings: any address, because an operator wrote it. */
    public WebClient toSettings() {
        return plain::send;
    }

    /** For URLs that come from the settings, with answers of any length. */
    public StreamClient streamsToSettings() {
        return plain::open;
    }

    /** For URLs that come from a body, from stored content or from another answer. */
    public WebClient toOutside() {
        return this::sendGuarded;
    }

    /** Whom outgoing TLS believes, for those who speak something other than HTTP. */
    public SSLContext trust() {
        return trust;
    }

    public AddressGuard guard() {
        return guard;
    }

    /**
     * Streams that somebody reads end with a failure, and so does each that is opened later; one that carries a change is
     * waited for. A stop must not wait for a large answer that is asked for again after the next start.
     */
    public void endReading() {
        plain.endReading();
    }

    @Override
    public void close() {
        plain.close();
        guarded.close();
    }

    /** The address that was checked is the one that is connected to: the check happens where names are resolved. */
    private WebAnswer sendGuarded(WebRequest request) {
        for (String header : request.headers().keySet()) {
            if (header.equalsIgnoreCase("Host")) {
                throw Failure.invalid("The Host header follows from the URL.");
            }
        }
        URI url = guard.parse(request.url()).url();
        return guarded.send(new WebRequest(
                request.method(), url, request.headers(), request.body(), request.patience(), request.bytesMax()));
    }
}
