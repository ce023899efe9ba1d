package cms.platform.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a mistyped one probably meant. */
public final class NearestName {
    private static final int EDITS_MAX = 4;
    private static final int CHARS_MAX = 80;

    private NearestName() {}

    /** The nearest known name; empty when none is near enough. */
    public static Optional<String> of(String wrong, Collection<String> known) {
        if (wrong.length() > CHARS_MAX) {
            return Optional.empty();
        }
        return known.stream()
                .filter(name -> Math.abs(name.length() - wrong.length()) <= EDITS_MAX)
                .min(Comparator.comparingInt((String name) -> edits(wrong, name))
                        .thenComparing(name -> name))
                .filter(name -> edits(wrong, name) <= Math.min(EDITS_MAX, wrong.length() / 3));
    }

    /**
     * The number of characters to insert, drop, replace or swap with their neighbour on the way from one text to the
     * other.
     */
    private static int edits(String from, String to) {
        int[][] rows = new int[from.length() + 1][to.length() + 1];
        for (int row = 0; row <= from.length(); row++) {
            for (int column = 0; column <= to.length(); column++) {
                rows[row][column] = row == 0 || column == 0 ? row + column : least(rows, from, to, row, column);
            }
        }
        return rows[from.length()][to.length()];
    }

    private static int least(int[][] rows, String from, String to, int row, int column) {
        boolean same = from.charAt(row - 1) == to.charAt(column - 1);
        int replaced = rows[row - 1][column - 1] + (same ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(rows[row - 1][column], rows[row][column - 1]));
        boolean swapped = row > 1
                && column > 1
                && from.charAt(row - 1) == to.charAt(column - 2)
                && from.charAt(row - 2) == to.charAt(column - 1);
        return swapped ? Math.min(least, 1 + rows[row - 2][column - 2]) : least;
    }
}
