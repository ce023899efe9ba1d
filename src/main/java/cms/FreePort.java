package cms;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Asks the system for a port that nobody listens on right now. */
final class FreePort {
    private FreePort() {}

    static int on(String host) {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return probe.getLocalPort();
        } catch (IOException refused) {
            throw Failure.unavailable("No port of CMS_HOST " + host + " can be used: check the address.")
                    .causedBy(refused);
        }
    }
}
