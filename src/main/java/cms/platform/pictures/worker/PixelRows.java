package cms.platform.pictures.worker;

/** A picture that is read from top to bottom, in sRGB. */
interface PixelRows {
    int width();

    int height();

    boolean alpha();

    /** @param into ARGB, not premultiplied */
    void row(int y, int[] into);
}
