package cms.git.mirror;

import cms.git.remote.RemoteAddress;
import cms.git.remote.RemoteAddresses;
import cms.git.remote.RemoteException;

/** The connection of one mirror to its repository at the host. */
final class HostConnection {
    private final String fullName;
    private final RemoteAddresses host;

    HostConnection(String fullName, RemoteAddresses host) {
        this.fullName = fullName;
        this.host = host;
    }

    @FunctionalInterface
    interface Question<T> {
        T ask(RemoteAddress address) throws RemoteException;
    }

    /** Asks the host, and once more with a new token when the token was refused. */
    <T> T ask(Question<T> question) throws RemoteException {
        RemoteAddress address = host.address(fullName);
        try {
            return question.ask(address);
        } catch (RemoteException refused) {
            if (refused.kind() != RemoteException.Kind.UNAUTHORIZED) {
                throw refused;
            }
            return question.ask(host.addressAfter(fullName, address));
        }
    }
}
