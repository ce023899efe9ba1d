package cms.format.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Merges two changes of one text by line, the way diff3 does it. */
final class LineMerge {
    private final List<String> base;
    private final List<String> ours;
    private final List<String> theirs;
    private final List<String> merged = new ArrayList<>();

    private LineMerge(String base, String ours, String theirs) {
        this.base = lines(base);
        this.ours = lines(ours);
        this.theirs = lines(theirs);
    }

    /** The merged text, or empty when both sides changed the same lines differently. */
    static Optional<String> merge(String base, String ours, String theirs) {
        LineMerge merge = new LineMerge(base, ours, theirs);
        return merge.run() ? Optional.of(String.join("\n", merge.merged)) : Optional.empty();
    }

    private boolean run() {
        int[] inOurs = LineMatch.of(base, ours);
        int[] inTheirs = LineMatch.of(base, theirs);
        int at = 0;
        int atOurs = 0;
        int atTheirs = 0;
        while (at < base.size() || atOurs < ours.size() || atTheirs < theirs.size()) {
            int next = at;
            while (next < base.size() && (inOurs[next] < 0 || inTheirs[next] < 0)) {
                next++;
            }
            boolean end = next == base.size();
            int nextOurs = end ? ours.size() : inOurs[next];
            int nextTheirs = end ? theirs.size() : inTheirs[next];
            boolean merges =
                    chunk(base.subList(at, next), ours.subList(atOurs, nextOurs), theirs.subList(atTheirs, nextTheirs));
            if (!merges) {
                return false;
            }
            if (!end) {
                merged.add(base.get(next));
            }
            at = next + 1;
            atOurs = nextOurs + 1;
            atTheirs = nextTheirs + 1;
        }
        return true;
    }

    private boolean chunk(List<String> before, List<String> one, List<String> other) {
        if (one.equals(other) || other.equals(before)) {
            merged.addAll(one);
        } else if (one.equals(before)) {
            merged.addAll(other);
        } else {
            return false;
        }
        return true;
    }

    private static List<String> lines(String text) {
        return Arrays.asList(text.split("\n", -1));
    }
}
