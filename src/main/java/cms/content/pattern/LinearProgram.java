package cms.content.pattern;

import cms.content.pattern.PatternNode.Assertion;
import cms.content.pattern.PatternNode.At;
import cms.content.pattern.PatternNode.BackReference;
import cms.content.pattern.PatternNode.Capture;
import cms.content.pattern.PatternNode.Choice;
import cms.content.pattern.PatternNode.Look;
import cms.content.pattern.PatternNode.Repeat;
import cms.content.pattern.PatternNode.Sequence;
import cms.content.pattern.PatternNode.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern as the instructions of a nondeterministic automaton, counted repetitions unrolled.
 *
 * <p>A look-around becomes an instruction that asks whether its own program, which is run before, holds at a position.
 */
final class LinearProgram {
    /** One instruction; where it does not jump, the next one follows. */
    sealed interface Instruction {
        record Consume(CodeUnits set) implements Instruction {}

        record Jump(int target) implements Instruction {}

        record Split(int first, int second) implements Instruction {}

        record Assert(Assertion place) implements Instruction {}

        record Ask(int look, boolean negative) implements Instruction {}

        record Accept() implements Instruction {}
    }

    /** A look-around of the pattern: its own program, read away from the position that asks. */
    record LookProgram(LinearProgram program, boolean behind) {}

    private final CodeLayout<Instruction> code;
    private final List<LookProgram> looks;

    private LinearProgram(boolean backward, List<LookProgram> looks) {
        this.code = new CodeLayout<>(backward, Instruction.Jump::new, Instruction.Split::new);
        this.looks = looks;
    }

    /** {@code backward}: the text is going to be read from right to left. Inner look-arounds come first in the list. */
    static LinearProgram of(PatternNode node, boolean backward, List<LookProgram> looks) {
        LinearProgram program = new LinearProgram(backward, looks);
        program.add(node);
        program.code.add(new Instruction.Accept());
        return program;
    }

    Instruction[] instructions() {
        return code.all().toArray(new Instruction[0]);
    }

    private void add(PatternNode node) {
        switch (node) {
            case Unit unit -> code.add(new Instruction.Consume(unit.set()));
            case At at -> code.add(new Instruction.Assert(at.place()));
            case Sequence sequence -> code.sequence(sequence, this::add);
            case Choice choice -> code.choice(choice, this::add);
            case Repeat repeat -> addRepeat(repeat);
            case Capture capture -> add(capture.body());
            case Look look -> addLook(look);
            case BackReference _ -> throw new IllegalStateException("A back-reference needs the backtracking search.");
        }
    }

    private void addRepeat(Repeat repeat) {
        for (int i = 0; i < repeat.min(); i++) {
            add(repeat.body());
        }
        if (repeat.max() == PatternNode.UNBOUNDED) {
            int split = code.reserve();
            add(repeat.body());
            code.add(new Instruction.Jump(split));
            code.set(split, new Instruction.Split(split + 1, code.size()));
            return;
        }
        List<Integer> exits = new ArrayList<>();
        for (int i = repeat.min(); i < repeat.max(); i++) {
            exits.add(code.reserve());
            add(repeat.body());
        }
        exits.forEach(exit -> code.set(exit, new Instruction.Split(exit + 1, code.size())));
    }

    /**
     * Adds a look-around. A look-ahead reads from the end of the text towards the position, a look-behind from its
     * start.
     */
    private void addLook(Look look) {
        LinearProgram program = of(look.body(), !look.behind(), looks);
        looks.add(new LookProgram(program, look.behind()));
        code.add(new Instruction.Ask(looks.size() - 1, look.negative()));
    }
}
