package cms.forms.clean;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SanitiserTest {
    private static final String BAD = "(?is).*(?:<[a-z/!?]|javascript:|vbscript:|data:text/html|&(?:lt|gt|#\\d+);).*";

    @ParameterizedTest
    @ValueSource(
            strings = {"5 < 6", "AT&T", "a > b & c", "Tom & Jerry <3", "once upon a time", "50% off = good", "Grüße, 世界"
            })
    void harmlessTextStaysAsItIs(String text) {
        assertThat(Sanitiser.clean(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<b>bold</b>                       | bold",
                "<script>alert(1)</script>hi       | alert(1)hi",
                "&lt;script&gt;x&lt;/script&gt;    | x",
                "&amp;lt;b&amp;gt;y                | y",
                "&#60;b&#62;z                      | z",
                "<<b>b>nested                      | b>nested",
                "javajavascript:script:alert(1)    | alert(1)",
                "<img src=x onerror=alert(1)>done  | done",
                "x onclick =1                      | x 1"
            })
    void whatAPageMightRunIsTaken(String sent, String kept) {
        assertThat(Sanitiser.clean(sent)).isEqualTo(kept);
    }

    @Test
    void deepNestingEndsSoonAndLeavesNothing() {
        String deep = "java".repeat(12_000) + "javascript:" + "script:".repeat(12_000);
        String cleaned = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> Sanitiser.clean(deep));
        assertThat(cleaned).doesNotMatch(BAD);
        assertThat(Sanitiser.clean(cleaned)).isEqualTo(cleaned);
    }

    @Property(tries = 2_000)
    void cleaningTwiceIsCleaningOnceAndNothingBadIsLeft(@ForAll("hostile") String text) {
        String cleaned = Sanitiser.clean(text);
        assertThat(Sanitiser.clean(cleaned)).isEqualTo(cleaned);
        assertThat(cleaned).doesNotMatch(BAD);
    }

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.of(
                        "<",
                        ">",
                        "&",
                        ";",
                        "lt",
                        "gt",
                        "amp",
                        "#",
                        "60",
                        "x3c",
                        "script",
                        "java",
                        "javascript:",
                        "vbscript:",
                        "data:text/html",
                        "on",
                        "click",
                        "onload",
                        "=",
                        " ",
                        "\t",
                        "\n",
                        "!",
                        "--",
                        "/",
                        "?",
                        "b",
                        "é",
                        "5")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }
}
