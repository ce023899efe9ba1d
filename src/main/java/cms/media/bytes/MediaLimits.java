package cms.media.bytes;

import java.time.Duration;

/** How much media may take, of what. */
public final class MediaLimits {
    public static final long MEGABYTE = 1L << 20;

    /** Larger than what any plan allows (100 MB), with room for the other parts of a form. */
    public static final long BODY_BYTES_MAX = 101 * MEGABYTE;

    /** Of one file where a plan counts none. */
    public static final long FILE_BYTES_MAX = 100 * MEGABYTE;

    public static final int BULK_MAX = 50;

    /** Longest edge of a delivered original, in pixels. */
    public static final int ORIGINAL_EDGE_MAX = 4_096;

    public static final int ORIGINAL_QUALITY = 80;

    /** A lossless picture of at most so many pixels stays lossless. */
    public static final long LOSSLESS_PIXELS_MAX = 1_000_000;

    /** How long what was deleted can be brought back. */
    public static final Duration BIN = Duration.ofHours(24);

    /** After that an upload that says nothing has ended. */
    public static final Duration RESERVED = Duration.ofMinutes(30);

    public static final int PURGED_AT_ONCE = 100;

    private MediaLimits() {}
}
