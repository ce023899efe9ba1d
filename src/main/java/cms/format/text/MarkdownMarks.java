package cms.format.text;

/**
 * How many pieces a text of Markdown can become: a line of forty-five hyphens is ninety blocks, so that two megabytes
 * would become hundreds of megabytes of them.
 */
public final class MarkdownMarks {
    /** More than any book has, and some tens of megabytes of work. */
    public static final int MARKS_MAX = 200_000;

    /** Each begins a block, a link, emphasis or whatever else a parser makes something of; lists begin with digits too. */
    private static final String MARKS = "\n\r-*+>|`[]<&_~!\\@:.)";

    private MarkdownMarks() {}

    /** Whether there are more than a parser should be given; one look at each character of a long text. */
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
