package cms.media.bytes;

import java.time.Duration;

/** Limits of media. */
public final class MediaLimits {
    public static final long MEGABYTE = 1L << 20;

    /** Largest request body: more than any plan allows (100 MB), with room for the other parts of a form. */
    public static final long BODY_BYTES_MAX = 101 * MEGABYTE;

    /** Largest file where the plan sets no limit. */
    public static final long FILE_BYTES_MAX = 100 * MEGABYTE;

    public static final int BULK_MAX = 50;

    /** Longest edge of a delivered original, in pixels. */
    public static final int ORIGINAL_EDGE_MAX = 4_096;

    public static final int ORIGINAL_QUALITY = 80;

    /** A lossless picture of at most so many pixels stays lossless. */
    public static final long LOSSLESS_PIXELS_MAX = 1_000_000;

    /** Most bytes that the assets of a project are described with, those in the bin too: some 30,000 pictures. */
    public static final long DESCRIBED_BYTES_MAX = 32 * MEGABYTE;

    /** How long a deleted asset can be restored. */
    public static final Duration BIN = Duration.ofHours(24);

    /** Life of a reservation, after which an upload without progress has ended. */
    public static final Duration RESERVED = Duration.ofMinutes(30);

    public static final int PURGED_AT_ONCE = 100;

    private MediaLimits() {}
}
