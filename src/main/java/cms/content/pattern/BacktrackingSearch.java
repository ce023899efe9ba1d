package cms.content.pattern;

import cms.content.pattern.BacktrackingProgram.Instruction;
import cms.content.pattern.EcmaPattern.SearchResult;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Searches by trying one path after the other, for patterns with back-references or with counted repetitions that are
 * too large to unroll.
 *
 * <p>Such patterns may take exponential time, so every instruction costs a step and the paths kept for later are
 * bounded. The stack of paths is our own: a long text cannot overflow the thread's. The paths that nested look-arounds
 * keep are counted together.
 */
final class BacktrackingSearch implements EcmaPattern.Search {
    /** Size of a kept path besides its registers, in ints. */
    private static final int PATH_INTS = 16;

    private final BacktrackingProgram program;
    private final int registerCount;

    private record Path(int at, int position, int[] registers) {}

    /** Most registers of a pattern, which has two for each group and two for each repetition. */
    static final int REGISTERS_MAX = 64;

    BacktrackingSearch(PatternNode node, int groups) throws PatternFault {
        BacktrackingProgram.Registers registers = new BacktrackingProgram.Registers(groups);
        program = BacktrackingProgram.of(node, false, registers);
        registerCount = registers.count();
        if (registerCount > REGISTERS_MAX) {
            throw new PatternFault("its groups and repetitions are more than " + (REGISTERS_MAX / 2 - 1)
                    + " where it refers back to a group or counts far");
        }
    }

    @Override
    public SearchResult search(CharSequence text, Budget budget) {
        for (int start = 0; start <= text.length(); start++) {
            int[] registers = new int[registerCount];
            Arrays.fill(registers, -1);
            boolean found = new Run(text, budget).from(program, start, registers) != null;
            if (budget.exhausted() || !budget.spend(registerCount)) {
                return SearchResult.UNDECIDED;
            }
            if (found) {
                return SearchResult.FOUND;
            }
        }
        return SearchResult.NOT_FOUND;
    }

    /** The machine, for one starting point of one program. */
    private static final class Run {
        private final CharSequence text;
        private final Budget budget;
        private final Deque<Path> later = new ArrayDeque<>();
        private int at;
        private int position;
        private int[] registers = {};

        Run(CharSequence text, Budget budget) {
            this.text = text;
            this.budget = budget;
        }

        /** The registers of the first match in ECMAScript's order, null when there is none or the budget ends. */
        int @Nullable [] from(BacktrackingProgram program, int start, int[] given) {
            int @Nullable [] found = budget.reserve(ints(given)) ? run(program, start, given) : null;
            later.forEach(path -> budget.release(ints(path.registers())));
            budget.release(ints(given));
            return found;
        }

        private static int ints(int[] registers) {
            return registers.length + PATH_INTS;
        }

        private int @Nullable [] run(BacktrackingProgram program, int start, int[] given) {
            at = 0;
            position = start;
            registers = given.clone();
            while (budget.spend(1)) {
                Instruction instruction = program.at(at);
                if (instruction instanceof Instruction.Accept) {
                    return registers;
                }
                if (!step(instruction, program.backward()) && !resume()) {
                    return null;
                }
            }
            return null;
        }

        private boolean resume() {
            Path path = later.pollLast();
            if (path == null) {
                return false;
            }
            budget.release(ints(path.registers()));
            at = path.at();
            position = path.position();
            registers = path.registers();
            return true;
        }

        private void keep(int other) {
            if (!budget.spend(1 + registers.length / 8) || !budget.reserve(ints(registers))) {
                budget.release(ints(registers));
                return;
            }
            later.addLast(new Path(other, position, registers.clone()));
        }

        /** Does one instruction; false when this path fails. */
        private boolean step(Instruction instruction, boolean backward) {
            switch (instruction) {
                case Instruction.Consume consume -> {
                    return consume(consume.set(), backward);
                }
                case Instruction.Assert check -> {
                    at++;
                    return check.place().holds(text, position);
                }
                case Instruction.Ask ask -> {
                    return ask(ask);
                }
                case Instruction.Repeated repeated -> {
                    return repeat(repeated.group(), backward);
                }
                case Instruction.Finish finish -> {
                    return finish(finish);
                }
                case Instruction.Jump jump -> at = jump.target();
                case Instruction.Attempt attempt -> {
                    keep(attempt.second());
                    at = attempt.first();
                }
                case Instruction.Remember remember -> set(remember.register(), position);
                case Instruction.CountFromZero zero -> set(zero.register(), 0);
                case Instruction.Again again -> again(again);
                case Instruction.Begin begin -> {
                    PatternNode.Repeat loop = begin.repeat();
                    Arrays.fill(registers, 2 * loop.firstGroup(), 2 * loop.endGroup(), -1);
                    set(begin.register() + 1, position);
                }
                case Instruction.Accept _ -> throw new IllegalStateException("The loop ends before this.");
            }
            return true;
        }

        private void set(int register, int value) {
            registers[register] = value;
            at++;
        }

        private boolean consume(CodeUnits set, boolean backward) {
            int index = backward ? position - 1 : position;
            boolean there = index >= 0 && index < text.length() && set.contains(text.charAt(index));
            position += backward ? -1 : 1;
            at++;
            return there;
        }

        private boolean ask(Instruction.Ask ask) {
            int @Nullable [] inside = new Run(text, budget).from(ask.program(), position, registers);
            if (inside != null && !ask.negative()) {
                registers = inside;
            }
            at++;
            return (inside != null) != ask.negative();
        }

        /** An unset group repeats the empty text. */
        private boolean repeat(int group, boolean backward) {
            at++;
            int start = registers[2 * group];
            int end = registers[2 * group + 1];
            if (start < 0 || end < 0) {
                return true;
            }
            int length = end - start;
            int from = backward ? position - length : position;
            if (from < 0 || from + length > text.length() || !budget.spend(length)) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (text.charAt(from + i) != text.charAt(start + i)) {
                    return false;
                }
            }
            position += backward ? -length : length;
            return true;
        }

        private void again(Instruction.Again again) {
            int done = registers[again.register()];
            int body = at + 1;
            if (done < again.repeat().min()) {
                at = body;
            } else if (done >= again.repeat().max()) {
                at = again.exit();
            } else if (again.repeat().greedy()) {
                keep(again.exit());
                at = body;
            } else {
                keep(body);
                at = again.exit();
            }
        }

        private boolean finish(Instruction.Finish finish) {
            int done = registers[finish.register()] + 1;
            boolean empty = position == registers[finish.register() + 1];
            if (empty && done > finish.repeat().min()) {
                return false;
            }
            registers[finish.register()] = done;
            at = finish.loop();
            return true;
        }
    }
}
