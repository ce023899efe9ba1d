package cms.media.derivative;

import cms.media.variant.Focal;
import cms.platform.crypto.Hashes;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Recipe;

/** Turns the parameters of a request into one canonical recipe, the same for every spelling. */
final class Recipes {
    private static final int WEBP_QUALITY = 80;
    private static final int JPEG_QUALITY = 80;
    private static final int AVIF_QUALITY = 50;

    private Recipes() {}

    static Recipe of(DerivativeRequest asked, PictureFormat format, Focal focal) {
        int width = asked.width().orElse(0);
        int height = asked.height().orElse(0);
        if (asked.ratio().isPresent()) {
            Ratio ratio = asked.ratio().get();
            int given = width == 0 && height == 0 ? DerivativeRequest.EDGE_MAX : width;
            width = given == 0 ? ratio.widthOf(height) : given;
            height = height == 0 ? ratio.heightOf(width) : height;
        }
        boolean box = width > 0 && height > 0;
        if (width == 0 && height == 0) {
            width = DerivativeRequest.EDGE_MAX;
            height = DerivativeRequest.EDGE_MAX;
        }
        double over = Math.max(1.0, Math.max(width, height) / (double) DerivativeRequest.EDGE_MAX);
        Fit fit = box ? asked.fit().orElse(Fit.COVER) : Fit.INSIDE;
        Focal point = fit == Fit.COVER ? asked.focus().orElse(focal) : Focal.CENTRE;
        return new Recipe(
                format,
                fit,
                shrunk(width, over),
                shrunk(height, over),
                point.x(),
                point.y(),
                asked.quality().orElse(quality(format)),
                false,
                format == PictureFormat.WEBP);
    }

    /** The id of a derivative: equal for the same recipe of the same bytes only. */
    static String id(String blob, Recipe recipe) {
        return Hashes.sha256Hex(blob + " " + recipe);
    }

    private static int shrunk(int edge, double over) {
        return edge == 0 ? 0 : Math.max(1, (int) Math.round(edge / over));
    }

    private static int quality(PictureFormat format) {
        return switch (format) {
            case WEBP, PNG -> WEBP_QUALITY;
            case JPEG -> JPEG_QUALITY;
            case AVIF -> AVIF_QUALITY;
        };
    }
}
