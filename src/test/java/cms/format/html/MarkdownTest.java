package cms.format.html;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.Markdown;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[x](javascript:alert(1))",
                "[x](JaVaScRiPt:alert(1))",
                "[x](&#106;avascript:alert(1))",
                "[x](\u0001javascript:alert(1))",
                "[x](java\tscript:alert(1))",
                "[x](vbscript:x)",
                "[x](data:text/html;base64,PHNjcmlwdD4=)",
                "[x][1]\n\n[1]: javascript:alert(1)",
                "<javascript:alert(1)>",
                "![x](javascript:alert(1))"
            })
    void dangerousSchemesLeaveNoAddress(String markdown) {
        String html = Markdown.html(markdown);
        assertThat(html.toLowerCase(Locale.ROOT)).doesNotContain("href=", "src=\"j", "src=\"d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "a <img src=x onerror=alert(1)> b",
                "<svg/onload=alert(1)>",
                "[x](https://a.example \"\\\" onclick=alert(1)\")",
                "![\\\" onerror=alert(1)](https://a.example/x.png)",
                "```\" onclick=\"x\nlet\n```"
            })
    void rawHtmlIsShownAsText(String markdown) {
        assertThat(Markdown.html(markdown))
                .doesNotContainPattern("<(script|svg)|<[^>\"]*(\"[^\"]*\"[^>\"]*)*\\son[a-z]+=");
    }

    @Test
    void quotesAndEqualsSignsStayReadable() {
        assertThat(Markdown.html("It's 1 + 1 = 2, \"really\" & a@b.example"))
                .isEqualTo("<p>It's 1 + 1 = 2, &quot;really&quot; &amp; "
                        + "<a href=\"mailto:a@b.example\">a@b.example</a></p>\n");
    }

    @Test
    void whatPeopleUsuallyWriteIsPlain() {
        String text = """
                # A *title*

                It's **so**, [a link](https://example.com/?a=b&c=d "Title"), ![alt](media/a.png), www.example.org, a@b.example
                and ü ¡ `code` ~~gone~~.  [nowhere](javascript:x) \uD83D\uDE00

                3. one
                4. two

                   - in it

                | a | b |
                |:--|--:|
                | 1 | <b> |

                > said

                ```js
                let a = "1" < 2 && `b`;
                ```

                ---
                """;
        assertThat(PlainHtml.isHarmless(MarkdownRenderer.rendered(text), MarkdownRenderer.SCHEMES))
                .isTrue();
        assertThat(Sanitizer.sanitized(Markdown.html(text)).replaceAll("\\s", ""))
                .isEqualTo(Sanitizer.sanitized(MarkdownRenderer.rendered(text).text())
                        .replaceAll("\\s", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>",
                "</p>",
                "<p></em>",
                "<P></P>",
                "<script></script>",
                "<p class=\"x\"></p>",
                "<a onclick=\"x\"></a>",
                "<a href=\"\"></a>",
                "<a href=\"javascript:x\"></a>",
                "<a href=\"java&amp;script:x\"></a>",
                "<a href='x'></a>",
                "<a href=x></a>",
                "<a href=\"x\"title=\"y\"></a>",
                "<a><a></a></a>",
                "<img src=\"data:x\" />",
                "<img src=\"x\">",
                "<img alt=\"`\" />",
                "<td align=\"x\"></td>",
                "<ol start=\"x\"></ol>",
                "<!-- -->",
                "<p",
                "<a href=\"x",
                "a & b",
                "a > b",
                "a \" b",
                "{{x}}",
                "&#106;",
                "\u0000",
                "\u0085",
                "\uD800"
            })
    void whatIsNotPlainIsTheSanitizers(String html) {
        assertThat(PlainHtml.isHarmless(new RenderedHtml(html), MarkdownRenderer.SCHEMES))
                .isFalse();
    }

    /** Whatever the renderer lets through; shown to fail by {@code bin/sabotage}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>run()</script>",
                "<p onclick=\"run()\">",
                "<img src=x onerror=run()>",
                "<a href=\"javascript:run()\">",
                "<iframe srcdoc=\"run()\"></iframe>",
                "<style>run()</style>",
                "<svg><script>run()</script></svg>",
                "<form action=\"run()\">"
            })
    void whatRunsIsTakenAway(String html) {
        assertThat(Sanitizer.sanitized("<p>before</p>" + html))
                .contains("before")
                .doesNotContain("run");
    }

    @Test
    void deepNestingEnds() {
        assertThat(Markdown.html(">".repeat(20_000) + "x")).contains("x");
        assertThat(Markdown.html("[".repeat(20_000) + "x")).contains("x");
        assertThat(Markdown.html("*a ".repeat(20_000))).contains("a");
    }

    /** Shown to fail without the bound: they are emphasis then, and with 20,000 of them it takes minutes. */
    @Test
    void aParagraphWithThousandsOfMarksIsItsText() {
        String marks = "*a _b ".repeat(1_000) + "<i> _c*".repeat(1_000);
        assertThat(Markdown.html("*x*\n\n" + marks + "\nnext\n\n~~y~~"))
                .startsWith("<p><em>x</em></p>\n<p>*a _b *a _b ")
                .contains("_b &lt;i&gt; _c*&lt;i&gt; _c*")
                .endsWith("_c*\nnext</p>\n<p><del>y</del></p>\n");
    }

    /**
     * Shown to fail without the bound: 45,000 characters become 50 million then, and ten times as many end the process.
     */
    @Test
    void oneLongAddressUnderManyNamesIsNotRepeatedForEver() {
        String html = Markdown.html("[a]: https://example.org/" + "x".repeat(5_000) + "\n\n" + "[a] ".repeat(10_000));
        assertThat(html).startsWith("<p><a href=\"https://example.org/xxx").contains("</a> [a] [a]");
        assertThat(html.length()).isLessThan(2_000_000);
    }

    /**
     * Shown to fail without the bound: the parser gives up at a million cells, and near that takes most of the memory.
     */
    @Test
    void aTableWithMillionsOfCellsIsItsText() {
        String table = "|a".repeat(2_000) + "\n" + "|-".repeat(2_000) + "\n" + "|b\n".repeat(2_000);
        String narrow = "|a|\n|-|\n|b|\n\n";
        assertThat(Markdown.html(narrow + table)).doesNotContain("<table>").contains("|b\n|b\n");
        assertThat(Markdown.html("> " + table.replace("\n", "\n> "))).doesNotContain("<table>");
        assertThat(Markdown.html(narrow.repeat(2_000))).contains("<table>");
    }
}
