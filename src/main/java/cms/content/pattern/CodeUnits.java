package cms.content.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A set of UTF-16 code units, the alphabet of an ECMAScript pattern without flags.
 *
 * <p>Held as sorted, disjoint, inclusive ranges, with the ASCII part doubled as two bit masks because nearly every
 * question is about ASCII.
 */
final class CodeUnits {
    private record Range(int first, int last) {}

    static final CodeUnits NONE = new CodeUnits(List.of());
    static final CodeUnits ANY = range('\u0000', '\uffff');
    static final CodeUnits DIGIT = range('0', '9');
    static final CodeUnits WORD = union(List.of(DIGIT, range('a', 'z'), range('A', 'Z'), of('_')));
    static final CodeUnits LINE_END = union(List.of(of('\n'), of('\r'), range('\u2028', '\u2029')));
    static final CodeUnits NOT_LINE_END = LINE_END.negated();
    static final CodeUnits SPACE = union(List.of(
            range('\t', '\r'),
            of(' '),
            of('\u00a0'),
            of('\u1680'),
            range('\u2000', '\u200a'),
            range('\u2028', '\u2029'),
            of('\u202f'),
            of('\u205f'),
            of('\u3000'),
            of('\ufeff')));

    private final int[] firsts;
    private final int[] lasts;
    private final long asciiLow;
    private final long asciiHigh;

    private CodeUnits(List<Range> disjoint) {
        firsts = disjoint.stream().mapToInt(Range::first).toArray();
        lasts = disjoint.stream().mapToInt(Range::last).toArray();
        long low = 0;
        long high = 0;
        for (int unit = 0; unit < 128; unit++) {
            if (inRanges(unit)) {
                low |= unit < 64 ? 1L << unit : 0;
                high |= unit < 64 ? 0 : 1L << (unit - 64);
            }
        }
        asciiLow = low;
        asciiHigh = high;
    }

    static CodeUnits of(char unit) {
        return range(unit, unit);
    }

    /** The set of a range, both ends included. */
    static CodeUnits range(char first, char last) {
        return new CodeUnits(List.of(new Range(first, last)));
    }

    static CodeUnits union(List<CodeUnits> sets) {
        List<Range> all = new ArrayList<>();
        for (CodeUnits set : sets) {
            for (int i = 0; i < set.firsts.length; i++) {
                all.add(new Range(set.firsts[i], set.lasts[i]));
            }
        }
        all.sort(Comparator.comparingInt(Range::first));
        List<Range> merged = new ArrayList<>();
        for (Range range : all) {
            Range previous = merged.isEmpty() ? null : merged.getLast();
            if (previous != null && range.first() <= previous.last() + 1) {
                merged.set(merged.size() - 1, new Range(previous.first(), Math.max(previous.last(), range.last())));
            } else {
                merged.add(range);
            }
        }
        return new CodeUnits(merged);
    }

    CodeUnits negated() {
        List<Range> gaps = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < firsts.length; i++) {
            if (firsts[i] > next) {
                gaps.add(new Range(next, firsts[i] - 1));
            }
            next = lasts[i] + 1;
        }
        if (next <= 0xffff) {
            gaps.add(new Range(next, 0xffff));
        }
        return new CodeUnits(gaps);
    }

    boolean contains(char unit) {
        if (unit < 64) {
            return (asciiLow >>> unit & 1) != 0;
        }
        return unit < 128 ? (asciiHigh >>> (unit - 64) & 1) != 0 : inRanges(unit);
    }

    private boolean inRanges(int unit) {
        int low = 0;
        int high = firsts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (unit < firsts[middle]) {
                high = middle - 1;
            } else if (unit > lasts[middle]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }
}
