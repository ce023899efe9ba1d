package cms.format.html;

import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * Sanitizes the HTML of the renderer, so that a mistake of it cannot reach a page. It takes four times as long as
 * everything else, so only HTML that {@link PlainHtml} does not recognise as harmless comes here.
 */
final class Sanitizer {
    static final PolicyFactory POLICY = new HtmlPolicyBuilder()
            .allowElements(
                    "p",
                    "br",
                    "hr",
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6",
                    "em",
                    "strong",
                    "del",
                    "code",
                    "pre",
                    "blockquote",
                    "ul",
                    "ol",
                    "li",
                    "a",
                    "img",
                    "table",
                    "thead",
                    "tbody",
                    "tr",
                    "th",
                    "td")
            .allowWithoutAttributes("a", "img")
            .allowUrlProtocols(MarkdownRenderer.SCHEMES.toArray(String[]::new))
            .allowAttributes("href")
            .matching(address -> !address.isEmpty())
            .onElements("a")
            .allowAttributes("title")
            .onElements("a")
            .allowAttributes("src", "alt", "title")
            .onElements("img")
            .allowAttributes("align")
            .matching(true, "left", "right", "center")
            .onElements("th", "td")
            .allowAttributes("start")
            .onElements("ol")
            .allowAttributes("class")
            .onElements("code")
            .toFactory();

    private Sanitizer() {}

    /** The safe part of HTML of any source. */
    static String sanitized(String html) {
        return plain(POLICY.sanitize(html));
    }

    /** The sanitizer writes harmless characters as numbers; in text and in double quotes they are safe as they are. */
    private static String plain(String html) {
        return html.replace("&#61;", "=")
                .replace("&#43;", "+")
                .replace("&#64;", "@")
                .replace("&#39;", "'")
                .replace("&#34;", "&quot;");
    }
}
