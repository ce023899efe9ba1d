package cms.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of this machine for a server that has to be told where to listen, and may end and come back there.
 *
 * <p>Whoever looks for a free port and lets go of it may find it taken a moment later. This one stays bound and never
 * listens: Linux lets somebody who names it listen there as well (both set {@code SO_REUSEADDR}), and picks it for
 * nobody who asks for any free port, neither a server nor a connection on its way out. Other systems do not know that
 * difference; there it is only looked for.
 */
public final class FreePort implements AutoCloseable {
    private static final boolean CAN_BE_SHARED = System.getProperty("os.name").equals("Linux");

    private final Socket holder = new Socket();
    private final int number;

    public FreePort() {
        try {
            holder.setReuseAddress(true);
            holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            number = holder.getLocalPort();
            if (!CAN_BE_SHARED) {
                holder.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int number() {
        return number;
    }

    @Override
    public void close() {
        try {
            holder.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
