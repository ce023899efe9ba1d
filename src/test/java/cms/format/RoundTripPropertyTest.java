package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class RoundTripPropertyTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TRICKY = List.of(
            "",
            " ",
            "~",
            "null",
            "NULL",
            "true",
            "Yes",
            "off",
            "0",
            "007",
            "0x1F",
            "0o17",
            "1e3",
            ".5",
            "+1",
            "-.inf",
            ".nan",
            "1_000",
            "12:30:00",
            "2026-11-20",
            "2026-11-20T10:00:00Z",
            "- a",
            "-",
            "? a",
            "a: b",
            "a #b",
            "#",
            "...",
            "---",
            "--- a",
            "[a]",
            "{a}",
            "*a",
            "&a",
            "!a",
            "|",
            ">",
            "%a",
            "@a",
            "`a`",
            "'a'",
            "\"a\"",
            "a\\b",
            "a\nb",
            "a\n\nb\n",
            "a\n",
            "\na",
            " a\nb",
            "a \nb",
            "a\tb\nc",
            "a\r\nb",
            "a\r",
            "a\r\r\nb",
            "\u0000",
            "\u0085",
            "\u2028",
            "\ufeff",
            "\ud83d\ude00",
            "a\n---\nb",
            "<<",
            "=",
            "a,b",
            "key",
            "\u007f");

    @Property(tries = 200, seed = "2026")
    void canonicalJsonIsAFixedPoint(@ForAll("objects") ObjectNode value) {
        byte[] written = CanonicalJson.bytes(value);
        var read = (ContentFile.Json) ContentFile.json("a.json", written);

        assertThat(CanonicalJson.bytes(read.members())).isEqualTo(written);
        assertThat(CanonicalJson.same(read.members(), value)).isTrue();
    }

    /** What was just written is taken over without being read again. Shown to fail with nulls left in, and unsorted. */
    @Property(tries = 200, seed = "2026")
    void theNormalFormIsWhatWouldBeRead(@ForAll("objects") ObjectNode value) {
        var read = (ContentFile.Json) ContentFile.json("a.json", CanonicalJson.bytes(value));

        assertThat(CanonicalJson.normal(value)).hasToString(read.members().toString());
    }

    @Property(tries = 200, seed = "2026")
    void frontmatterComesBackWithEveryValue(@ForAll("objects") ObjectNode members, @ForAll("bodies") String body) {
        MarkdownFile document = new MarkdownFile(members, body);
        byte[] written = document.bytes();
        var read = (ContentFile.Markdown) MarkdownFile.parse("a.md", written);

        assertThat(CanonicalJson.bytes(read.file().frontmatter())).isEqualTo(CanonicalJson.bytes(members));
        assertThat(read.file().body()).isEqualTo(document.body());
        assertThat(read.file().bytes()).isEqualTo(written);
    }

    @Property(tries = 200, seed = "2026")
    void readersNeverFail(@ForAll("bodies") String text) {
        assertThat(ContentFile.json("a.json", text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isNotNull();
        assertThat(MarkdownFile.parse(
                        "a.md", ("---\n" + text + "\n---\n").getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isNotNull();
    }

    @Provide
    Arbitrary<ObjectNode> objects() {
        return members(values(3));
    }

    @Provide
    Arbitrary<String> bodies() {
        return Arbitraries.oneOf(
                Arbitraries.of(TRICKY),
                Arbitraries.of(
                        "---\na: 1\n---\nb", "text", "# A\n\n- b\n", "    code", "a: [1, {b: *c}]", "a: &x [*x]"),
                Arbitraries.strings().ascii().ofMaxLength(60));
    }

    /** Halves of surrogate pairs cannot stand in UTF-8; the readers refuse them. */
    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> c >= 0xd800 && c < 0xe000);
    }

    private static Arbitrary<JsonNode> values(int depth) {
        Arbitrary<JsonNode> leaf = Arbitraries.oneOf(
                texts().map(NODES::stringNode),
                Arbitraries.integers().map(NODES::numberNode),
                Arbitraries.longs().map(NODES::numberNode),
                Arbitraries.doubles().map(NODES::numberNode),
                Arbitraries.bigIntegers().map(NODES::numberNode),
                Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.just(NODES.nullNode()));
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<JsonNode> list = values(depth - 1).list().ofMaxSize(4).map(items -> {
            var array = NODES.arrayNode();
            items.forEach(array::add);
            return array;
        });
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(4, leaf),
                net.jqwik.api.Tuple.of(1, list),
                net.jqwik.api.Tuple.of(1, members(values(depth - 1)).map(object -> (JsonNode) object)));
    }

    private static Arbitrary<ObjectNode> members(Arbitrary<JsonNode> value) {
        return Arbitraries.maps(texts(), value).ofMaxSize(5).map(RoundTripPropertyTest::object);
    }

    private static ObjectNode object(Map<String, JsonNode> members) {
        ObjectNode object = NODES.objectNode();
        members.forEach(object::set);
        return object;
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.of(TRICKY),
                Arbitraries.strings().ofMaxLength(12).filter(RoundTripPropertyTest::isWhole),
                Arbitraries.strings().withChars(" \n\t-:#abc1.\"'\\").ofMaxLength(12),
                Arbitraries.just("k".repeat(1_500)));
    }
}
