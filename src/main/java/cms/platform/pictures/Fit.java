package cms.platform.pictures;

/**
 * How a picture is fitted into a box. Only {@link #EXACT} enlarges; with the others too large a box is reduced in its
 * ratio.
 */
public enum Fit {
    /** Cut to the ratio of the box, around the focus. */
    COVER,
    /** As {@link #COVER}, and always as large as the box. */
    EXACT,
    /**
     * The whole picture in a box of exactly that ratio; the rest is transparent, or white in a format without
     * transparency.
     */
    CONTAIN,
    /** Stretched to the box. */
    FILL,
    /** As large as fits, in its own ratio. */
    INSIDE
}
