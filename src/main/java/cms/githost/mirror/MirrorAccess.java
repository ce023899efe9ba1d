package cms.githost.mirror;

import cms.git.remote.FetchLimits;
import cms.git.remote.RemoteAddress;
import cms.git.remote.RemoteAddresses;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.Transport;
import cms.platform.failure.Failure;
import java.util.Optional;

/** Addresses for mirrors at the host, with the host's tokens. */
final class MirrorAccess implements RemoteAddresses {
    private final RepositoryHost host;
    private final FetchLimits limits;

    MirrorAccess(RepositoryHost host, FetchLimits limits) {
        this.host = host;
        this.limits = limits;
    }

    @Override
    public FetchLimits limits() {
        return limits;
    }

    @Override
    public RemoteAddress address(String fullName) {
        return address(host.transport(fullName));
    }

    @Override
    public RemoteAddress addressAfter(String fullName, RemoteAddress refused) {
        Transport last = new Transport(fullName, refused.url(), refused.user(), refused.token());
        return address(host.transportAfter(last));
    }

    private static RemoteAddress address(Optional<Transport> transport) {
        return transport
                .map(way -> new RemoteAddress(way.url(), way.user(), way.token()))
                .orElseThrow(() -> Failure.unavailable("The Git host of this repository is not set up."));
    }
}
