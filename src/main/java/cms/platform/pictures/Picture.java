package cms.platform.pictures;

import java.nio.file.Path;

/**
 * A picture that was made.
 *
 * @param file with its bytes, which belongs to the caller from now on
 * @param width in pixels, of one frame
 * @param height in pixels, of one frame
 */
public record Picture(Path file, PictureFormat format, int width, int height, long bytes, boolean animated) {}
