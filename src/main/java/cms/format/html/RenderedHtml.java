package cms.format.html;

/**
 * HTML that {@link MarkdownRenderer} wrote, which escapes raw HTML; no other class makes one, so foreign HTML cannot be
 * taken for it.
 */
final class RenderedHtml {
    private final String text;

    RenderedHtml(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
