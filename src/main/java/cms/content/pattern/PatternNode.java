package cms.content.pattern;

import java.util.List;

/** One piece of a parsed ECMAScript pattern. */
sealed interface PatternNode {
    /** No upper bound of a repetition. */
    int UNBOUNDED = Integer.MAX_VALUE;

    /** Exactly one code unit out of a set. */
    record Unit(CodeUnits set) implements PatternNode {}

    record Sequence(List<PatternNode> parts) implements PatternNode {}

    record Choice(List<PatternNode> branches) implements PatternNode {}

    /** {@code firstGroup} (inclusive) to {@code endGroup} (exclusive) are the captures inside the body. */
    record Repeat(PatternNode body, int min, int max, boolean greedy, int firstGroup, int endGroup)
            implements PatternNode {}

    /** A capturing group; a non-capturing one leaves only its content. */
    record Capture(int group, PatternNode body) implements PatternNode {}

    record BackReference(int group) implements PatternNode {}

    /** Looks ahead or behind from a position without consuming anything. */
    record Look(boolean behind, boolean negative, PatternNode body) implements PatternNode {}

    record At(Assertion place) implements PatternNode {}

    /** The simple assertions about a position. */
    enum Assertion {
        START,
        END,
        WORD_EDGE,
        NO_WORD_EDGE;

        boolean holds(CharSequence text, int position) {
            return switch (this) {
                case START -> position == 0;
                case END -> position == text.length();
                case WORD_EDGE -> wordAt(text, position - 1) != wordAt(text, position);
                case NO_WORD_EDGE -> wordAt(text, position - 1) == wordAt(text, position);
            };
        }

        private static boolean wordAt(CharSequence text, int index) {
            return index >= 0 && index < text.length() && CodeUnits.WORD.contains(text.charAt(index));
        }
    }
}
