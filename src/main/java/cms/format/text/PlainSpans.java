package cms.format.text;

/**
 * Renders what stands in the lines of Markdown where it can be read in one way only: text, code, links and images with
 * plain addresses, and emphasis whose marks can only open or only close and lie in each other.
 */
final class PlainSpans {
    private static final int NESTED_MAX = 16;
    private static final int LAST_CONTROL = 0xa0;

    /** What a line may hold that is not simply itself. */
    private static final boolean[] SPECIAL = characters("*_[]!`<>&\"\\~@:.");

    private static final boolean[] OF_ADDRESSES = characters("-._~:/?#@!$'*+,;=%&");
    private static final boolean[] OF_NAMES = characters("- ,'");

    static {
        for (char c = 0; c < SPECIAL.length; c++) {
            SPECIAL[c] = c < ' ' || c == 127 || SPECIAL[c] && !isAsciiWord(c);
        }
    }

    private enum Side {
        BLANK,
        SIGN,
        WORD,
        UNKNOWN
    }

    private final String text;
    private final char[] chars;
    private final GrowingText html;
    private final char[] marks = new char[NESTED_MAX];
    private final int[] lengths = new int[NESTED_MAX];
    private int nested;
    private int outside;
    private int runs;

    /** @param chars those of the text: reading them one by one costs less than asking the text for each */
    PlainSpans(String text, char[] chars, GrowingText html) {
        this.text = text;
        this.chars = chars;
        this.html = html;
    }

    /** Letters and digits, and the given signs. */
    private static boolean[] characters(String signs) {
        boolean[] known = new boolean[128];
        for (char c = 0; c < known.length; c++) {
            known[c] = isAsciiWord(c) || signs.indexOf(c) >= 0;
        }
        return known;
    }

    static boolean isAsciiWord(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** Writes one or several lines without a blank at their end; false when a parser has to read them. */
    boolean write(int from, int to) {
        int open = nested;
        int at = from;
        while (at >= 0 && at < to) {
            int start = at;
            at = firstSpecial(at, to);
            html.add(chars, start, at);
            if (at < to) {
                at = special(at, to);
            }
        }
        return at == to && nested == open;
    }

    private int firstSpecial(int from, int to) {
        char[] known = chars;
        boolean[] special = SPECIAL;
        int at = from;
        while (at < to) {
            char c = known[at];
            if (c < special.length ? special[c] : c <= LAST_CONTROL) {
                break;
            }
            at++;
        }
        return at;
    }

    /** Writes code; false when it holds what no line of code holds. */
    boolean writeAsItIs(int from, int to) {
        int start = from;
        for (int at = from; at < to; at++) {
            char c = chars[at];
            if (c < ' ' && c != '\t' || c >= 127 && c <= LAST_CONTROL) {
                return false;
            }
            if (c == '<' || c == '>' || c == '&' || c == '"') {
                html.add(chars, start, at);
                escape(c);
                start = at + 1;
            }
        }
        html.add(chars, start, to);
        return true;
    }

    private void escape(char c) {
        switch (c) {
            case '<' -> html.add("&lt;");
            case '>' -> html.add("&gt;");
            case '&' -> html.add("&amp;");
            case '"' -> html.add("&quot;");
            default -> html.add(c);
        }
    }

    /** Where the text goes on behind what begins here; negative when a parser has to read it. */
    private int special(int at, int to) {
        char c = chars[at];
        return switch (c) {
            case '\n' -> lineBreak(at);
            case '>', '"' -> plain(at, true);
            case '&' -> plain(at, !startsReference(at + 1));
            // What could be an address without any mark is the parser's.
            case ':' -> plain(at, !text.startsWith("//", at + 1));
            case '.' -> plain(at, !text.regionMatches(true, at - 3, "www", 0, 3));
            case '!' -> text.startsWith("[", at + 1) ? image(at, to) : plain(at, true);
            case '*', '_' -> mark(at, to);
            case '`' -> code(at, to);
            case '[' -> link(at, to);
            default -> -1;
        };
    }

    private int plain(int at, boolean known) {
        escape(chars[at]);
        return known ? at + 1 : -1;
    }

    private boolean startsReference(int at) {
        return at < text.length() && (isAsciiWord(chars[at]) || chars[at] == '#');
    }

    /** Two blanks at the end of a line break it in the page as well. */
    private int lineBreak(int at) {
        int blanks = html.dropBlanks();
        html.add(blanks < 2 ? "\n" : "<br />\n");
        return at + 1;
    }

    /** Begins or ends emphasis. */
    private int mark(int at, int to) {
        char mark = chars[at];
        int end = at + 1;
        while (end < to && chars[end] == mark) {
            end++;
        }
        Side before = side(at - 1);
        Side after = side(end);
        runs++;
        if (runs > BoundedInlines.RUNS_MAX || end - at > 2 || before == Side.UNKNOWN || after == Side.UNKNOWN) {
            return -1;
        }
        boolean left = after != Side.BLANK && (after == Side.WORD || before != Side.WORD);
        boolean right = before != Side.BLANK && (before == Side.WORD || after != Side.WORD);
        if (left == right) {
            boolean inWord = mark == '_' && before == Side.WORD && after == Side.WORD;
            html.add(chars, at, end);
            return !left || inWord ? end : -1;
        }
        return left ? open(mark, end - at, end) : close(mark, end - at, end);
    }

    private int open(char mark, int length, int end) {
        if (nested == NESTED_MAX) {
            return -1;
        }
        marks[nested] = mark;
        lengths[nested++] = length;
        html.add(length == 1 ? "<em>" : "<strong>");
        return end;
    }

    private int close(char mark, int length, int end) {
        if (nested == outside || marks[nested - 1] != mark || lengths[nested - 1] != length) {
            return -1;
        }
        nested--;
        html.add(length == 1 ? "</em>" : "</strong>");
        return end;
    }

    private Side side(int at) {
        char c = at < 0 || at >= text.length() ? ' ' : chars[at];
        if (c == ' ' || c == '\n') {
            return Side.BLANK;
        }
        if (c < 127) {
            return isAsciiWord(c) ? Side.WORD : Side.SIGN;
        }
        return Character.isLetterOrDigit(c) ? Side.WORD : Side.UNKNOWN;
    }

    private int code(int at, int to) {
        int end = closingBacktick(at, to);
        if (end < 0) {
            return -1;
        }
        html.add("<code>");
        boolean known = writeAsItIs(at + 1, end);
        html.add("</code>");
        return known ? end + 1 : -1;
    }

    /** The end of code between single backticks, on one line and without blanks at its edges; negative for others. */
    private int closingBacktick(int at, int to) {
        int end = text.indexOf('`', at + 1);
        boolean plain = end > at + 1
                && end < to
                && !text.startsWith("`", end + 1)
                && chars[at + 1] != ' '
                && chars[end - 1] != ' ';
        return plain ? end : -1;
    }

    private int link(int at, int to) {
        int closed = at + 1;
        while (closed >= 0 && closed < to && chars[closed] != ']') {
            closed = switch (chars[closed]) {
                case '[' -> -1;
                case '`' -> closingBacktick(closed, to) + 1;
                default -> closed + 1;
            };
            closed = closed == 0 ? -1 : closed;
        }
        int end = closed > at + 1 && closed < to ? addressEnd(closed + 1, to) : -1;
        if (end < 0) {
            return -1;
        }
        html.add("<a href=\"");
        writeAsItIs(closed + 2, end);
        html.add("\">");
        // Marks of a link's text pair among themselves.
        int before = outside;
        outside = nested;
        boolean known = write(at + 1, closed);
        outside = before;
        html.add("</a>");
        return known ? end + 1 : -1;
    }

    private int image(int at, int to) {
        int closed = at + 2;
        while (closed < to && isOfName(chars[closed])) {
            closed++;
        }
        boolean named = closed == at + 2 || chars[at + 2] != ' ' && chars[closed - 1] != ' ';
        int end = named && closed < to && chars[closed] == ']' ? addressEnd(closed + 1, to) : -1;
        if (end < 0) {
            return -1;
        }
        html.add("<img src=\"");
        writeAsItIs(closed + 2, end);
        html.add("\" alt=\"").add(chars, at + 2, closed).add("\" />");
        return end + 1;
    }

    private static boolean isOfName(char c) {
        return c < OF_NAMES.length ? OF_NAMES[c] : Character.isLetter(c);
    }

    /** The closing parenthesis behind a plain address without a title; negative for everything else. */
    private int addressEnd(int open, int to) {
        if (open >= to || chars[open] != '(') {
            return -1;
        }
        int end = open + 1;
        while (end < to && chars[end] < OF_ADDRESSES.length && OF_ADDRESSES[chars[end]]) {
            end++;
        }
        boolean plain = end > open + 1 && end < to && chars[end] == ')' && hasPlainScheme(open + 1, end);
        return plain && !mayHoldReference(open + 1, end) ? end : -1;
    }

    private boolean mayHoldReference(int from, int to) {
        boolean ampersand = false;
        for (int at = from; at < to; at++) {
            if (ampersand && chars[at] == ';') {
                return true;
            }
            ampersand |= chars[at] == '&';
        }
        return false;
    }

    private boolean hasPlainScheme(int from, int to) {
        for (int at = from; at < to; at++) {
            switch (chars[at]) {
                case '/', '?', '#' -> {
                    return true;
                }
                case ':' -> {
                    return text.startsWith("https:", from) || text.startsWith("http:", from);
                }
                default -> {}
            }
        }
        return true;
    }
}
