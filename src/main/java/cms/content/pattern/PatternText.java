package cms.content.pattern;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cursor over the source of a pattern, with the number and names of its groups, read from the whole source first. */
final class PatternText {
    private final String source;
    private final Map<String, Integer> groupNames = new HashMap<>();
    private int position;
    private int groups;

    /** Counts the groups first: whether {@code \2} refers back depends on groups that may follow it. */
    PatternText(String source) throws PatternFault {
        this.source = source;
        boolean inClass = false;
        while (!atEnd()) {
            char unit = next();
            switch (unit) {
                case '\\' -> position++;
                case '[' -> inClass = true;
                case ']' -> inClass = false;
                case '(' -> {
                    if (!inClass) {
                        countGroup();
                    }
                }
                default -> {}
            }
        }
        position = 0;
    }

    private void countGroup() throws PatternFault {
        if (!lookingAt("?")) {
            groups++;
        } else if (lookingAt("?<") && !lookingAt("?<=") && !lookingAt("?<!")) {
            position += 2;
            groups++;
            if (groupNames.put(groupName(), groups) != null) {
                throw new PatternFault("two groups have the same name");
            }
        }
    }

    /** The name up to {@code >}, which is consumed. */
    String groupName() throws PatternFault {
        int end = source.indexOf('>', position);
        String name = end < 0 ? "" : source.substring(position, end);
        boolean valid = !name.isEmpty()
                && isNameStart(name.codePointAt(0))
                && name.codePoints().allMatch(PatternText::isNamePart);
        if (!valid) {
            throw new PatternFault("a group name is not a name");
        }
        position = end + 1;
        return name;
    }

    private static boolean isNameStart(int codePoint) {
        return codePoint == '$' || codePoint == '_' || Character.isUnicodeIdentifierStart(codePoint);
    }

    private static boolean isNamePart(int codePoint) {
        boolean joiner = codePoint == 0x200c || codePoint == 0x200d;
        return codePoint == '$'
                || joiner
                || Character.isUnicodeIdentifierPart(codePoint) && !Character.isIdentifierIgnorable(codePoint);
    }

    int groups() {
        return groups;
    }

    boolean hasNamedGroups() {
        return !groupNames.isEmpty();
    }

    @Nullable
    Integer groupNamed(String name) {
        return groupNames.get(name);
    }

    boolean atEnd() {
        return position >= source.length();
    }

    /** The unit under the cursor; NUL at the end, so ask {@link #atEnd()} where NUL matters. */
    char peek() {
        return atEnd() ? '\0' : source.charAt(position);
    }

    char next() {
        return source.charAt(position++);
    }

    boolean lookingAt(String expected) {
        return source.startsWith(expected, position);
    }

    boolean eat(String expected) {
        boolean there = lookingAt(expected);
        if (there) {
            position += expected.length();
        }
        return there;
    }

    int position() {
        return position;
    }

    void backTo(int earlier) {
        position = earlier;
    }

    /** Reads decimal digits; -1 when there are none, {@link PatternNode#UNBOUNDED} when there are too many. */
    int number() {
        if (!isDigit(peek())) {
            return -1;
        }
        long value = 0;
        while (isDigit(peek())) {
            value = Math.min(PatternNode.UNBOUNDED, value * 10 + (next() - '0'));
        }
        return (int) value;
    }

    /** Reads exactly {@code count} hexadecimal digits, or nothing and -1. */
    int hex(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            int index = position + i;
            int digit = index < source.length() && source.charAt(index) < 128
                    ? Character.digit(source.charAt(index), 16)
                    : -1;
            if (digit < 0) {
                return -1;
            }
            value = value * 16 + digit;
        }
        position += count;
        return value;
    }

    static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }
}
