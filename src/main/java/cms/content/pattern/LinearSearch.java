package cms.content.pattern;

import cms.content.pattern.EcmaPattern.SearchResult;
import cms.content.pattern.LinearProgram.Instruction;
import cms.content.pattern.LinearProgram.LookProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches by following all paths of the automaton at once: never more work than states times text length.
 *
 * <p>Each look-around is first run alone over the whole text and leaves the set of positions at which it holds; inner
 * ones come before outer ones. The result is only whether a match exists, so greediness and captures do not matter
 * here.
 */
final class LinearSearch implements EcmaPattern.Search {
    private final Instruction[] main;
    private final boolean anchored;
    private final List<Look> looks = new ArrayList<>();

    private record Look(Instruction[] code, boolean behind) {}

    LinearSearch(PatternNode node) {
        List<LookProgram> programs = new ArrayList<>();
        main = LinearProgram.of(node, false, programs).instructions();
        anchored = main[0].equals(new Instruction.Assert(PatternNode.Assertion.START));
        programs.forEach(look -> looks.add(new Look(look.program().instructions(), look.behind())));
    }

    @Override
    public SearchResult search(CharSequence text, Budget budget) {
        List<BitSet> known = new ArrayList<>();
        // One bit for each position and look-around.
        long ints = (long) looks.size() * (text.length() / Integer.SIZE + 1);
        try {
            return budget.reserve(ints) ? decided(text, budget, known) : SearchResult.UNDECIDED;
        } finally {
            budget.release(ints);
        }
    }

    private SearchResult decided(CharSequence text, Budget budget, List<BitSet> known) {
        for (Look look : looks) {
            BitSet holds = new BitSet();
            new Run(look.code(), text, known, budget).over(!look.behind(), false, holds);
            known.add(holds);
        }
        boolean found = new Run(main, text, known, budget).over(false, anchored, null);
        if (budget.exhausted()) {
            return SearchResult.UNDECIDED;
        }
        return found ? SearchResult.FOUND : SearchResult.NOT_FOUND;
    }

    /** One pass of one program over the text. */
    private static final class Run {
        private final Instruction[] code;
        private final CharSequence text;
        private final List<BitSet> known;
        private final Budget budget;
        private final int[] visitedAt;
        private final int[] pending;
        private int[] consuming;
        private int[] advanced;
        private int consumingCount;
        private boolean accepted;

        Run(Instruction[] code, CharSequence text, List<BitSet> known, Budget budget) {
            this.code = code;
            this.text = text;
            this.known = known;
            this.budget = budget;
            this.visitedAt = new int[code.length];
            this.pending = new int[code.length + 1];
            this.consuming = new int[code.length];
            this.advanced = new int[code.length];
        }

        /**
         * Runs the program over the text. With {@code ends} it notes every position at which a match ends; without, it
         * stops at the first match.
         */
        boolean over(boolean backward, boolean startsOnly, @Nullable BitSet ends) {
            int length = text.length();
            int advancedCount = 0;
            for (int step = 0; step <= length; step++) {
                int position = backward ? length - step : step;
                consumingCount = 0;
                accepted = false;
                for (int i = 0; i < advancedCount; i++) {
                    follow(advanced[i], position, step + 1);
                }
                if (!startsOnly || step == 0) {
                    follow(0, position, step + 1);
                }
                if (accepted && ends == null) {
                    return true;
                }
                if (accepted && ends != null) {
                    ends.set(position);
                }
                boolean over = step == length || startsOnly && consumingCount == 0;
                if (over || !budget.spend(consumingCount + 1L)) {
                    return false;
                }
                advancedCount = consume(text.charAt(backward ? position - 1 : position));
            }
            return false;
        }

        private int consume(char unit) {
            int count = 0;
            for (int i = 0; i < consumingCount; i++) {
                int at = consuming[i];
                if (code[at] instanceof Instruction.Consume consume
                        && consume.set().contains(unit)) {
                    advanced[count++] = at + 1;
                }
            }
            return count;
        }

        /** Follows everything that consumes nothing; {@code mark} tells this position's visits from earlier ones. */
        private void follow(int start, int position, int mark) {
            int count = visit(start, 0, mark);
            while (count > 0) {
                int at = pending[--count];
                budget.spend(1);
                switch (code[at]) {
                    case Instruction.Consume _ -> consuming[consumingCount++] = at;
                    case Instruction.Jump jump -> count = visit(jump.target(), count, mark);
                    case Instruction.Split split ->
                        count = visit(split.second(), visit(split.first(), count, mark), mark);
                    case Instruction.Assert check ->
                        count = check.place().holds(text, position) ? visit(at + 1, count, mark) : count;
                    case Instruction.Ask ask ->
                        count = known.get(ask.look()).get(position) != ask.negative()
                                ? visit(at + 1, count, mark)
                                : count;
                    case Instruction.Accept _ -> accepted = true;
                }
            }
        }

        private int visit(int target, int count, int mark) {
            if (visitedAt[target] == mark) {
                return count;
            }
            visitedAt[target] = mark;
            pending[count] = target;
            return count + 1;
        }
    }
}
