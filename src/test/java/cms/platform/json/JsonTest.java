package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JsonTest {
    static Stream<String> malformed() {
        return Stream.of(
                "",
                " ",
                "\n",
                "[",
                "]",
                "{",
                "}",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[,]",
                "[1,,2]",
                "[1]]",
                "[][]",
                "{}{}",
                "{}x",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{1:1}",
                "{\"a\" 1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\"::1}",
                "{null:1}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "nul",
                "NULL",
                "True",
                "tru",
                "undefined",
                "NaN",
                "[NaN]",
                "Infinity",
                "-Infinity",
                "[+1]",
                "[-]",
                "[--1]",
                "[01]",
                "[-01]",
                "[1.]",
                "[.1]",
                "[1e]",
                "[1e+]",
                "[1E.1]",
                "[0x1]",
                "[1 000]",
                "[1_0]",
                "[1a]",
                "[١]",
                "\"",
                "\"a",
                "\"\\\"",
                "\"\\x41\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "\"\\\"",
                "\"a\nb\"",
                "\"a\tb\"",
                "\"\u0000\"",
                "'a'",
                "a",
                "\u00a0[]",
                "[]\u00a0",
                "[\u2028]",
                "//x\n[]",
                "/*x*/[]",
                "[]//x",
                "#[]",
                "[1;2]",
                "<a/>",
                "\uFEFF",
                "\uFEFF\uFEFF[]",
                "[]\uFEFF",
                "[1e999999999]",
                "[-1e999]",
                "[1e309]",
                "[" + "9".repeat(310) + "]",
                "[" + "1".repeat(401) + "]",
                "[0." + "1".repeat(500) + "]",
                "[\"\\uD800\"]",
                "[\"\\uDC00\"]",
                "[\"\\uD800\\uD800\"]",
                "[\"\\uD800x\"]",
                "{\"\\uD800\":1}",
                "[\"\\uDC00\\uD800\"]",
                "[".repeat(101) + "]".repeat(101),
                "[".repeat(100_000),
                "{\"a\":".repeat(101) + "1" + "}".repeat(101));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void whatIsNotOneWellFormedValueIsInvalid(String text) {
        assertInvalid(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void textBeyondALimitIsWellFormedAndSaysWhichLimit() {
        assertThatThrownBy(() -> Json.parse("[".repeat(200) + "]".repeat(200)))
                .hasMessageContaining("more than 100 levels");
        assertThatThrownBy(() -> Json.parse("[" + "1".repeat(500) + "]"))
                .hasMessageContaining("more than 400 characters");
        assertThatThrownBy(() -> Json.parse("{\"" + "a".repeat(60_000) + "\":1}"))
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\"a\":2}")).hasMessageContaining("twice");
    }

    /** Broken UTF-8, overlong forms, encoded surrogates, other encodings. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "22ff22",
                "22c022",
                "22c08022",
                "22e08080 22",
                "22eda08022",
                "22f4908080 22",
                "22e28222",
                "5b80",
                "fffe5b005d00",
                "feff005b005d",
                "5b005d00",
                "005b005d",
                "0000005b0000005d",
                "efbb",
                "efbbbf",
                "2b41414b2d"
            })
    void whatIsNotUtf8IsInvalid(String hex) {
        assertInvalid(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0",
                "-0",
                "1",
                "\"\"",
                "[]",
                "{}",
                " [ ] ",
                "\t{\r\n}\n",
                "[1,2.5,-3e2,1E-2,0e1,1e+1]",
                "\"\\u0000\"",
                "\"\\uD83D\\uDE00\"",
                "\"\\/\\b\\f\\n\\r\\t\\\\\"",
                "\"\u007f\u2028\"",
                "{\"\":0}",
                "[123e-10000000]",
                "[1e-999999999]",
                "{\"a\":null}",
                "\uFEFF{}",
                "[\"é\",\"\uD83D\uDE00\"]"
            })
    void whatIsWellFormedIsTaken(String text) {
        JsonNode node = Json.parse(text.getBytes(StandardCharsets.UTF_8));
        assertThat(Json.parse(Json.bytes(node))).isEqualTo(node);
    }

    @Test
    void aHundredLevelsAreTheMost() {
        assertThatCode(() -> Json.parse("[".repeat(100) + "]".repeat(100))).doesNotThrowAnyException();
    }

    @Test
    void everyNumberThatIsTakenCanBeConverted() {
        for (String number :
                new String[] {"1e308", "-1e308", "1e-999999999", "9".repeat(300), "0." + "3".repeat(300)}) {
            JsonNode node = Json.parse(number);
            assertThat(Double.isFinite(node.doubleValue())).isTrue();
            assertThat(node.decimalValue()).isLessThan(new BigDecimal("1e309"));
            assertThat(Json.text(node)).hasSizeLessThan(500);
        }
    }

    @Test
    void brokenCopiesOfARealBodyEndInAValueOrAFailure() {
        byte[] body = "{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\uD83D\\uDE00\"],\"b\":{\"c\":\"é\"}}"
                .getBytes(StandardCharsets.UTF_8);
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] copy = body.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
            }
            parseQuietly(copy);
        }
    }

    static void parseQuietly(byte[] bytes) {
        try {
            assertThat(Json.parse(Json.bytes(Json.parse(bytes)))).isNotNull();
        } catch (Failure refused) {
            assertThat(refused.kind()).isEqualTo(FailureKind.INVALID);
        }
    }

    private static void assertInvalid(byte[] bytes) {
        assertThatThrownBy(() -> Json.parse(bytes))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID));
    }
}
