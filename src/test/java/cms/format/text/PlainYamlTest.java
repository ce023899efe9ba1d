package cms.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.ValueBudget;
import cms.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class PlainYamlTest {
    private static final int TEXTS = 60_000;

    /** What frontmatter is made of, and what means something somewhere in YAML. */
    private static final List<String> PIECES = List.of(
            "title",
            "tags",
            "a",
            "b-1",
            "_x",
            "1",
            "-1",
            "0x1f",
            "1e3",
            "2026-11-22",
            "12:30",
            "1.5",
            ".inf",
            "null",
            "true",
            "False",
            "~",
            "yes",
            ":",
            ": ",
            ":\n",
            " ",
            "  ",
            "\n",
            "\n\n",
            "\n  - ",
            "  - ",
            "- ",
            "-",
            "---",
            "...",
            "#",
            " #",
            "\"",
            "'",
            "''",
            "\\",
            "\\n",
            "[",
            "]",
            "{",
            "}",
            ",",
            "&a ",
            "*a",
            "!",
            "!!str ",
            "|",
            ">",
            "%",
            "@",
            "`",
            "?",
            "? ",
            "\t",
            "\r",
            "\u0085",
            "\u00a0",
            "\u2028",
            "\ufeff",
            "é",
            "日本",
            "\ud83d\ude00",
            "\ud83d",
            "<<",
            "=",
            "https://a.b/c?d=e",
            "word ",
            "two words",
            "name: value\n",
            "other: \"text\"\n",
            "list:\n  - one\n  - two\n");

    private static final List<String> LIKELY = List.of(
            "title: ",
            "tags:\n",
            "  - ",
            "\n",
            "a: ",
            "word",
            "\"in quotes\"",
            "'single'",
            " and ",
            "42",
            "true",
            ":",
            " ",
            "é",
            "#",
            "-");

    /** Shown to fail when a plain text may hold a colon with a blank, or a hash. */
    @Test
    void whatItReadsAParserReadsAsTheSame() throws MalformedText {
        long seed = Seeds.next();
        RandomGenerator random = new Random(seed);
        int read = 0;
        for (int number = 0; number < TEXTS; number++) {
            List<String> pieces = number % 2 == 0 ? PIECES : LIKELY;
            StringBuilder text = new StringBuilder();
            for (int piece = random.nextInt(9); piece >= 0; piece--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            read += readsTheSame(text.append(random.nextInt(4) == 0 ? "" : "\n").toString(), seed) ? 1 : 0;
        }
        assertThat(read).as("seed %d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "title: A guide\ndraft: true\norder: 12\nsummary: \"Some: text # here\"\n",
                "tags:\n  - one\n  - 2\n  - 'three, four'\nurl: https://example.com/a?b=c\n",
                "a: null\nb: ''\nc: 2026-11-22\nd: 12:30\n"
            })
    void plainFrontmatterIsReadWithoutAParser(String text) throws MalformedText {
        assertThat(readsTheSame(text, 0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b\na: c\n",
                "a: |\n  b\n",
                "a: b\n  c\n",
                "a: [b]\n",
                "a: &b c\n",
                "a:\n",
                "a: \n",
                "a: b #c\n",
                "a: b: c\n",
                "a: \"b\\nc\"\n",
                "a: 'b''c'\n",
                "a: \"b\nc\"\n",
                "a:\n- b\n",
                "a:\n  b: c\n",
                "? a\n",
                "a: b",
                "a: - b\n",
                "a:\n  - - b\n",
                "a:\n  - b: c\n",
                "a:\n  - b\n  c\n",
                "a: \"b\" c\n",
                "a: b \n",
                "a : b\n",
                "#a\n",
                "---\n"
            })
    void everythingElseIsLeftToTheParser(String text) {
        assertThat(PlainYaml.read(text, ValueBudget.of(1_000_000))).isNull();
    }

    private static boolean readsTheSame(String text, long seed) throws MalformedText {
        ObjectNode plain = PlainYaml.read(text, ValueBudget.of(1_000_000));
        if (plain != null) {
            ObjectNode parsed = YamlReader.parsed(text, 1, ValueBudget.of(1_000_000));
            assertThat(plain).as("seed %d: %s", seed, text).isEqualTo(parsed);
            assertThat(plain.toString()).isEqualTo(parsed.toString());
        }
        return plain != null;
    }
}
