package cms.platform.net;

import cms.platform.failure.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The HTTP clients of this service, with a pool of connections for each purpose, made at its first request. */
public final class OutgoingHttp implements AutoCloseable {
    private final SSLContext trust;
    private final AddressGuard guard;
    private final Connections settings;
    private final Connections models;
    private final Connections foreign;
    private final Connections deliveries;

    public OutgoingHttp(NetSettings from) {
        this.trust = Trust.with(from.trustedCertificates());
        this.guard = new AddressGuard(from.privateAddressesAllowed());
        Resolver anywhere = (host, port) -> Stream.of(InetAddress.getAllByName(host))
                .map(address -> new InetSocketAddress(address, port))
                .toList();
        this.settings = new Connections(Pool.SETTINGS, trust, anywhere);
        this.models = new Connections(Pool.MODELS, trust, anywhere);
        this.foreign = new Connections(Pool.FOREIGN, trust, guard::resolve);
        this.deliveries = new Connections(Pool.DELIVERIES, trust, guard::resolve);
    }

    /** For URLs that come from the settings: any address, because an operator wrote it. */
    public WebClient toSettings() {
        return settings::send;
    }

    /** For URLs that come from the settings, with answers of any length. */
    public StreamClient streamsToSettings() {
        return settings::open;
    }

    /** For servers of language models from the settings: 256 connections a host, idle for up to 120 s. */
    public StreamClient streamsToModels() {
        return models::open;
    }

    /** For URLs that come from a body, from stored content or from another answer. */
    public WebClient toOutside() {
        return request -> foreign.send(guarded(request));
    }

    /**
     * As {@link #toOutside}, for answers that are read while they arrive. No redirect is followed: a caller that
     * follows one opens its URL here, where it is checked again.
     */
    public StreamClient streamsToOutside() {
        return request -> foreign.open(guarded(request));
    }

    /** For the URLs of webhooks, with the webhook's id as the tag: 8 connections each, and none shared. */
    public HeadClient deliveries() {
        return request -> deliveries.head(guarded(request));
    }

    /** The certificates that outgoing TLS trusts, for protocols other than HTTP. */
    public SSLContext trust() {
        return trust;
    }

    public AddressGuard guard() {
        return guard;
    }

    /**
     * Ends all streams being read with a failure, and each that is opened later, unless the request changes data. A
     * stop must not wait for a large answer that is requested again after the next start.
     */
    public void endReading() {
        settings.endReading();
        models.endReading();
        foreign.endReading();
    }

    @Override
    public void close() {
        settings.close();
        models.close();
        foreign.close();
        deliveries.close();
    }

    /**
     * The request with the guard: addresses are checked where names are resolved, so that the checked address is the
     * one connected to.
     */
    private WebRequest guarded(WebRequest request) {
        for (String header : request.headers().keySet()) {
            if (header.equalsIgnoreCase("Host")) {
                throw Failure.invalid("The Host header follows from the URL.");
            }
        }
        return request.to(guard.parse(request.url()).url());
    }
}
