package cms.platform.pictures.worker;

/** Computes the blurhash of a picture, at most 28 characters (blurha.sh, "Algorithm"). */
final class Blurhash {
    private static final String DIGITS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";
    private static final int ACROSS = 4;
    private static final int DOWN = 3;
    private static final double STEPS = 9.0;

    private Blurhash() {}

    static String of(Pixels picture) {
        double[][] factors = new double[ACROSS * DOWN][];
        for (int j = 0; j < DOWN; j++) {
            for (int i = 0; i < ACROSS; i++) {
                factors[j * ACROSS + i] = factor(picture, i, j);
            }
        }
        StringBuilder text = new StringBuilder(digits(ACROSS - 1 + (DOWN - 1) * 9, 1));
        double largest = 0;
        for (int i = 1; i < factors.length; i++) {
            for (double value : factors[i]) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        int step = Math.clamp((int) Math.floor(largest * 166 - 0.5), 0, 82);
        text.append(digits(step, 1));
        double[] mean = factors[0];
        text.append(digits(encoded(mean[0]) << 16 | encoded(mean[1]) << 8 | encoded(mean[2]), 4));
        for (int i = 1; i < factors.length; i++) {
            text.append(digits(wave(factors[i], (step + 1) / 166.0), 2));
        }
        return text.toString();
    }

    private static double[] factor(Pixels picture, int i, int j) {
        double[] sum = new double[3];
        for (int y = 0; y < picture.height(); y++) {
            double down = Math.cos(Math.PI * j * y / picture.height());
            for (int x = 0; x < picture.width(); x++) {
                double basis = down * Math.cos(Math.PI * i * x / picture.width());
                int colour = picture.at(x, y);
                sum[0] += basis * linear(colour >> 16 & 255);
                sum[1] += basis * linear(colour >> 8 & 255);
                sum[2] += basis * linear(colour & 255);
            }
        }
        double scale = (i == 0 && j == 0 ? 1.0 : 2.0) / ((double) picture.width() * picture.height());
        return new double[] {sum[0] * scale, sum[1] * scale, sum[2] * scale};
    }

    private static int wave(double[] factor, double largest) {
        int value = 0;
        for (double each : factor) {
            double root = Math.copySign(Math.sqrt(Math.abs(each / largest)), each);
            value = value * 19 + Math.clamp((int) Math.floor(root * STEPS + STEPS + 0.5), 0, 18);
        }
        return value;
    }

    private static double linear(int value) {
        double v = value / 255.0;
        return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    }

    private static int encoded(double value) {
        double v = Math.clamp(value, 0, 1);
        return (int) ((v <= 0.0031308 ? v * 12.92 : 1.055 * Math.pow(v, 1 / 2.4) - 0.055) * 255 + 0.5);
    }

    private static String digits(int value, int length) {
        StringBuilder text = new StringBuilder();
        int rest = value;
        for (int i = 0; i < length; i++) {
            text.insert(0, DIGITS.charAt(rest % DIGITS.length()));
            rest /= DIGITS.length();
        }
        return text.toString();
    }
}
