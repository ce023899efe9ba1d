package cms.platform.pictures;

/** How a picture gets into a box. Only {@link #EXACT} enlarges; else a box that is too large shrinks with its ratio kept. */
public enum Fit {
    /** Cut to the ratio of the box, around the focus. */
    COVER,
    /** As {@link #COVER}, and always as large as the box. */
    EXACT,
    /** The whole picture in a box of exactly that ratio; the rest is transparent, white where a format knows no alpha. */
    CONTAIN,
    /** Stretched to the box. */
    FILL,
    /** As large as fits, in its own ratio. */
    INSIDE
}
