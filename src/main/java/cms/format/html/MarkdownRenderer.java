package cms.format.html;

import cms.format.text.BoundedInlines;
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

/** Renders Markdown: CommonMark with tables, strikethrough and autolinks; raw HTML comes out as text. */
public final class MarkdownRenderer {
    /** Schemes that an address of a link or a picture may have. */
    static final Set<String> SCHEMES = Set.of("http", "https", "mailto", "tel");

    /** Deepest nesting of blocks. */
    private static final int BLOCK_DEPTH_MAX = 100;

    private static final List<Extension> MARKS = List.of(StrikethroughExtension.create(), AutolinkExtension.create());
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

    private MarkdownRenderer() {}

    /** The HTML of a text, safe to put into a page: HTML that is not harmless beyond doubt has passed a sanitizer. */
    public static String safeHtml(String markdown) {
        RenderedHtml rendered = rendered(markdown);
        return PlainHtml.isHarmless(rendered, SCHEMES) ? rendered.text() : Sanitizer.sanitized(rendered.text());
    }

    /** The HTML of a text as parser and renderer make it, not yet checked or sanitized. */
    static RenderedHtml rendered(String markdown) {
        Parser parser = TableCells.areTooMany(markdown) ? WITHOUT_TABLES : PARSER;
        return new RenderedHtml(RENDERER.render(parser.parse(markdown)));
    }

    /** Removes the {@code rel} that the renderer adds to links, and the empty {@code href} of a refused address. */
    private static void onlyOurs(String tag, Map<String, String> attributes) {
        if (tag.equals("a")) {
            attributes.remove("rel");
            attributes.remove("href", "");
        }
    }

    private static Parser parser(List<Extension> extensions) {
        return Parser.builder()
                .extensions(extensions)
                .maxOpenBlockParsers(BLOCK_DEPTH_MAX)
                .inlineParserFactory(BoundedInlines::new)
                .build();
    }
}
