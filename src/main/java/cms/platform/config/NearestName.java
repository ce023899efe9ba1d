package cms.platform.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the known name that a mistyped one probably meant. */
public final class NearestName {
    private static final int EDITS_MAX = 4;
    private static final int CHARS_MAX = 80;

    private NearestName() {}

    /** About how many steps of a few nanoseconds a search among so many known names takes. */
    public static long steps(String wrong, int known) {
        return wrong.length() > CHARS_MAX ? 0 : (long) known * wrong.length() * (2 * EDITS_MAX + 1);
    }

    /** The nearest known name; empty when none is near enough. */
    public static Optional<String> of(String wrong, Collection<String> known) {
        if (wrong.length() > CHARS_MAX) {
            return Optional.empty();
        }
        String nearest = null;
        int fewest = Math.min(EDITS_MAX, wrong.length() / 3);
        for (String name : known) {
            int edits = Math.abs(name.length() - wrong.length()) > fewest ? EDITS_MAX + 1 : edits(wrong, name);
            if (edits < fewest || edits == fewest && isFirst(name, nearest)) {
                nearest = name;
                fewest = edits;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static boolean isFirst(String name, @Nullable String other) {
        return other == null || name.compareTo(other) < 0;
    }

    /**
     * The number of characters to insert, drop, replace or swap with their neighbour on the way from one text to the
     * other; above {@link #EDITS_MAX} any number above it. So only pairs of places that lie near each other are
     * compared.
     */
    private static int edits(String from, String to) {
        int[][] rows = new int[3][to.length() + 1];
        for (int row = 0; row <= from.length(); row++) {
            Arrays.fill(rows[row % 3], EDITS_MAX + 1);
            for (int column = Math.max(0, row - EDITS_MAX);
                    column <= Math.min(to.length(), row + EDITS_MAX);
                    column++) {
                rows[row % 3][column] = row == 0 || column == 0 ? row + column : least(rows, from, to, row, column);
            }
        }
        return rows[from.length() % 3][to.length()];
    }

    private static int least(int[][] rows, String from, String to, int row, int column) {
        int[] before = rows[(row - 1) % 3];
        boolean same = from.charAt(row - 1) == to.charAt(column - 1);
        int replaced = before[column - 1] + (same ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(before[column], rows[row % 3][column - 1]));
        boolean swapped = row > 1
                && column > 1
                && from.charAt(row - 1) == to.charAt(column - 2)
                && from.charAt(row - 2) == to.charAt(column - 1);
        return swapped ? Math.min(least, 1 + rows[(row - 2) % 3][column - 2]) : least;
    }
}
