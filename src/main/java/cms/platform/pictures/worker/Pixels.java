package cms.platform.pictures.worker;

/**
 * A picture in memory.
 *
 * @param argb not premultiplied, row by row
 */
record Pixels(int width, int height, boolean alpha, int[] argb) implements PixelRows {
    Pixels(int width, int height, boolean alpha) {
        this(width, height, alpha, new int[width * height]);
    }

    @Override
    public void row(int y, int[] into) {
        System.arraycopy(argb, y * width, into, 0, width);
    }

    int at(int x, int y) {
        return argb[y * width + x];
    }

    void set(int x, int y, int colour) {
        argb[y * width + x] = colour;
    }

    /** The picture in a larger box, whose rest is transparent. */
    Pixels within(CropGeometry cut) {
        if (!cut.isPadded()) {
            return this;
        }
        Pixels box = new Pixels(cut.boxWidth(), cut.boxHeight(), true);
        for (int y = 0; y < height; y++) {
            System.arraycopy(argb, y * width, box.argb, (y + cut.top()) * box.width + cut.left(), width);
        }
        return box;
    }

    /** The picture on white, for formats without transparency. */
    Pixels opaque() {
        if (!alpha) {
            return this;
        }
        Pixels flat = new Pixels(width, height, false);
        for (int i = 0; i < argb.length; i++) {
            int a = argb[i] >>> 24;
            int white = 255 - a;
            flat.argb[i] = 0xff000000
                    | mixed(argb[i] >> 16 & 255, a, white) << 16
                    | mixed(argb[i] >> 8 & 255, a, white) << 8
                    | mixed(argb[i] & 255, a, white);
        }
        return flat;
    }

    private static int mixed(int value, int alpha, int white) {
        return (value * alpha + 255 * white + 127) / 255;
    }
}
