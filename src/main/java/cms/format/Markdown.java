package cms.format;

import cms.format.html.MarkdownRenderer;
import cms.format.text.MarkdownMarks;

/**
 * Markdown to HTML that is safe to put into a page: CommonMark with tables, strikethrough and autolinks, raw HTML shown
 * as text, links and images only with harmless schemes (reference 5.2 and 12.3 W10).
 */
public final class Markdown {
    public static final String TOO_MUCH =
            "The text holds more than %,d marks of Markdown.".formatted(MarkdownMarks.MARKS_MAX);

    private Markdown() {}

    /** Whether a text would be parsed into more pieces than allowed; such a document is unreadable. */
    public static boolean isTooMuch(String markdown) {
        return MarkdownMarks.areTooMany(markdown);
    }

    /** The HTML of a text; the work is bounded by the length of the text. */
    public static String html(String markdown) {
        return markdown.isEmpty() ? "" : MarkdownRenderer.safeHtml(markdown);
    }
}
