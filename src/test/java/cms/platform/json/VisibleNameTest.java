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
            strings = {"", "  ", "a\nb", "a\u0007", "a\u2028b", "\u202emoc", "a\u2066", "\u200b\ufeff", "eleven char"})
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
    void aForeignNameIsCutToWhatMayStand() {
        assertThat(VisibleName.cut(" \u202eada of\u2067 blog ", 6)).isEqualTo("ada of");
        assertThat(VisibleName.cut("\u200b\u202e", 6)).isEmpty();
    }
}
