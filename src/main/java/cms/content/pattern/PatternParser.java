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
import org.jspecify.annotations.Nullable;

/** Parses an ECMAScript regular expression without flags, annex B included. */
final class PatternParser {
    private static final int DEPTH_MAX = 100;

    /** Deepest nesting of look-arounds, each of which is a search inside of the one around it. */
    static final int LOOKS_NESTED_MAX = 10;

    private final PatternText text;
    private final PatternEscapes escapes;
    private int groupsOpened;
    private int depth;
    private int looksOpen;

    private PatternParser(PatternText text) {
        this.text = text;
        this.escapes = new PatternEscapes(text);
    }

    static PatternNode parse(PatternText text) throws PatternFault {
        PatternParser parser = new PatternParser(text);
        PatternNode node = parser.choice();
        if (!text.atEnd()) {
            throw new PatternFault("a closing parenthesis has no opening one");
        }
        return node;
    }

    private PatternNode choice() throws PatternFault {
        List<PatternNode> branches = new ArrayList<>();
        do {
            branches.add(sequence());
        } while (text.eat("|"));
        return branches.size() == 1 ? branches.getFirst() : new Choice(branches);
    }

    private PatternNode sequence() throws PatternFault {
        List<PatternNode> parts = new ArrayList<>();
        while (!text.atEnd() && text.peek() != '|' && text.peek() != ')') {
            int firstGroup = groupsOpened + 1;
            parts.add(quantified(term(), firstGroup));
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
    }

    private PatternNode term() throws PatternFault {
        char unit = text.next();
        return switch (unit) {
            case '^' -> new At(Assertion.START);
            case '$' -> new At(Assertion.END);
            case '.' -> new Unit(CodeUnits.NOT_LINE_END);
            case '[' -> new Unit(new PatternClass(text, escapes).read());
            case '(' -> group();
            case '\\' -> escape();
            case '*', '+', '?' -> throw new PatternFault("a quantifier has nothing to repeat");
            case '{' -> {
                if (braces() != null) {
                    throw new PatternFault("a quantifier has nothing to repeat");
                }
                yield new Unit(CodeUnits.of(unit));
            }
            default -> new Unit(CodeUnits.of(unit));
        };
    }

    private PatternNode group() throws PatternFault {
        if (++depth > DEPTH_MAX) {
            throw new PatternFault("groups are nested deeper than " + DEPTH_MAX);
        }
        PatternNode node;
        if (text.eat("?:")) {
            // Kept apart from its content: (?:$)* is allowed where $* is not.
            node = new Sequence(List.of(choice()));
        } else if (text.eat("?=")) {
            node = look(false, false);
        } else if (text.eat("?!")) {
            node = look(false, true);
        } else if (text.eat("?<=")) {
            node = look(true, false);
        } else if (text.eat("?<!")) {
            node = look(true, true);
        } else if (text.eat("?<")) {
            text.groupName();
            node = new Capture(++groupsOpened, choice());
        } else if (text.lookingAt("?")) {
            throw new PatternFault("a group begins with an unknown (? form");
        } else {
            node = new Capture(++groupsOpened, choice());
        }
        if (!text.eat(")")) {
            throw new PatternFault("a group is not closed");
        }
        depth--;
        return node;
    }

    private PatternNode look(boolean behind, boolean negative) throws PatternFault {
        if (++looksOpen > LOOKS_NESTED_MAX) {
            throw new PatternFault("look-arounds are nested deeper than " + LOOKS_NESTED_MAX);
        }
        PatternNode body = choice();
        looksOpen--;
        return new Look(behind, negative, body);
    }

    private PatternNode escape() throws PatternFault {
        if (text.atEnd()) {
            throw new PatternFault("it ends in a backslash");
        }
        if (text.eat("b")) {
            return new At(Assertion.WORD_EDGE);
        }
        if (text.eat("B")) {
            return new At(Assertion.NO_WORD_EDGE);
        }
        if (text.hasNamedGroups() && text.eat("k")) {
            return namedReference();
        }
        CodeUnits set = escapes.namedSet();
        if (set != null) {
            return new Unit(set);
        }
        PatternNode reference = numberedReference();
        return reference == null ? new Unit(CodeUnits.of(escapes.unit(false))) : reference;
    }

    private PatternNode namedReference() throws PatternFault {
        Integer group = text.eat("<") ? text.groupNamed(text.groupName()) : null;
        if (group == null) {
            throw new PatternFault("\\k does not name a group");
        }
        return new BackReference(group);
    }

    /** {@code \12} refers to group 12 only when there are so many groups; otherwise it is an octal escape. */
    private @Nullable PatternNode numberedReference() {
        int start = text.position();
        int group = text.peek() == '0' ? -1 : text.number();
        if (group > 0 && group <= text.groups()) {
            return new BackReference(group);
        }
        text.backTo(start);
        return null;
    }

    private PatternNode quantified(PatternNode body, int firstGroup) throws PatternFault {
        int start = text.position();
        int @Nullable [] bounds = bounds();
        if (bounds == null) {
            text.backTo(start);
            return body;
        }
        if (body instanceof At || body instanceof Look look && look.behind()) {
            throw new PatternFault("a quantifier has nothing to repeat");
        }
        if (bounds[0] > bounds[1]) {
            throw new PatternFault("the numbers of a quantifier are out of order");
        }
        boolean greedy = !text.eat("?");
        return new Repeat(body, bounds[0], bounds[1], greedy, firstGroup, groupsOpened + 1);
    }

    private int @Nullable [] bounds() {
        if (text.eat("*")) {
            return new int[] {0, PatternNode.UNBOUNDED};
        }
        if (text.eat("+")) {
            return new int[] {1, PatternNode.UNBOUNDED};
        }
        if (text.eat("?")) {
            return new int[] {0, 1};
        }
        return text.eat("{") ? braces() : null;
    }

    /** {@code {2}}, {@code {2,}} or {@code {2,5}} with the cursor behind the brace; otherwise null. */
    private int @Nullable [] braces() {
        int start = text.position();
        int min = text.number();
        int max = min;
        if (min >= 0 && text.eat(",")) {
            int given = text.number();
            max = given < 0 ? PatternNode.UNBOUNDED : given;
        }
        if (min >= 0 && text.eat("}")) {
            return new int[] {min, max};
        }
        text.backTo(start);
        return null;
    }
}
