package cms.platform.pictures.worker;

import cms.platform.pictures.Fit;
import cms.platform.pictures.Recipe;

/**
 * Geometry of a recipe for an upright source of a known size: the part that is used, its new size, and the padding.
 *
 * @param x left edge of the used part, in pixels of the source
 * @param width of the used part, in pixels of the source
 * @param toWidth width that the part is scaled to
 * @param left padding at the left
 * @param boxWidth width of the whole picture
 */
record CropGeometry(
        double x,
        double y,
        double width,
        double height,
        int toWidth,
        int toHeight,
        int left,
        int top,
        int boxWidth,
        int boxHeight) {

    static CropGeometry of(Recipe recipe, int width, int height) {
        double wide = recipe.width();
        double high = recipe.height();
        if (wide == 0 && high == 0) {
            wide = width;
            high = height;
        } else if (wide == 0) {
            wide = high * width / height;
        } else if (high == 0) {
            high = wide * height / width;
        }
        return switch (recipe.fit()) {
            case COVER, EXACT -> covering(recipe, width, height, wide, high);
            case CONTAIN -> contained(width, height, wide, high);
            case FILL -> {
                double shrink = Math.max(1, Math.max(wide / width, high / height));
                yield whole(width, height, whole(wide / shrink), whole(high / shrink));
            }
            case INSIDE -> {
                double scale = Math.min(1, Math.min(wide / width, high / height));
                yield whole(width, height, whole(width * scale), whole(height * scale));
            }
        };
    }

    /** Scale of the part, at most 1, in the direction that is reduced less. */
    double scale() {
        return Math.min(1, Math.max(toWidth / width, toHeight / height));
    }

    boolean isPadded() {
        return boxWidth != toWidth || boxHeight != toHeight;
    }

    /** The same geometry for a source that was scaled before. */
    CropGeometry scaled(double byX, double byY) {
        return new CropGeometry(
                x * byX, y * byY, width * byX, height * byY, toWidth, toHeight, left, top, boxWidth, boxHeight);
    }

    /**
     * The largest part with the ratio of the recipe, its middle as near to the focus as the edges allow (payload#7275).
     */
    private static CropGeometry covering(Recipe recipe, int width, int height, double wide, double high) {
        double partWidth = Math.min(width, height * wide / high);
        double partHeight = Math.min(height, width * high / wide);
        double x = Math.clamp(recipe.focusX() * width - partWidth / 2, 0, width - partWidth);
        double y = Math.clamp(recipe.focusY() * height - partHeight / 2, 0, height - partHeight);
        boolean enlarges = recipe.fit() == Fit.EXACT;
        double shrink = enlarges ? 1 : Math.max(1, Math.max(wide / partWidth, high / partHeight));
        int toWidth = whole(wide / shrink);
        int toHeight = whole(high / shrink);
        return new CropGeometry(x, y, partWidth, partHeight, toWidth, toHeight, 0, 0, toWidth, toHeight);
    }

    private static CropGeometry contained(int width, int height, double wide, double high) {
        double fits = Math.min(wide / width, high / height);
        double shrink = Math.max(1, fits);
        double scale = Math.min(1, fits);
        int boxWidth = whole(wide / shrink);
        int boxHeight = whole(high / shrink);
        int toWidth = Math.min(boxWidth, whole(width * scale));
        int toHeight = Math.min(boxHeight, whole(height * scale));
        return new CropGeometry(
                0,
                0,
                width,
                height,
                toWidth,
                toHeight,
                (boxWidth - toWidth) / 2,
                (boxHeight - toHeight) / 2,
                boxWidth,
                boxHeight);
    }

    private static CropGeometry whole(int width, int height, int toWidth, int toHeight) {
        return new CropGeometry(0, 0, width, height, toWidth, toHeight, 0, 0, toWidth, toHeight);
    }

    private static int whole(double pixels) {
        return Math.max(1, (int) Math.round(pixels));
    }
}
