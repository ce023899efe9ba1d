package cms.platform.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a mistyped one probably meant. */
public final class NearestName {
    private static final int EDITS_MAX = 4;

    private NearestName() {}

    /** Empty when no name is near enough to be meant. */
    public static Optional<String> of(String wrong, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String name) -> edits(wrong, name))
                        .thenComparing(name -> name))
                .filter(name -> edits(wrong, name) <= Math.min(EDITS_MAX, wrong.length() / 3));
    }

    /** The number of characters to insert, drop or replace on the way from one text to the other. */
    private static int edits(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, 1 + Math.min(previous[column], current[column - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
