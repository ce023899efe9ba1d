package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that cannot be read are values with a line and a sentence, whatever is in them. */
class UnreadableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: &x [1]\\nb: *x | 3 | alias",
                "a: !!python/object:os.system x | 2 | tag",
                "a: !!set {x} | 2 | tag",
                "- a | 2 | not a mapping",
                "a: 1\\na: 2 | 3 | twice",
                "a: [1 | 3 | not well-formed",
                "? [a]\\n: b | 2 | plain word",
                "a: \"\\ud800\" | 0 | surrogate",
                "a: 1\\n...\\nb: 2 | 4 | not well-formed",
                "a: 1\\n--- {b: 2} | 3 | more than one document",
                "a: 'x\\nb: 2 | 4 | not well-formed"
            })
    void hostileFrontmatter(String yaml, int line, String words) {
        String text = "---\n" + yaml.strip().replace("\\n", "\n") + "\n---\n\nText\n";
        var broken = (ContentFile.Unreadable) MarkdownFile.parse("a.md", bytes(text));

        assertThat(broken.path()).isEqualTo("a.md");
        assertThat(broken.message()).contains(words);
        assertThat(broken.line()).isEqualTo(line);
    }

    /**
     * What is deeper could be read, and never be shown: the writers of answers have a limit too. Shown to fail without.
     */
    @ParameterizedTest
    @CsvSource({"[,]", "'{a: ',}"})
    void frontmatterMayBeAHundredLevelsDeepAndNoMore(String open, String close) {
        assertThat(MarkdownFile.parse("a.md", bytes(deep(open, close, 100)))).isInstanceOf(ContentFile.Markdown.class);
        var broken = (ContentFile.Unreadable) MarkdownFile.parse("a.md", bytes(deep(open, close, 101)));

        assertThat(broken.message()).contains("nested");
        assertThat(broken.line()).isEqualTo(2);
    }

    private static String deep(String open, String close, int levels) {
        return "---\na: " + open.repeat(levels - 1) + "1" + close.repeat(levels - 1) + "\n---\n";
    }

    @Test
    void frontmatterThatIsNeverClosed() {
        var broken = (ContentFile.Unreadable) MarkdownFile.parse("a.md", bytes("---\ntitle: x\n"));

        assertThat(broken.line()).isEqualTo(1);
    }

    @Test
    void deepAndLongFrontmatterIsRefusedQuickly() {
        assertThat(MarkdownFile.parse("a.md", bytes("---\na: " + "[".repeat(100_000) + "\n---\n")))
                .isInstanceOf(ContentFile.Unreadable.class);
        assertThat(MarkdownFile.parse("a.md", bytes("---\na: " + "x".repeat(5_000_000) + "\n---\n")))
                .isInstanceOf(ContentFile.Unreadable.class);
        assertThat(ContentFile.json("a.json", bytes("[".repeat(100_000)))).isInstanceOf(ContentFile.Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\\n\"a\": } | 2 | well-formed",
                "{\"a\":1,\"a\":2} | 1 | twice",
                "{} {} | 1 | well-formed",
                "[1] | 1 | object",
                "{\"a\":1e999} | 0 | too large",
                "{\"a\":\"\\udc00\"} | 0 | surrogate",
                "{\"\\ud83d\":1} | 1 | well-formed"
            })
    void brokenJson(String json, int line, String words) {
        var broken = (ContentFile.Unreadable)
                ContentFile.json("a.json", bytes(json.strip().replace("\\n", "\n")));

        assertThat(broken.message()).contains(words);
        assertThat(broken.line()).isEqualTo(line);
    }

    @Test
    void jsonBeyondALimitIsWellFormedAndSaysWhichLimit() {
        assertThat(message("{\"a\":" + "[".repeat(200) + "]".repeat(200) + "}")).contains("more than 100 levels");
        assertThat(message("{\"a\":" + "1".repeat(1_000) + "}")).contains("more than 400 characters");
        assertThat(message("{\"" + "a".repeat(60_000) + "\":1}")).contains("more than 50000 characters");
        var latin = (ContentFile.Unreadable)
                ContentFile.json("a.json", "{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(latin.message()).contains("not UTF-8");
    }

    private static String message(String json) {
        return ((ContentFile.Unreadable) ContentFile.json("a.json", bytes(json))).message();
    }

    @Test
    void anEmptyFileAndOneInAnotherEncoding() {
        assertThat(ContentFile.json("a.json", bytes(""))).isInstanceOf(ContentFile.Unreadable.class);
        assertThat(MarkdownFile.parse("a.md", "\u00e9".getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(ContentFile.Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource({"[1]", "[{}]", "'[{\"id\":1}]'", "'[{\"id\":\"a\"},{\"id\":\"a\"}]'"})
    void listsThatAreNoEntries(String json) {
        assertThat(ContentFile.collection("a.json", bytes(json))).isInstanceOf(ContentFile.Unreadable.class);
    }

    @Test
    void aDocumentWithCarriageReturnsAndAByteOrderMarkIsRead() {
        var read = (ContentFile.Markdown)
                MarkdownFile.parse("a.md", bytes("\ufeff---\r\na: 1\r\n--- \r\n\r\n# B\r\nc\r\n\r\n"));

        assertThat(read.file().frontmatter().path("a").asInt()).isEqualTo(1);
        assertThat(read.file().body()).isEqualTo("# B\nc");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
