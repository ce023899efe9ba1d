package cms.media.derivative;

import java.util.List;

/** What anybody may ask for, so that a picture has few derivatives however many clients ask for it. */
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

    /** The step that is wide enough, or the widest. */
    static int roundedUp(int width) {
        return WIDTHS.stream().filter(step -> step >= width).findFirst().orElse(WIDTHS.getLast());
    }

    /** The nearest point of a grid of 25. */
    static double rounded(double share) {
        return Math.round(share * FOCUS_STEPS) / FOCUS_STEPS;
    }
}
