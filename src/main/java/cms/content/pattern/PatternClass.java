package cms.content.pattern;

import java.util.ArrayList;
import java.util.List;

/** Reads a class such as {@code [^a-z\d]}, with the cursor behind its opening bracket. */
final class PatternClass {
    private final PatternText text;
    private final PatternEscapes escapes;

    /** One member: a single unit, which may begin a range, or a whole set, which may not. */
    private record Member(CodeUnits set, char unit, boolean single) {}

    PatternClass(PatternText text, PatternEscapes escapes) {
        this.text = text;
        this.escapes = escapes;
    }

    CodeUnits read() throws PatternFault {
        boolean negated = text.eat("^");
        List<CodeUnits> sets = new ArrayList<>();
        while (!text.eat("]")) {
            Member first = member();
            if (text.lookingAt("-") && !text.lookingAt("-]")) {
                text.next();
                addRange(sets, first, member());
            } else {
                sets.add(first.set());
            }
        }
        CodeUnits union = CodeUnits.union(sets);
        return negated ? union.negated() : union;
    }

    /** A range with a set at one end means its three parts (annex B). */
    private static void addRange(List<CodeUnits> sets, Member first, Member last) throws PatternFault {
        if (!first.single() || !last.single()) {
            sets.addAll(List.of(first.set(), CodeUnits.of('-'), last.set()));
        } else if (first.unit() > last.unit()) {
            throw new PatternFault("a range in a class is out of order");
        } else {
            sets.add(CodeUnits.range(first.unit(), last.unit()));
        }
    }

    private Member member() throws PatternFault {
        if (text.atEnd()) {
            throw new PatternFault("a class is not closed");
        }
        char unit = text.next();
        if (unit != '\\') {
            return single(unit);
        }
        if (text.atEnd()) {
            throw new PatternFault("it ends in a backslash");
        }
        if (text.eat("b")) {
            return single('\b');
        }
        if (text.hasNamedGroups() && text.lookingAt("k")) {
            throw new PatternFault("\\k does not name a group");
        }
        CodeUnits set = escapes.namedSet();
        return set == null ? single(escapes.unit(true)) : new Member(set, '\0', false);
    }

    private static Member single(char unit) {
        return new Member(CodeUnits.of(unit), unit, true);
    }
}
