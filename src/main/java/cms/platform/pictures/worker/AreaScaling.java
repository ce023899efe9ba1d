package cms.platform.pictures.worker;

import java.util.Arrays;

/** Scales a picture down: each new pixel is the mean of the area that it covers, so that no pixel is skipped. */
final class AreaScaling {
    private static final int CHANNELS = 4;

    private final PixelRows source;
    private final CropGeometry cut;
    private final float[] across;
    private final int[] line;
    private final int[] firsts;
    private final float[][] weights;

    private AreaScaling(PixelRows source, CropGeometry cut) {
        this.source = source;
        this.cut = cut;
        this.across = new float[cut.toWidth() * CHANNELS];
        this.line = new int[source.width()];
        this.firsts = new int[cut.toWidth()];
        this.weights = new float[cut.toWidth()][];
        for (int i = 0; i < cut.toWidth(); i++) {
            double from = cut.x() + i * cut.width() / cut.toWidth();
            double to = cut.x() + (i + 1) * cut.width() / cut.toWidth();
            firsts[i] = Math.min((int) from, source.width() - 1);
            weights[i] = weights(from, to, source.width());
        }
    }

    static Pixels scaled(PixelRows source, CropGeometry cut) {
        return new AreaScaling(source, cut).scaled();
    }

    private Pixels scaled() {
        Pixels target = new Pixels(cut.toWidth(), cut.toHeight(), source.alpha());
        float[] sum = new float[across.length];
        int known = -1;
        for (int y = 0; y < target.height(); y++) {
            double from = cut.y() + y * cut.height() / cut.toHeight();
            double to = cut.y() + (y + 1) * cut.height() / cut.toHeight();
            int first = Math.min((int) from, source.height() - 1);
            float[] share = weights(from, to, source.height());
            Arrays.fill(sum, 0);
            for (int i = 0; i < share.length; i++) {
                if (first + i != known) {
                    known = first + i;
                    readAcross(known);
                }
                for (int c = 0; c < sum.length; c++) {
                    sum[c] += across[c] * share[i];
                }
            }
            write(sum, target, y);
        }
        return target;
    }

    /** The weight of each pixel in the area, from the first that it touches. */
    private static float[] weights(double from, double to, int length) {
        int first = Math.min((int) from, length - 1);
        int last = Math.clamp((int) Math.ceil(to - 1e-9) - 1, first, length - 1);
        float[] weights = new float[last - first + 1];
        double all = 0;
        for (int i = first; i <= last; i++) {
            all += Math.max(1e-9, Math.min(to, i + 1) - Math.max(from, i));
        }
        for (int i = first; i <= last; i++) {
            weights[i - first] = (float) (Math.max(1e-9, Math.min(to, i + 1) - Math.max(from, i)) / all);
        }
        return weights;
    }

    /** Reads one row of the source in the new width, premultiplied, so that transparent pixels contribute no colour. */
    private void readAcross(int y) {
        source.row(y, line);
        for (int i = 0; i < firsts.length; i++) {
            float a = 0;
            float r = 0;
            float g = 0;
            float b = 0;
            float[] share = weights[i];
            for (int k = 0; k < share.length; k++) {
                int colour = line[firsts[i] + k];
                float alpha = share[k] * (colour >>> 24);
                a += alpha;
                r += alpha * (colour >> 16 & 255);
                g += alpha * (colour >> 8 & 255);
                b += alpha * (colour & 255);
            }
            int at = i * CHANNELS;
            across[at] = a;
            across[at + 1] = r;
            across[at + 2] = g;
            across[at + 3] = b;
        }
    }

    private static void write(float[] sum, Pixels target, int y) {
        for (int x = 0; x < target.width(); x++) {
            int at = x * CHANNELS;
            float a = sum[at];
            if (a > 0) {
                target.set(
                        x,
                        y,
                        byteOf(a) << 24
                                | byteOf(sum[at + 1] / a) << 16
                                | byteOf(sum[at + 2] / a) << 8
                                | byteOf(sum[at + 3] / a));
            }
        }
    }

    private static int byteOf(float value) {
        return Math.clamp(Math.round(value), 0, 255);
    }
}
