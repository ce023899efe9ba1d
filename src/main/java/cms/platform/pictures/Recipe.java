package cms.platform.pictures;

/**
 * One picture to make.
 *
 * @param width of the box in pixels; 0 follows from the height and the ratio of the source
 * @param height of the box in pixels; 0 follows from the width and the ratio of the source
 * @param focusX point kept near the middle of a cut, 0 to 1 from the left of the upright picture
 * @param focusY point kept near the middle of a cut, 0 to 1 from the top of the upright picture
 * @param quality 1 to 100, for lossy formats
 * @param lossless keeps every pixel, where the format supports it
 * @param animated keeps the frames, where source and engine have them and the format is WebP; else only the first frame
 */
public record Recipe(
        PictureFormat format,
        Fit fit,
        int width,
        int height,
        double focusX,
        double focusY,
        int quality,
        boolean lossless,
        boolean animated) {
    private static final int EDGE_MAX = 16_384;
    private static final int QUALITY_MAX = 100;

    /** @throws IllegalArgumentException for values out of bounds */
    public Recipe {
        if (width < 0
                || height < 0
                || width > EDGE_MAX
                || height > EDGE_MAX
                || !(focusX >= 0 && focusX <= 1 && focusY >= 0 && focusY <= 1)
                || quality < 1
                || quality > QUALITY_MAX) {
            throw new IllegalArgumentException("a recipe out of range");
        }
    }
}
