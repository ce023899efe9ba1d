package cms.platform.files;

/**
 * The type and measures of a file, read from its bytes alone.
 *
 * @param width as stored, in pixels; 0 for kinds without one
 * @param frames of an animation; 1 for a still picture
 * @param orientation how a viewer turns it, as in Exif: 1 as it is, 6 a quarter to the right, ...
 * @param alpha whether parts of it may be transparent
 * @param lossless whether its format stores pixels without loss
 * @param bytes of the lean file
 */
public record FileFacts(
        FileKind kind,
        int width,
        int height,
        int frames,
        int orientation,
        boolean alpha,
        boolean lossless,
        long bytes) {
    /** The facts of a file that is not a raster picture. */
    static FileFacts of(FileKind kind, int width, int height) {
        return new FileFacts(kind, width, height, 1, 1, false, false, 0);
    }

    FileFacts ofBytes(long written) {
        return new FileFacts(kind, width, height, frames, orientation, alpha, lossless, written);
    }
}
