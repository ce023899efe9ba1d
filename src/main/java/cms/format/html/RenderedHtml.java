package cms.format.html;

/** HTML that {@link MarkdownRenderer} wrote, which escapes raw HTML; nobody else makes one, so nothing foreign passes for it. */
final class RenderedHtml {
    private final String text;

    RenderedHtml(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
