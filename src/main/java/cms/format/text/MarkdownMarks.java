package cms.format.text;

/**
 * Bounds the pieces into which a text of Markdown can be parsed: a line of forty-five hyphens is ninety blocks, so that
 * two megabytes would become hundreds of megabytes of them.
 */
public final class MarkdownMarks {
    /** Most marks of a text: more than any book has, and some tens of megabytes of work. */
    public static final int MARKS_MAX = 200_000;

    /** Characters that begin a block, a link, emphasis or another construct; lists begin with digits too. */
    private static final String MARKS = "\n\r-*+>|`[]<&_~!\\@:.)";

    private MarkdownMarks() {}

    /** Whether a text has more marks than a parser should get; reads each character of a long text once. */
    public static boolean areTooMany(String markdown) {
        if (markdown.length() <= MARKS_MAX) {
            return false;
        }
        int marks = 0;
        for (int i = 0; i < markdown.length() && marks <= MARKS_MAX; i++) {
            char c = markdown.charAt(i);
            marks += c < 128 && MARKS.indexOf(c) >= 0 ? 1 : 0;
        }
        return marks > MARKS_MAX;
    }
}
