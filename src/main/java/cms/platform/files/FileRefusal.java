package cms.platform.files;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;

/** The refusals of files, and the limits of pictures. */
final class FileRefusal {
    private static final int EDGE_MAX = 16_384;
    private static final long PIXELS_MAX = 100_000_000;
    private static final int FRAMES_MAX = 300;

    private FileRefusal() {}

    static Failure type() {
        return Failure.of(
                        FailureKind.UNSUPPORTED_MEDIA_TYPE,
                        "This is none of the kinds of files that are taken: JPEG, PNG, GIF, WebP, AVIF, SVG, MP4,"
                                + " WebM, PDF.")
                .withCode("media.type");
    }

    static Failure damaged(String what) {
        return Failure.unprocessable("The file is damaged: " + what + ".").withCode("media.damaged");
    }

    static Failure truncated() {
        return damaged("it ends too early");
    }

    static Failure pixels() {
        return Failure.unprocessable("The picture is too large: at most " + EDGE_MAX + " pixels an edge, 100 megapixels"
                        + " and " + FRAMES_MAX + " frames are taken.")
                .withCode("media.pixels");
    }

    /** @throws Failure UNPROCESSABLE for a picture that is too large, or of no size at all */
    static void requireSize(int width, int height, long frames) {
        if (width <= 0 || height <= 0) {
            throw damaged("it has no size");
        }
        boolean large = width > EDGE_MAX
                || height > EDGE_MAX
                || frames > FRAMES_MAX
                || (long) width * height * Math.max(1, frames) > PIXELS_MAX;
        if (large) {
            throw pixels();
        }
    }
}
