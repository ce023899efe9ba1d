package cms.platform.http;

import cms.platform.http.body.Spool;
import java.io.InputStream;

/**
 * Bytes that a client sent: in memory while they are few, in a nameless file beyond 256 KB. They are released with the
 * request; a handler that keeps them copies them before.
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

    /** All bytes from the beginning; may be called repeatedly. */
    public InputStream stream() {
        return spool.stream();
    }

    /** The first bytes, fewer at the end; enough to recognise the kind of file. */
    public byte[] head(int bytesMax) {
        return spool.head(bytesMax);
    }

    /**
     * All bytes in memory.
     *
     * @throws cms.platform.failure.Failure TOO_LARGE beyond {@code bytesMax}, UNAVAILABLE while this caller holds too
     *     much
     */
    public byte[] bytes(long bytesMax) {
        return spool.bytes(bytesMax);
    }
}
