package cms.attacks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The times of two calls that are made in turn, in a random order. Half of all pairs have the first one slower where
 * nothing can be told.
 */
record TimesInTurn(List<Long> these, List<Long> those) {
    private static final double NANOS_OF_MILLI = 1_000_000.0;

    static TimesInTurn of(int times, Random order, Runnable one, Runnable other) {
        TimesInTurn all = new TimesInTurn(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 2 * times; i++) {
            boolean first = order.nextBoolean();
            long before = System.nanoTime();
            (first ? one : other).run();
            (first ? all.these : all.those).add(System.nanoTime() - before);
        }
        return all;
    }

    /** The share of pairs in which the first one is slower. */
    double slower() {
        long pairs = these.stream()
                .mapToLong(one -> those.stream().filter(other -> one > other).count())
                .sum();
        return (double) pairs / (these.size() * those.size());
    }

    /** {@code 51 % of pairs, 0.71 and 0.70 ms at <what>}. */
    String text(String what) {
        return "%d %% of pairs, %.2f and %.2f ms at %s"
                .formatted(Math.round(100 * slower()), median(these), median(those), what);
    }

    private static double median(List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2) / NANOS_OF_MILLI;
    }
}
