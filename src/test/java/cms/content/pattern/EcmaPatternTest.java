package cms.content.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code patterns.json} holds what a JavaScript engine answered; {@code patterns.mjs} beside it asks one. */
class EcmaPatternTest {
    private static final long STEPS = 20_000_000;

    static Stream<Arguments> rows() throws IOException {
        try (InputStream file = EcmaPatternTest.class.getResourceAsStream("/patterns/patterns.json")) {
            // Not our own parser: the goldens hold halves of surrogate pairs on purpose.
            JsonNode golden = new JsonMapper().readTree(file);
            return golden.get("patterns").valueStream().map(row -> Arguments.of(row, golden.get("texts")));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void answersLikeAJavaScriptEngine(JsonNode row, JsonNode texts) {
        String source = row.get("pattern").stringValue();
        EcmaPattern.Parsed parsed = EcmaPattern.parse(source);

        if (row.has("invalid")) {
            assertThat(parsed).as(source).isInstanceOf(EcmaPattern.Invalid.class);
            return;
        }
        assertThat(parsed).as(source).isInstanceOf(EcmaPattern.Valid.class);
        List<String> found = texts.valueStream()
                .map(JsonNode::stringValue)
                .filter(text -> verdict(source, text) == EcmaPattern.SearchResult.FOUND)
                .toList();
        assertThat(found)
                .as("/%s/", source)
                .isEqualTo(row.get("matches")
                        .valueStream()
                        .map(JsonNode::stringValue)
                        .toList());
    }

    @Test
    void catastrophicPatternsTakeLinearTime() {
        String text = "a".repeat(50_000) + "!";
        for (String source : new String[] {
            "(a+)+$", "^(a|a)*$", "^(a*)*$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?=(a+)+$)b", "(.*a){20}$"
        }) {
            assertThat(verdict(source, text)).as(source).isEqualTo(EcmaPattern.SearchResult.NOT_FOUND);
        }
    }

    @Tag("large")
    @Test
    void backReferencesThatExplodeAreGivenUp() {
        String text = "a".repeat(50_000) + "!";
        assertThat(verdict("^(a*)*\\1$", text)).isEqualTo(EcmaPattern.SearchResult.UNDECIDED);
        assertThat(verdict("^(a+)+(b)\\2$", text)).isEqualTo(EcmaPattern.SearchResult.UNDECIDED);
    }

    @Tag("large")
    @Test
    void hugeRepetitionsNeitherFillTheMemoryNorFailOnShortTexts() {
        assertThat(verdict("^[^]{1,100000}$", "x".repeat(20_000))).isEqualTo(EcmaPattern.SearchResult.FOUND);
        assertThat(verdict("^(((a{1000}){1000}){1000}){1000}$", "a".repeat(5_000)))
                .isEqualTo(EcmaPattern.SearchResult.NOT_FOUND);
        assertThat(verdict("^(?:a?){100000000}$", "a")).isEqualTo(EcmaPattern.SearchResult.UNDECIDED);
    }

    /** What nested searches keep adds up: shown to allow 48 times as much where each counts for itself (S4). */
    @Test
    void searchesInsideOfSearchesKeepABoundedAmountTogether() {
        String inner = "";
        for (int i = 0; i < PatternParser.LOOKS_NESTED_MAX / 2; i++) {
            inner = "(?=a*(?<=" + inner + "a*))";
        }
        Budget budget = new Budget(400_000_000);
        EcmaPattern pattern = ((EcmaPattern.Valid) EcmaPattern.parse("(x)?\\1" + inner + "b")).pattern();

        EcmaPattern.SearchResult verdict = pattern.search("a".repeat(400_000), budget);

        assertThat(verdict).isEqualTo(EcmaPattern.SearchResult.UNDECIDED);
        assertThat(budget.reserved()).isZero();
        assertThat(budget.reservedMost()).isBetween(Budget.RESERVED_INTS_MAX / 2, Budget.RESERVED_INTS_MAX + 100);
    }

    @Test
    void manyLookAroundsOverALongTextAreGivenUp() {
        var pattern = (EcmaPattern.Valid) EcmaPattern.parse("(?=)".repeat(900) + "b");
        Budget budget = new Budget(400_000_000);

        assertThat(pattern.pattern().search("a".repeat(8_000_000), budget))
                .isEqualTo(EcmaPattern.SearchResult.UNDECIDED);
        assertThat(budget.reserved()).isZero();
    }

    @Test
    void whatIsGivenBackIsThereForTheNextText() {
        Budget budget = new Budget(STEPS);
        var pattern = (EcmaPattern.Valid) EcmaPattern.parse("^(?:(?=(a*))\\1|b)*$");
        for (int i = 0; i < 300; i++) {
            assertThat(pattern.pattern().search("ab".repeat(500), budget)).isEqualTo(EcmaPattern.SearchResult.FOUND);
            assertThat(budget.reserved()).isZero();
        }
    }

    @Test
    void nestedLookAroundsAndRegistersAreBounded() {
        assertThat(EcmaPattern.parse("(?=".repeat(10) + ")".repeat(10))).isInstanceOf(EcmaPattern.Valid.class);
        assertThat(EcmaPattern.parse("(?=".repeat(11) + ")".repeat(11))).isInstanceOf(EcmaPattern.Invalid.class);
        assertThat(EcmaPattern.parse("(?=a)".repeat(40))).isInstanceOf(EcmaPattern.Valid.class);
        assertThat(EcmaPattern.parse("(a)".repeat(30) + "\\1")).isInstanceOf(EcmaPattern.Valid.class);
        assertThat(EcmaPattern.parse("(a)".repeat(32) + "\\1")).isInstanceOf(EcmaPattern.Invalid.class);
        assertThat(EcmaPattern.parse("(a)".repeat(200))).isInstanceOf(EcmaPattern.Valid.class);
    }

    @Test
    void sourcesThatAreTooLongOrTooDeepAreInvalid() {
        assertThat(EcmaPattern.parse("a".repeat(10_001))).isInstanceOf(EcmaPattern.Invalid.class);
        assertThat(EcmaPattern.parse("(".repeat(5_000) + ")".repeat(5_000))).isInstanceOf(EcmaPattern.Invalid.class);
    }

    private static EcmaPattern.SearchResult verdict(String source, String text) {
        EcmaPattern.Valid valid = (EcmaPattern.Valid) EcmaPattern.parse(source);
        return valid.pattern().search(text, new Budget(STEPS));
    }

    /** The entries of one write share what it may cost. */
    @Test
    void whatAPartSpendsIsSpentOfTheWhole() {
        Budget whole = new Budget(10);
        assertThat(whole.part(6).spend(5)).isTrue();
        assertThat(whole.part(4).spend(5)).isFalse();
        Budget last = whole.part(6);
        assertThat(last.spend(1)).isFalse();
        assertThat(last.exhausted()).isTrue();
        assertThat(whole.exhausted()).isTrue();
    }
}
