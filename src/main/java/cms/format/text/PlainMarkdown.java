package cms.format.text;

import org.jspecify.annotations.Nullable;

/**
 * Renders Markdown that can be read in one way only: headings, paragraphs, flat lists, fenced code and rules that begin
 * at the margin, with what {@link PlainSpans} knows in their lines.
 *
 * <p>Most documents consist of nothing else, and this is a tenth of the work of a parser. What it does not know for sure,
 * be it right or wrong, it leaves to that, so it never decides what a text means.
 */
public final class PlainMarkdown {
    private static final String FENCE = "```";
    private static final String RULE = "---";
    private static final int LEVEL_MAX = 6;
    private static final int DIGITS_MAX = 9;

    private final String text;
    private final char[] chars;
    private final GrowingText html;
    private final PlainSpans spans;
    private int at;

    private PlainMarkdown(String text) {
        this.text = text;
        this.chars = text.toCharArray();
        this.html = new GrowingText(text.length() + text.length() / 4 + 32);
        this.spans = new PlainSpans(text, chars, html);
    }

    /** The HTML of a text with LF line ends, as CommonMark says; null for everything that a parser has to read. */
    public static @Nullable String html(String markdown) {
        PlainMarkdown plain = new PlainMarkdown(markdown);
        return plain.blocks() ? plain.html.toString() : null;
    }

    private boolean blocks() {
        boolean known = true;
        while (known && at < text.length()) {
            if (chars[at] == '\n') {
                at++;
            } else {
                known = block();
            }
        }
        return known;
    }

    private boolean block() {
        if (chars[at] == '#') {
            return heading();
        }
        if (text.startsWith(FENCE, at)) {
            return code();
        }
        if (isBullet(at)) {
            return bullets(chars[at]);
        }
        int marker = afterNumber(at);
        if (marker > at) {
            return numbers();
        }
        return isRule() ? rule() : paragraph();
    }

    private boolean heading() {
        int level = 0;
        while (text.startsWith("#", at)) {
            level++;
            at++;
        }
        int end = lineEnd(at);
        int last = trimmed(at, end);
        // Signs at the end of a heading may close it.
        if (level > LEVEL_MAX || last - at < 2 || chars[at] != ' ' || chars[last - 1] == '#') {
            return false;
        }
        String tag = "h" + level;
        html.add('<').add(tag).add('>');
        boolean known = chars[at + 1] != ' ' && spans.write(at + 1, last);
        html.add("</").add(tag).add(">\n");
        at = end + 1;
        return known;
    }

    private boolean code() {
        int end = lineEnd(at);
        String language = text.substring(at + FENCE.length(), end);
        for (int i = 0; i < language.length(); i++) {
            if (!PlainSpans.isAsciiWord(language.charAt(i)) && language.charAt(i) != '-') {
                return false;
            }
        }
        html.add("<pre><code");
        if (!language.isEmpty()) {
            html.add(" class=\"language-").add(language).add('"');
        }
        html.add('>');
        for (at = end + 1; at < text.length(); at = end + 1) {
            end = lineEnd(at);
            if (text.startsWith(FENCE, firstOfLine(end))) {
                html.add("</code></pre>\n");
                boolean closes = end - at == FENCE.length();
                at = end + 1;
                return closes;
            }
            if (!spans.writeAsItIs(at, end)) {
                return false;
            }
            html.add('\n');
        }
        return false;
    }

    /** The first character of the line at this place that is not a blank. */
    private int firstOfLine(int end) {
        int first = at;
        while (first < end && (chars[first] == ' ' || chars[first] == '\t')) {
            first++;
        }
        return first;
    }

    private boolean bullets(char bullet) {
        html.add("<ul>\n");
        do {
            at += 2;
            if (!item()) {
                return false;
            }
        } while (isBullet(at) && chars[at] == bullet);
        html.add("</ul>\n");
        int next = nextBlock();
        return next > at && !(isBullet(next) && chars[next] == bullet);
    }

    private boolean numbers() {
        int marker = afterNumber(at);
        int start = Integer.parseInt(text, at, marker - 2, 10);
        html.add(start == 1 ? "<ol>\n" : "<ol start=\"" + start + "\">\n");
        do {
            at = marker;
            if (!item()) {
                return false;
            }
            marker = afterNumber(at);
        } while (marker > at);
        html.add("</ol>\n");
        int next = nextBlock();
        return next > at && afterNumber(next) == next;
    }

    /** An item of one line; whatever is deeper or loose is the parser's. */
    private boolean item() {
        int end = lineEnd(at);
        int last = trimmed(at, end);
        if (last == at || !mayBegin(at)) {
            return false;
        }
        html.add("<li>");
        boolean known = spans.write(at, last);
        html.add("</li>\n");
        at = end + 1;
        return known;
    }

    /** Where the text goes on behind blank lines: not behind this place when there are none, and it is not over. */
    private int nextBlock() {
        int next = at;
        while (next < text.length() && chars[next] == '\n') {
            next++;
        }
        return at >= text.length() ? at + 1 : next;
    }

    private boolean isRule() {
        return text.startsWith(RULE, at) && lineEnd(at) - at == RULE.length();
    }

    private boolean rule() {
        html.add("<hr />\n");
        at = lineEnd(at) + 1;
        return true;
    }

    private boolean paragraph() {
        int start = at;
        int end = at;
        while (at < text.length() && chars[at] != '\n' && !(at > start && interrupts())) {
            if (!mayBegin(at)) {
                return false;
            }
            end = lineEnd(at);
            at = end + 1;
        }
        html.add("<p>");
        boolean known = spans.write(start, trimmed(start, end));
        html.add("</p>\n");
        return known;
    }

    /** Whether something else begins at this line although the one before it is of a paragraph. */
    private boolean interrupts() {
        return chars[at] == '#' || isBullet(at) || text.startsWith(FENCE, at);
    }

    /** Whether a line at this place is the text of a paragraph beyond doubt. */
    private boolean mayBegin(int place) {
        char first = chars[place];
        return switch (first) {
            case '(', '"', '\'', '[', '!', '&' -> true;
            case '`' -> !text.startsWith(FENCE, place);
            case '*', '_' -> isMarkOfWord(place, first);
            default ->
                first >= '0' && first <= '9'
                        ? !isNumber(place)
                        : Character.isLetter(first) || Character.isHighSurrogate(first);
        };
    }

    /** One or two marks with something behind them are emphasis, no rule and no list. */
    private boolean isMarkOfWord(int place, char mark) {
        int behind = place + 1;
        if (behind < text.length() && chars[behind] == mark) {
            behind++;
        }
        char next = behind < text.length() ? chars[behind] : ' ';
        return next != ' ' && next != '\n' && next != mark;
    }

    private boolean isBullet(int place) {
        return text.startsWith("- ", place) || text.startsWith("* ", place);
    }

    /** Whether what stands here may be the number of a list, however it goes on. */
    private boolean isNumber(int place) {
        int end = afterDigits(place);
        return text.startsWith(".", end) || text.startsWith(")", end);
    }

    /** Behind the number of a list, its full stop and a blank; the same place when no such number stands there. */
    private int afterNumber(int place) {
        int end = afterDigits(place);
        return end > place && end - place <= DIGITS_MAX && text.startsWith(". ", end) ? end + 2 : place;
    }

    private int afterDigits(int place) {
        int end = place;
        while (end < text.length() && chars[end] >= '0' && chars[end] <= '9') {
            end++;
        }
        return end;
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private int trimmed(int start, int end) {
        int last = end;
        while (last > start && chars[last - 1] == ' ') {
            last--;
        }
        return last;
    }
}
