package cms.format.text;

/**
 * Bounds the cells of the tables of a text: a row of one character gets as many cells as its table has columns, so that
 * a text of a few hundred kilobytes would become millions of cells.
 */
public final class TableCells {
    /** Most cells of a text: more than a person writes by hand, and some tens of megabytes of work. */
    static final int CELLS_MAX = 200_000;

    private TableCells() {}

    /** Whether a text may have more cells than a parser should make; reads each character once. */
    public static boolean areTooMany(String markdown) {
        long cells = 0;
        int columns = 0;
        int start = 0;
        while (start < markdown.length() && cells <= CELLS_MAX) {
            int end = lineEnd(markdown, start);
            columns = columns(markdown, start, end, columns);
            cells += columns;
            start = end + 1;
        }
        return cells > CELLS_MAX;
    }

    /** Columns of the widest table that may go on in this line: a blank line ends it, a line of rules may begin one. */
    private static int columns(String text, int start, int end, int before) {
        int pipes = 0;
        boolean blank = true;
        boolean rules = true;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            blank &= c == ' ' || c == '\t';
            pipes += c == '|' ? 1 : 0;
            // Marks of quotes and lists may stand in front of it.
            rules &= "|:- \t>*+.)".indexOf(c) >= 0 || c >= '0' && c <= '9';
        }
        if (blank) {
            return 0;
        }
        return rules && pipes > 0 ? Math.max(before, pipes + 1) : before;
    }

    private static int lineEnd(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }
}
