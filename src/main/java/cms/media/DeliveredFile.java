package cms.media;

import java.nio.channels.FileChannel;

/**
 * A file of an asset, open for whoever sends it.
 *
 * @param channel to be closed by the reader
 * @param tag the strong entity tag, quoted
 * @param version which making of the variants this is; 0 for an original, which never changes
 * @param byAccept whether another {@code Accept} would have got other bytes
 * @param passing whether better bytes are on their way, so that nobody should keep these for long
 */
public record DeliveredFile(
        FileChannel channel,
        String contentType,
        long size,
        String tag,
        int version,
        boolean byAccept,
        boolean passing) {
    /** A drawing on its own runs nothing and loads nothing. */
    public static final String SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
}
