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

/**
 * A pattern as the instructions of a backtracking machine, with the order of attempts, the captures and the
 * empty-iteration rule of ECMAScript. Repetitions count in registers, so its size is that of the source.
 *
 * <p>Registers: first two for each group (start, end; -1 when unset), then two for each repetition (how many iterations
 * are done, where the current one began).
 */
final class BacktrackingProgram {
    /** One instruction; where it does not jump, the next one follows. */
    sealed interface Instruction {
        record Consume(CodeUnits set) implements Instruction {}

        record Jump(int target) implements Instruction {}

        /** Tries the first, then the second. */
        record Attempt(int first, int second) implements Instruction {}

        record Assert(Assertion place) implements Instruction {}

        record Ask(BacktrackingProgram program, boolean negative) implements Instruction {}

        record Remember(int register) implements Instruction {}

        record Repeated(int group) implements Instruction {}

        record CountFromZero(int register) implements Instruction {}

        /** Decides between another iteration (the next instruction but one) and the way out. */
        record Again(int register, Repeat repeat, int exit) implements Instruction {}

        /** Begins an iteration: notes where, and forgets the captures of the iteration before. */
        record Begin(int register, Repeat repeat) implements Instruction {}

        /** Ends an iteration; an empty one beyond the minimum is a failure. */
        record Finish(int register, Repeat repeat, int loop) implements Instruction {}

        record Accept() implements Instruction {}
    }

    private final CodeLayout<Instruction> code;
    private final Registers registers;

    /** Hands out registers over a program and the programs of its look-arounds. */
    static final class Registers {
        private int count;

        Registers(int groups) {
            count = 2 * (groups + 1);
        }

        int count() {
            return count;
        }

        private int reservePair() {
            count += 2;
            return count - 2;
        }
    }

    private BacktrackingProgram(boolean backward, Registers registers) {
        this.code = new CodeLayout<>(backward, Instruction.Jump::new, Instruction.Attempt::new);
        this.registers = registers;
    }

    static BacktrackingProgram of(PatternNode node, boolean backward, Registers registers) {
        BacktrackingProgram program = new BacktrackingProgram(backward, registers);
        program.add(node);
        program.code.add(new Instruction.Accept());
        return program;
    }

    Instruction at(int index) {
        return code.at(index);
    }

    boolean backward() {
        return code.backward();
    }

    private void add(PatternNode node) {
        switch (node) {
            case Unit unit -> code.add(new Instruction.Consume(unit.set()));
            case At at -> code.add(new Instruction.Assert(at.place()));
            case Sequence sequence -> code.sequence(sequence, this::add);
            case Choice choice -> code.choice(choice, this::add);
            case Repeat repeat -> addRepeat(repeat);
            case Capture capture -> addCapture(capture);
            case BackReference reference -> code.add(new Instruction.Repeated(reference.group()));
            case Look look -> code.add(new Instruction.Ask(of(look.body(), look.behind(), registers), look.negative()));
        }
    }

    private void addCapture(Capture capture) {
        int start = 2 * capture.group();
        code.add(new Instruction.Remember(code.backward() ? start + 1 : start));
        add(capture.body());
        code.add(new Instruction.Remember(code.backward() ? start : start + 1));
    }

    private void addRepeat(Repeat repeat) {
        int register = registers.reservePair();
        code.add(new Instruction.CountFromZero(register));
        int loop = code.reserve();
        code.add(new Instruction.Begin(register, repeat));
        add(repeat.body());
        code.add(new Instruction.Finish(register, repeat, loop));
        code.set(loop, new Instruction.Again(register, repeat, code.size()));
    }
}
