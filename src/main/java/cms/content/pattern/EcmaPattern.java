package cms.content.pattern;

import cms.content.pattern.PatternNode.BackReference;
import cms.content.pattern.PatternNode.Capture;
import cms.content.pattern.PatternNode.Choice;
import cms.content.pattern.PatternNode.Look;
import cms.content.pattern.PatternNode.Repeat;
import cms.content.pattern.PatternNode.Sequence;

/**
 * An ECMAScript regular expression without flags, as {@code new RegExp(source).test(text)} reads it (reference 1.2): an
 * unanchored search over UTF-16 code units, {@code $} only at the very end.
 *
 * <p>Patterns without back-references are searched in time linear in the text, look-arounds included. The others, and
 * those whose counted repetitions are too large to unroll, backtrack within a budget.
 */
public final class EcmaPattern {
    private static final int SOURCE_UNITS_MAX = 10_000;
    private static final int UNROLLED_STATES_MAX = 4_000;

    /** The outcomes of a search. */
    public enum SearchResult {
        FOUND,
        NOT_FOUND,
        /** The budget ended first. */
        UNDECIDED
    }

    /** The result of parsing a source. */
    public sealed interface Parsed {}

    public record Valid(EcmaPattern pattern) implements Parsed {}

    /** {@code reason} completes the sentence "the pattern is not valid: …". */
    public record Invalid(String reason) implements Parsed {}

    /** The two ways to search. */
    sealed interface Search permits LinearSearch, BacktrackingSearch {
        SearchResult search(CharSequence text, Budget budget);
    }

    private final Search search;

    private EcmaPattern(Search search) {
        this.search = search;
    }

    /** Parses a source; one that is not a regular expression gives {@link Invalid}, not an exception. */
    public static Parsed parse(String source) {
        if (source.length() > SOURCE_UNITS_MAX) {
            return new Invalid("it is longer than " + SOURCE_UNITS_MAX + " characters");
        }
        try {
            PatternText text = new PatternText(source);
            PatternNode node = PatternParser.parse(text);
            boolean linear = !refersBack(node) && states(node) <= UNROLLED_STATES_MAX;
            return new Valid(
                    new EcmaPattern(linear ? new LinearSearch(node) : new BacktrackingSearch(node, text.groups())));
        } catch (PatternFault fault) {
            return new Invalid(fault.reason());
        }
    }

    /** Whether the pattern occurs anywhere in the text; takes its work out of the budget. */
    public SearchResult search(CharSequence text, Budget budget) {
        return search.search(text, budget);
    }

    private static boolean refersBack(PatternNode node) {
        return switch (node) {
            case BackReference _ -> true;
            case PatternNode.Unit _, PatternNode.At _ -> false;
            case Sequence sequence -> sequence.parts().stream().anyMatch(EcmaPattern::refersBack);
            case Choice choice -> choice.branches().stream().anyMatch(EcmaPattern::refersBack);
            case Repeat repeat -> refersBack(repeat.body());
            case Capture capture -> refersBack(capture.body());
            case Look look -> refersBack(look.body());
        };
    }

    /** How many states the pattern has with its counted repetitions unrolled. */
    private static long states(PatternNode node) {
        return switch (node) {
            case BackReference _, PatternNode.Unit _, PatternNode.At _ -> 1;
            case Sequence sequence ->
                sequence.parts().stream().mapToLong(EcmaPattern::states).sum();
            case Choice choice ->
                choice.branches().stream()
                        .mapToLong(branch -> states(branch) + 2)
                        .sum();
            case Repeat repeat -> {
                long copies = repeat.max() == PatternNode.UNBOUNDED ? repeat.min() + 1L : repeat.max();
                yield Math.min(Integer.MAX_VALUE, (states(repeat.body()) + 2) * Math.max(1, copies));
            }
            case Capture capture -> states(capture.body());
            case Look look -> states(look.body()) + 2;
        };
    }
}
