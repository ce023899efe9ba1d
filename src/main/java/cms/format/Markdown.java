package cms.format;

import java.util.List;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * Markdown to HTML that is safe to put into a page: CommonMark with tables, strikethrough and autolinks, raw HTML
 * shown as text, links and images only with harmless schemes (reference 5.2 and 12.3 W10).
 */
public final class Markdown {
    private static final Set<String> SCHEMES = Set.of("http", "https", "mailto", "tel");
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), StrikethroughExtension.create(), AutolinkExtension.create());
    private static final Parser PARSER =
            Parser.builder().extensions(EXTENSIONS).maxOpenBlockParsers(100).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .urlSanitizer(new DefaultUrlSanitizer(SCHEMES))
            .build();

    /** A second look at what the renderer made, so that a mistake in it cannot reach a page. */
    private static final PolicyFactory POLICY = new HtmlPolicyBuilder()
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
            .allowUrlProtocols(SCHEMES.toArray(String[]::new))
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

    private Markdown() {}

    /** The HTML of a text; as long as the text is bounded, so is the work. */
    public static String html(String markdown) {
        return markdown.isEmpty() ? "" : plain(POLICY.sanitize(RENDERER.render(PARSER.parse(markdown))));
    }

    /** The sanitizer writes harmless characters as numbers; in text and in double quotes they can stand as they are. */
    private static String plain(String html) {
        return html.replace("&#61;", "=")
                .replace("&#43;", "+")
                .replace("&#64;", "@")
                .replace("&#39;", "'")
                .replace("&#34;", "&quot;");
    }
}
