package cms.content.pattern;

import org.jspecify.annotations.Nullable;

/** Reads the escapes after a backslash, inside and outside of classes (ECMAScript with its annex B, no flags). */
final class PatternEscapes {
    private final PatternText text;

    PatternEscapes(PatternText text) {
        this.text = text;
    }

    /** {@code \d \D \w \W \s \S} with the cursor behind the backslash; null, and nothing read, otherwise. */
    @Nullable
    CodeUnits namedSet() {
        CodeUnits set = switch (text.peek()) {
            case 'd' -> CodeUnits.DIGIT;
            case 'D' -> CodeUnits.DIGIT.negated();
            case 'w' -> CodeUnits.WORD;
            case 'W' -> CodeUnits.WORD.negated();
            case 's' -> CodeUnits.SPACE;
            case 'S' -> CodeUnits.SPACE.negated();
            default -> null;
        };
        if (set != null) {
            text.next();
        }
        return set;
    }

    /** The one code unit that an escape stands for, with the cursor behind the backslash. */
    char unit(boolean inClass) {
        char unit = text.next();
        return switch (unit) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> '\u000b';
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'x' -> numbered(2, 'x');
            case 'u' -> numbered(4, 'u');
            case 'c' -> control(inClass);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(unit);
            default -> unit;
        };
    }

    private char numbered(int digits, char itself) {
        int value = text.hex(digits);
        return value < 0 ? itself : (char) value;
    }

    /** {@code \cJ} is a control character; otherwise the backslash stands for itself and {@code c} follows. */
    private char control(boolean inClass) {
        char letter = text.peek();
        boolean plain = letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z';
        if (plain || inClass && CodeUnits.WORD.contains(letter)) {
            return (char) (text.next() % 32);
        }
        text.backTo(text.position() - 1);
        return '\\';
    }

    private char octal(char first) {
        int value = first - '0';
        for (int i = 0; i < 2 && text.peek() >= '0' && text.peek() <= '7' && value * 8 <= 0xff; i++) {
            int longer = value * 8 + (text.peek() - '0');
            if (longer > 0xff) {
                break;
            }
            value = longer;
            text.next();
        }
        return (char) value;
    }
}
