package cms.platform.http;

import cms.platform.http.body.Spool;
import java.io.InputStream;

/**
 * Bytes that a client sent: in memory while they are few, in a file without a name beyond 256 KB. They end with the
 * request; what is kept is copied before the handler returns.
 */
public final class Received {
    private final Spool spool;

    Received(Spool spool) {
        this.spool = spool;
    }

    /** In bytes. */
    public long length() {
        return spool.length();
    }

    /** The whole from the beginning, as often as it is asked for. */
    public InputStream stream() {
        return spool.stream();
    }

    /** The first bytes, fewer where there are no more; enough to tell what kind of file it is. */
    public byte[] head(int bytesMax) {
        return spool.head(bytesMax);
    }

    /**
     * The whole in memory.
     *
     * @throws cms.platform.failure.Failure TOO_LARGE beyond {@code bytesMax}, UNAVAILABLE while this caller holds too much
     */
    public byte[] bytes(long bytesMax) {
        return spool.bytes(bytesMax);
    }
}
