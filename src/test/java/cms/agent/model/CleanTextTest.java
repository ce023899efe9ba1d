package cms.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a model says to people, piece by piece. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CleanTextTest {
    /** Shown to fail where each of them is followed to the end of the text, which is no longer a key there. */
    @Test
    void manyBeginningsOfKeysInOnePieceAreLookedAtOnce() {
        String piece = "sk-a ".repeat(100_000) + "sk-".repeat(1_000_000) + "!";
        assertThat(new CleanText().add(piece)).endsWith("[key removed]!");
    }

    @Test
    void anEndThatMayBecomeAKeyIsHeldBack() {
        CleanText text = new CleanText();
        assertThat(text.add("the key is cms_live_")).isEqualTo("the key is ");
        assertThat(text.add("0123456789abcdef")).isEmpty();
        assertThat(text.add(" and no more")).isEqualTo("[key removed] and no more");
        assertThat(text.end()).isEmpty();
    }
}
