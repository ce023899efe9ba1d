package cms.platform.pictures.worker.colour;

import java.util.Arrays;
import java.util.Optional;

/** Chromaticities of a colour space: x and y (CIE 1931) of red, green, blue and white. */
record Primaries(
        double redX,
        double redY,
        double greenX,
        double greenY,
        double blueX,
        double blueY,
        double whiteX,
        double whiteY) {
    static final Primaries SRGB = new Primaries(0.64, 0.33, 0.30, 0.60, 0.15, 0.06, 0.3127, 0.3290);

    private static final double NEAR = 0.003;
    private static final double SMALLEST = 0.01;

    /** White point of the profile connection space (ICC.1, 6.3.4.3). */
    private static final double[] D50 = {0.9642, 1, 0.8249};

    /** The Bradford matrix, from XYZ to the responses of the eye. */
    private static final double[][] BRADFORD = {
        {0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}
    };

    /**
     * The primaries of a {@code ColourPrimaries} code (ITU-T H.273, table 2); empty for codes that are unspecified or
     * not supported.
     */
    static Optional<Primaries> coded(int code) {
        return switch (code) {
            case 1 -> Optional.of(SRGB);
            case 5 -> Optional.of(new Primaries(0.64, 0.33, 0.29, 0.60, 0.15, 0.06, 0.3127, 0.3290));
            case 6, 7 -> Optional.of(new Primaries(0.630, 0.340, 0.310, 0.595, 0.155, 0.070, 0.3127, 0.3290));
            case 9 -> Optional.of(new Primaries(0.708, 0.292, 0.170, 0.797, 0.131, 0.046, 0.3127, 0.3290));
            case 11 -> Optional.of(new Primaries(0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.314, 0.351));
            case 12 -> Optional.of(new Primaries(0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3127, 0.3290));
            default -> Optional.empty();
        };
    }

    boolean isNear(Primaries other) {
        double[] mine = all();
        double[] others = other.all();
        double most = 0;
        for (int i = 0; i < mine.length; i++) {
            most = Math.max(most, Math.abs(mine[i] - others[i]));
        }
        return most < NEAR;
    }

    /** Whether they span a triangle around a white, so that colours can be computed with them. */
    boolean isPossible() {
        return Arrays.stream(all()).allMatch(each -> each >= 0 && each <= 1)
                && Math.min(Math.min(redY, greenY), Math.min(blueY, whiteY)) > SMALLEST
                && Math.abs(determinant(columns())) > SMALLEST;
    }

    private double[] all() {
        return new double[] {redX, redY, greenX, greenY, blueX, blueY, whiteX, whiteY};
    }

    /** XYZ of red, green and blue, each a column, adapted to the white of the profile connection space. */
    double[][] toConnectionSpace() {
        double[][] columns = columns();
        double[] white = xyz(whiteX, whiteY);
        double[] shares = times(inverse(columns), white);
        double[][] scaled = new double[3][3];
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                scaled[row][column] = columns[row][column] * shares[column];
            }
        }
        double[] from = times(BRADFORD, white);
        double[] to = times(BRADFORD, D50);
        double[][] adapted = new double[3][3];
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                adapted[row][column] = BRADFORD[row][column] * to[row] / from[row];
            }
        }
        return times(inverse(BRADFORD), times(adapted, scaled));
    }

    private double[][] columns() {
        double[] red = xyz(redX, redY);
        double[] green = xyz(greenX, greenY);
        double[] blue = xyz(blueX, blueY);
        return new double[][] {{red[0], green[0], blue[0]}, {red[1], green[1], blue[1]}, {red[2], green[2], blue[2]}};
    }

    private static double[] xyz(double x, double y) {
        return new double[] {x / y, 1, (1 - x - y) / y};
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[3];
        for (int row = 0; row < 3; row++) {
            for (int i = 0; i < 3; i++) {
                product[row] += matrix[row][i] * vector[i];
            }
        }
        return product;
    }

    private static double[][] times(double[][] left, double[][] right) {
        double[][] product = new double[3][3];
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                for (int i = 0; i < 3; i++) {
                    product[row][column] += left[row][i] * right[i][column];
                }
            }
        }
        return product;
    }

    private static double determinant(double[][] m) {
        return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    }

    /** The inverse of a 3 by 3 matrix, by cofactors. */
    private static double[][] inverse(double[][] m) {
        double determinant = determinant(m);
        double[][] inverse = new double[3][3];
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                int r1 = (column + 1) % 3;
                int r2 = (column + 2) % 3;
                int c1 = (row + 1) % 3;
                int c2 = (row + 2) % 3;
                inverse[row][column] = (m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]) / determinant;
            }
        }
        return inverse;
    }
}
