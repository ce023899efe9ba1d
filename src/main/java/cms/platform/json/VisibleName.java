package cms.platform.json;

import cms.platform.failure.Failure;

/**
 * Checks a name that is shown within a sentence or a list, of a person, a workspace, a key: one line, with a visible
 * character, and without marks that change the direction of the text beside it.
 */
public final class VisibleName {
    /**
     * Characters that are letters or symbols by their category and are drawn blank: fillers of Hangul, the grapheme
     * joiner, inherent vowels of Khmer, the empty pattern of Braille.
     */
    private static final String BLANK = "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u2800";

    private VisibleName() {}

    /**
     * The name in a request, without blanks at its ends.
     *
     * @param member name of the member in the request
     * @throws Failure INVALID for a text that breaks these rules or is longer than {@code charsMax}
     */
    public static String parse(String member, String text, int charsMax) {
        String name = text.strip();
        if (name.codePointCount(0, name.length()) > charsMax
                || name.codePoints().anyMatch(VisibleName::steersText)
                || name.codePoints().noneMatch(VisibleName::isSeen)) {
            throw Failure.invalid("`" + member + "` must have 1 to " + charsMax + " characters on one line, one of them"
                    + " visible, and none that turns the direction of writing.");
        }
        return name;
    }

    /**
     * As {@link #parse(String, String, int)}, for a name that replaces another: the stored one may be sent back, also
     * where a later rule would refuse it.
     */
    public static String parse(String member, String text, int charsMax, String stored) {
        return text.strip().equals(stored.strip()) ? stored : parse(member, text, charsMax);
    }

    /** A foreign name cut to {@code charsMax}; empty when no visible character is left. */
    public static String cut(String text, int charsMax) {
        StringBuilder name = new StringBuilder();
        text.strip()
                .codePoints()
                .filter(point -> !steersText(point))
                .limit(charsMax)
                .forEach(name::appendCodePoint);
        return name.codePoints().anyMatch(VisibleName::isSeen) ? name.toString().strip() : "";
    }

    /** Whether a character is a control character, a line separator, or a mark of direction. */
    private static boolean steersText(int point) {
        return Character.isISOControl(point)
                || (point >= 0x2028 && point <= 0x202e)
                || (point >= 0x2066 && point <= 0x2069);
    }

    /** Whether a character is visible by itself, unlike a joiner or a mark. */
    private static boolean isSeen(int point) {
        return !Character.isWhitespace(point)
                && !Character.isSpaceChar(point)
                && Character.getType(point) != Character.FORMAT
                && BLANK.indexOf(point) < 0
                && !isSelector(point);
    }

    /** Whether a character is a variation selector, which chooses a form of the character before it. */
    private static boolean isSelector(int point) {
        return (point >= 0x180b && point <= 0x180f)
                || (point >= 0xfe00 && point <= 0xfe0f)
                || (point >= 0xe0100 && point <= 0xe01ef);
    }
}
