package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.text.PlainMarkdown;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainMarkdownTest {
    private static final int TEXTS = 60_000;

    /** What means something somewhere in Markdown, and what looks like it. */
    private static final List<String> PIECES = List.of(
            "a",
            "b c",
            "Word",
            "é",
            "日本",
            "\ud83d\ude00",
            "\ud83d",
            "1",
            "1. ",
            "2. ",
            "10) ",
            "0. ",
            "1234567890. ",
            " ",
            "  ",
            "   ",
            "    ",
            "\n",
            "\n\n",
            "\n \n",
            "  \n",
            "\t",
            "\r",
            "\\",
            "\\\n",
            "*",
            "**",
            "***",
            "_",
            "__",
            "~",
            "~~",
            "`",
            "``",
            "```",
            "```js\n",
            "\n```\n",
            "~~~",
            "[",
            "]",
            "(",
            ")",
            "](",
            "](/x)",
            "](https://a.b/c?d=e&f)",
            "](javascript:x)",
            "](x \"t\")",
            "](<x>)",
            "](&amp;)",
            "](a_b*c)",
            "![",
            "!",
            "# ",
            "## ",
            "####### ",
            "#",
            " #",
            "- ",
            "* ",
            "+ ",
            "-",
            "--",
            "---",
            "***\n",
            "___",
            "===",
            "> ",
            "<",
            ">",
            "<b>",
            "<a@b.c>",
            "&",
            "&amp;",
            "&#35;",
            "\"",
            "'",
            "|",
            "|-|",
            "\n|-|\n",
            "www.",
            "WWW.a.b",
            "http://",
            "https://a.b",
            "a@b.c",
            "mailto:",
            ":",
            ".",
            ",",
            "{{x}}",
            "\u0000",
            "\u0001",
            "\u007f",
            "\u0085",
            "\u00a0",
            "\u2028",
            "\ufeff",
            "\u2014",
            "\u201c",
            "- [ ] ",
            "[a]: b",
            "[^1]",
            "$",
            "%",
            "/",
            "=",
            "+",
            "\f");

    private static final List<String> LIKELY = List.of(
            "a",
            "Some words",
            " and ",
            "\n",
            "\n\n",
            "\n\n",
            " ",
            "  \n",
            "**",
            "**",
            "*",
            "*",
            "_",
            "__",
            "`x`",
            "[",
            "](/x",
            "](/x)",
            "](https://a.b/c_d)",
            "![a](b.png)",
            "\n# ",
            "\n## ",
            "\n- ",
            "\n* ",
            "\n1. ",
            "\n2. ",
            "\n---\n",
            "\n```js\n",
            "\n```\n",
            "é",
            ".",
            ", ",
            "(",
            ")",
            "\"",
            "don't",
            "snake_case",
            "1986",
            " * ",
            " - ",
            ": ",
            "!",
            "?",
            "&",
            ">",
            "**bold**",
            "*em*",
            "[link](x)",
            "| b",
            "#");

    /**
     * Shown to fail: when a list may go on behind a blank line, when marks inside of a word count, when two blanks do not
     * break a line, when an address without any mark is left as text.
     */
    @Test
    void whatItRendersAParserRendersAsTheSame() {
        long seed = new Random().nextLong();
        System.out.println("PlainMarkdownTest, seed " + seed);
        RandomGenerator random = new Random(seed);
        int known = 0;
        for (int number = 0; number < TEXTS; number++) {
            List<String> pieces = number % 3 == 0 ? PIECES : LIKELY;
            StringBuilder text = new StringBuilder();
            for (int piece = random.nextInt(14); piece >= 0; piece--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            known += rendersTheSame(text.toString(), seed) ? 1 : 0;
        }
        assertThat(known).as("seed %d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Some text",
                "# Title\n\nA **bold** and *slanted* text, `code` and a [link](https://a.b/c?d=e&f=g#h).  \nNext line \nand more.",
                "## Part 1\n- one\n- **two**\n\n1. a\n2. b",
                "```json\n{ \"a\": [1 < 2] }\n\n\ttab\n```\n\n---\n\nAn image: ![a name](media/x.png)",
                "snake_case and 2 * 3 > 5 & more (**really**): \"yes\"!\n* star\n* list",
                "É\u00e9 日本 \ud83d\ude00 text"
            })
    void plainTextsAreRenderedWithoutAParser(String text) {
        assertThat(rendersTheSame(text, 0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " indented",
                "- a\n\n- b",
                "- a\n  b",
                "- a\nb",
                "- a\n\n  b",
                "1) a",
                "a\n===",
                "a\n---",
                "> a",
                "<b>a</b>",
                "a\\*",
                "&amp;",
                "a | b\n--|--",
                "www.example.org",
                "https://example.org",
                "a@example.org",
                "~~a~~",
                "``a``",
                "[a][b]",
                "[a](b \"c\")",
                "[a](javascript:b)",
                "[a](b(c))",
                "[a]: b",
                "***a***",
                "*a",
                "a*b*c",
                "```\na",
                "# a #",
                "#a",
                "a\tb",
                "- [ ] a"
            })
    void everythingElseIsLeftToTheParser(String text) {
        assertThat(PlainMarkdown.html(text)).isNull();
    }

    private static boolean rendersTheSame(String text, long seed) {
        String plain = PlainMarkdown.html(text);
        if (plain != null) {
            assertThat(plain).as("seed %d: %s", seed, text).isEqualTo(Markdown.rendered(text));
        }
        return plain != null;
    }
}
