package cms.platform.http.edge;

import cms.platform.heap.HeapShare;
import cms.platform.live.LiveStreams;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Divides the files that the system lets this process open between connections and everything else. */
public final class OpenFiles {
    /** More connections than this hold more memory than there is. */
    private static final int CONNECTIONS_MAX = 65_536;

    /** Memory of an idle stream: 7 to 10 KB were measured. */
    private static final long STREAM_BYTES = 8 * 1_024;

    private OpenFiles() {}

    /**
     * Most connections at a time: three quarters of the files that may be open. The others are for repositories, rows and
     * objects, which could not be read any more if connections took all of them.
     */
    public static int connectionsMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? (int) Math.min(CONNECTIONS_MAX, system.getMaxFileDescriptorCount() / 4 * 3)
                : CONNECTIONS_MAX;
    }

    /**
     * Most event streams at a time: four fifths of the connections, so that the others find one, and no more than take as
     * much memory as bodies may.
     */
    public static int streamsMax() {
        long inMemory = HeapShare.BODIES.bytes() / STREAM_BYTES;
        return (int) Math.min(LiveStreams.STREAMS_MAX, Math.min(inMemory, connectionsMax() / 5 * 4L));
    }
}
