package cms.platform.http.edge;

import cms.platform.heap.HeapShare;
import cms.platform.live.LiveStreams;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Divides the files that the system lets this process open between connections and everything else. */
public final class OpenFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);
    /** More connections than this hold more memory than there is. */
    private static final int CONNECTIONS_MAX = 65_536;

    /** Memory of an idle stream: 7 to 10 KB were measured. */
    private static final long STREAM_BYTES = 8 * 1_024;

    private OpenFiles() {}

    /**
     * Most connections at a time: three quarters of the files that may be open. The others are for repositories, rows
     * and objects, which could not be read any more if connections took all of them.
     */
    public static int connectionsMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? (int) Math.min(CONNECTIONS_MAX, system.getMaxFileDescriptorCount() / 4 * 3)
                : CONNECTIONS_MAX;
    }

    /** Has the server accept so many connections at a time, and tells the operator when there are. */
    public static NetworkConnectionLimit connectionLimit(int connectionsMax, Server server) {
        return new NetworkConnectionLimit(connectionsMax, server) {
            private long silentUntil = System.nanoTime();

            @Override
            protected void limit() {
                super.limit();
                long now = System.nanoTime();
                if (now - silentUntil >= 0) { // The limit is reached anew with each that comes after one has gone.
                    silentUntil = now + Duration.ofMinutes(1).toNanos();
                    LOG.warn("{} connections are open, and no more may be: others wait until one ends", connectionsMax);
                }
            }
        };
    }

    /**
     * Most event streams at a time: four fifths of the connections, so that the others find one, and no more than take
     * as much memory as bodies may.
     */
    public static int streamsMax() {
        long inMemory = HeapShare.BODIES.bytes() / STREAM_BYTES;
        return (int) Math.min(LiveStreams.STREAMS_MAX, Math.min(inMemory, connectionsMax() / 5 * 4L));
    }
}
