package cms.content.pattern;

import cms.content.pattern.PatternNode.Choice;
import cms.content.pattern.PatternNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Collects instructions, for the layouts that the programs of both machines share.
 *
 * @param <I> the instructions of one machine
 */
final class CodeLayout<I> {
    private final List<I> code = new ArrayList<>();
    private final boolean backward;
    private final IntFunction<I> jump;
    private final Fork<I> fork;

    /** Makes the instruction that goes on at two places. */
    @FunctionalInterface
    interface Fork<I> {
        I to(int first, int second);
    }

    /** {@code backward}: the text is going to be read from right to left. */
    CodeLayout(boolean backward, IntFunction<I> jump, Fork<I> fork) {
        this.backward = backward;
        this.jump = jump;
        this.fork = fork;
    }

    boolean backward() {
        return backward;
    }

    int size() {
        return code.size();
    }

    void add(I instruction) {
        code.add(instruction);
    }

    void set(int at, I instruction) {
        code.set(at, instruction);
    }

    I at(int index) {
        return code.get(index);
    }

    List<I> all() {
        return code;
    }

    /** The place of an instruction that is known later. */
    int reserve() {
        code.add(jump.apply(0));
        return code.size() - 1;
    }

    void sequence(Sequence sequence, Consumer<PatternNode> add) {
        (backward ? sequence.parts().reversed() : sequence.parts()).forEach(add);
    }

    void choice(Choice choice, Consumer<PatternNode> add) {
        List<Integer> exits = new ArrayList<>();
        for (PatternNode branch : choice.branches().subList(0, choice.branches().size() - 1)) {
            int attempt = reserve();
            add.accept(branch);
            exits.add(reserve());
            code.set(attempt, fork.to(attempt + 1, code.size()));
        }
        add.accept(choice.branches().getLast());
        exits.forEach(exit -> code.set(exit, jump.apply(code.size())));
    }
}
