package cms.media.derivative;

import java.util.List;

/**
 * The sizes that a request without key or signature may ask for, so that a picture has few derivatives however many
 * clients ask.
 */
final class Ladder {
    static final List<Integer> WIDTHS =
            List.of(16, 32, 48, 64, 96, 128, 256, 384, 480, 640, 750, 828, 1080, 1200, 1440, 1920, 2048, 2560, 3840);

    static final List<Ratio> RATIOS = List.of(
            new Ratio(1, 1),
            new Ratio(4, 3),
            new Ratio(3, 2),
            new Ratio(16, 9),
            new Ratio(21, 9),
            new Ratio(3, 4),
            new Ratio(2, 3),
            new Ratio(9, 16));

    private static final double FOCUS_STEPS = 4;

    private Ladder() {}

    /** The smallest step that is at least as wide, else the widest. */
    static int roundedUp(int width) {
        return WIDTHS.stream().filter(step -> step >= width).findFirst().orElse(WIDTHS.getLast());
    }

    /** A coordinate of the focal point rounded to quarters: a grid of 25 points. */
    static double rounded(double share) {
        return Math.round(share * FOCUS_STEPS) / FOCUS_STEPS;
    }
}
