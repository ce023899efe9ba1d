package cms.format;

import cms.format.text.BoundedInlines;
import cms.format.text.MarkdownMarks;
import cms.format.text.PlainMarkdown;
import cms.format.text.TableCells;
import java.util.List;
import java.util.Map;
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
    static final Set<String> SCHEMES = Set.of("http", "https", "mailto", "tel");

    public static final String TOO_MUCH =
            "The text holds more than %,d marks of Markdown.".formatted(MarkdownMarks.MARKS_MAX);

    private Markdown() {}

    /** Whether a text would become more pieces than may be made of one; such a document is unreadable. */
    public static boolean isTooMuch(String markdown) {
        return MarkdownMarks.areTooMany(markdown);
    }

    /** The HTML of a text; as long as the text is bounded, so is the work. */
    public static String html(String markdown) {
        if (markdown.isEmpty()) {
            return "";
        }
        String plain = PlainMarkdown.html(markdown);
        String rendered = plain != null ? plain : rendered(markdown);
        return PlainHtml.isHarmless(rendered, SCHEMES) ? rendered : sanitized(rendered);
    }

    /** What the parser and its renderer make of a text, before anybody has looked at it. */
    static String rendered(String markdown) {
        Parser parser = TableCells.areTooMany(markdown) ? Full.WITHOUT_TABLES : Full.PARSER;
        return Full.RENDERER.render(parser.parse(markdown));
    }

    /** What is left of HTML from anywhere. */
    static String sanitized(String html) {
        return plain(Sanitizer.POLICY.sanitize(html));
    }

    /** The renderer's mark of foreign links is nobody's wish, and an address that was refused is none. */
    private static void onlyOurs(String tag, Map<String, String> attributes) {
        if (tag.equals("a")) {
            attributes.remove("rel");
            attributes.remove("href", "");
        }
    }

    /** The sanitizer writes harmless characters as numbers; in text and in double quotes they can stand as they are. */
    private static String plain(String html) {
        return html.replace("&#61;", "=")
                .replace("&#43;", "+")
                .replace("&#64;", "@")
                .replace("&#39;", "'")
                .replace("&#34;", "&quot;");
    }

    /** Loaded for the first text that {@link PlainMarkdown} does not know, because that takes a while. */
    private static final class Full {
        private static final List<Extension> MARKS =
                List.of(StrikethroughExtension.create(), AutolinkExtension.create());
        private static final List<Extension> EXTENSIONS =
                List.of(TablesExtension.create(), MARKS.getFirst(), MARKS.getLast());
        private static final Parser PARSER = parser(EXTENSIONS);
        private static final Parser WITHOUT_TABLES = parser(MARKS);
        private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .escapeHtml(true)
                .sanitizeUrls(true)
                .urlSanitizer(new DefaultUrlSanitizer(SCHEMES))
                .attributeProviderFactory(context -> (node, tag, attributes) -> onlyOurs(tag, attributes))
                .build();

        private static Parser parser(List<Extension> extensions) {
            return Parser.builder()
                    .extensions(extensions)
                    .maxOpenBlockParsers(100)
                    .inlineParserFactory(BoundedInlines::new)
                    .build();
        }
    }

    /**
     * A second look at what the renderer made, so that a mistake in it cannot reach a page. It takes four times as long as
     * everything else, so {@link PlainHtml} looks first, and only what that does not know for sure comes here.
     */
    static final class Sanitizer {
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
    }
}
