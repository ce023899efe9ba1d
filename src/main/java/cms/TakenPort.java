package cms;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * A free port, bound by this process since it was chosen: a port that is only looked up may be taken when the service
 * listens some seconds later. A client that connects before that waits.
 */
record TakenPort(ServerSocketChannel socket) implements AutoCloseable {
    private static final int BACKLOG_MAX = 4_096;

    /** @throws Failure UNAVAILABLE when the host is not an address of this machine */
    static TakenPort on(String host) {
        try {
            ServerSocketChannel socket = ServerSocketChannel.open();
            try {
                return new TakenPort(socket.bind(new InetSocketAddress(InetAddress.getByName(host), 0), BACKLOG_MAX));
            } catch (IOException refused) {
                socket.close();
                throw refused;
            }
        } catch (IOException refused) {
            throw Failure.unavailable("No port of CMS_HOST " + host + " can be used: check the address.")
                    .causedBy(refused);
        }
    }

    int number() {
        return socket.socket().getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
