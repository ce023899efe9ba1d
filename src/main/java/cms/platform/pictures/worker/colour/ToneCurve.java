package cms.platform.pictures.worker.colour;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Transfer function of a picture, from value to light, both from 0 to 1. High dynamic range (ITU-R BT.2100) is mapped
 * to the range of a usual screen: light below half of the white of a page stays as it is, and light above 1,000
 * candelas per square metre becomes white.
 *
 * @param exponent of a plain power function; 0 where {@code light} is another function
 */
record ToneCurve(double exponent, DoubleUnaryOperator light) {
    private static final double EXPONENT_MAX = 10;

    /**
     * In candelas per square metre: the white of a page (ITU-R BT.2408), the brightest light that is told apart, and
     * the brightest of PQ.
     */
    private static final double PAGE = 203;

    private static final double BRIGHTEST = 1_000;
    private static final double PQ_BRIGHTEST = 10_000;

    private static final double KNEE = 0.5;
    private static final double HLG_GAMMA = 1.2;
    private static final ToneCurve SRGB = new ToneCurve(0, ToneCurve::srgb);

    /** The power function of an exponent; empty for one out of any sensible range. */
    static Optional<ToneCurve> power(double exponent) {
        return exponent < 1 / EXPONENT_MAX || exponent > EXPONENT_MAX
                ? Optional.empty()
                : Optional.of(new ToneCurve(exponent, value -> Math.pow(value, exponent)));
    }

    /**
     * The function of a {@code TransferCharacteristics} code (ITU-T H.273, table 3); empty for others. Those of
     * television are treated as sRGB.
     */
    static Optional<ToneCurve> coded(int code) {
        return switch (code) {
            case 1, 6, 13, 14, 15 -> Optional.of(SRGB);
            case 4 -> power(2.2);
            case 5 -> power(2.8);
            case 8 -> power(1);
            case 16 -> Optional.of(new ToneCurve(0, value -> shown(pq(value))));
            case 18 -> Optional.of(new ToneCurve(0, value -> shown(hlg(value))));
            default -> Optional.empty();
        };
    }

    boolean isOfSrgb() {
        return equals(SRGB);
    }

    private static double srgb(double value) {
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    /** Light of a PQ value in candelas per square metre (BT.2100, table 4). */
    private static double pq(double value) {
        double root = Math.pow(value, 32 / 2_523.0);
        double light = Math.max(0, root - 3_424 / 4_096.0) / (2_413 / 128.0 - 2_392 / 128.0 * root);
        return PQ_BRIGHTEST * Math.pow(light, 16_384 / 2_610.0);
    }

    /**
     * Light of an HLG value on a screen of 1,000 candelas per square metre (BT.2100, table 5); each colour channel by
     * itself.
     */
    private static double hlg(double value) {
        double scene =
                value <= 0.5 ? value * value / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
        return BRIGHTEST * Math.pow(scene, HLG_GAMMA);
    }

    /**
     * Maps candelas to 0 to 1: linear up to the knee, then a curve that continues with the same slope up to the
     * brightest.
     */
    private static double shown(double candelas) {
        double light = candelas / PAGE;
        if (light <= KNEE) {
            return light;
        }
        double above = (light - KNEE) / (1 - KNEE);
        double most = (BRIGHTEST / PAGE - KNEE) / (1 - KNEE);
        return Math.min(1, KNEE + (1 - KNEE) * above * (1 + above / (most * most)) / (1 + above));
    }
}
