package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "a\nb",
                "a\u0007",
                "a\u2028b",
                "\u202emoc",
                "a\u2066",
                "\u200b\ufeff",
                "\u3164",
                "\u2800 \u2800",
                "\u115f\u1160",
                "\uffa0",
                "\u034f\u17b4\u17b5",
                "\ufe0f\u180b",
                "\udb40\udd00",
                "eleven char"
            })
    void aNameThatOthersCannotReadIsRefused(String text) {
        assertThatThrownBy(() -> VisibleName.parse("label", text, 10))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("`label` must have 1 to 10 characters");
    }

    @Test
    void charactersAreCountedAndJoinersStay() {
        String coder = "\ud83d\udc69\u200d\ud83d\udcbb";
        assertThat(VisibleName.parse("name", " " + coder + " ", 3)).isEqualTo(coder);
    }

    @Test
    void blankLettersAndSelectorsStayBesideAVisibleCharacter() {
        assertThat(VisibleName.parse("name", "\u2728\ufe0f", 3)).isEqualTo("\u2728\ufe0f");
        assertThat(VisibleName.parse("name", "\u115f\u1161", 3)).isEqualTo("\u115f\u1161");
    }

    @Test
    void aStoredNameMayBeSentBackAndAnotherOneIsHeldToTheRules() {
        assertThat(VisibleName.parse("name", " \u3164", 10, "\u3164")).isEqualTo("\u3164");
        assertThat(VisibleName.parse("name", "ada ", 10, "\u3164")).isEqualTo("ada");
        assertThatThrownBy(() -> VisibleName.parse("name", "\u2800", 10, "\u3164"))
                .isInstanceOf(Failure.class);
    }

    @Test
    void aForeignNameIsCutToWhatMayStand() {
        assertThat(VisibleName.cut(" \u202eada of\u2067 blog ", 6)).isEqualTo("ada of");
        assertThat(VisibleName.cut("\u200b\u202e", 6)).isEmpty();
        assertThat(VisibleName.cut("\u3164", 6)).isEmpty();
    }
}
