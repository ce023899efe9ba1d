package cms.agent.turn;

import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.model.AgentLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A speaker runs four turns at once, and leaves nothing behind when the last of them has ended. */
class SpeakerTurnsTest {
    private final SpeakerTurns turns = new SpeakerTurns();

    @Test
    void aFifthTurnFindsNoPlaceUntilOneEndsAndOthersHaveTheirOwn() {
        for (int i = 0; i < AgentLimits.USER_TURNS_MAX; i++) {
            assertThat(turns.enter("ada", Duration.ZERO)).isTrue();
        }
        assertThat(turns.enter("ada", Duration.ZERO)).isFalse();
        assertThat(turns.enter("bo", Duration.ZERO)).isTrue();
        turns.leave("ada");
        assertThat(turns.enter("ada", Duration.ZERO)).isTrue();
    }

    @Test
    void whoeverRunsNoTurnIsForgotten() {
        for (int i = 0; i < AgentLimits.USER_TURNS_MAX + 1; i++) {
            turns.enter("ada", Duration.ZERO);
        }
        turns.enter("bo", Duration.ZERO);
        turns.leave("bo");
        assertThat(turns.speakers()).isEqualTo(1);
        for (int i = 0; i < AgentLimits.USER_TURNS_MAX; i++) {
            turns.leave("ada");
        }
        assertThat(turns.speakers()).isZero();
    }
}
