package cms.agent.turn;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.model.AgentLimits;
import cms.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A speaker runs four turns at once and the process 64; whoever waits stands in one line, with one deadline for both. */
class TurnPlacesTest {
    private final ManualClock clock = ManualClock.quiet();
    private final TurnPlaces places = new TurnPlaces(clock);

    private void fill(String speakerId) {
        for (int i = 0; i < AgentLimits.USER_TURNS_MAX; i++) {
            assertThat(places.enter(speakerId, Duration.ZERO)).isTrue();
        }
    }

    @Test
    void aFifthTurnFindsNoPlaceUntilOneEndsAndOthersHaveTheirOwn() {
        fill("ada");
        assertThat(places.enter("ada", Duration.ZERO)).isFalse();
        assertThat(places.enter("bo", Duration.ZERO)).isTrue();
        places.leave("ada");
        assertThat(places.enter("ada", Duration.ZERO)).isTrue();
    }

    @Test
    void whoeverRunsNoTurnIsForgotten() {
        fill("ada");
        places.enter("ada", Duration.ZERO);
        places.enter("bo", Duration.ZERO);
        places.leave("bo");
        assertThat(places.speakers()).isEqualTo(1);
        for (int i = 0; i < AgentLimits.USER_TURNS_MAX; i++) {
            places.leave("ada");
        }
        assertThat(places.speakers()).isZero();
    }

    /** Shown to fail when the wait for the process begins where the one for the speaker ends. */
    @Test
    void whoWaitedForTheirOwnPlaceWaitsNoLongerForOneOfTheProcess() throws Exception {
        fill("ada");
        for (int i = 0; i < AgentLimits.PROCESS_TURNS_MAX / AgentLimits.USER_TURNS_MAX - 1; i++) {
            fill("robot" + i);
        }
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Future<Boolean> bo = threads.submit(() -> places.enter("bo", AgentLimits.WAIT_MAX));
            eventually("bo waits", () -> places.waiting() == 1);
            Future<Boolean> ada = threads.submit(() -> places.enter("ada", AgentLimits.WAIT_MAX));
            eventually("ada waits", () -> places.waiting() == 2);
            clock.advance(AgentLimits.WAIT_MAX.minusSeconds(1));
            places.leave("ada"); // bo was first, and takes the place of the process
            assertThat(bo.get()).isTrue();
            clock.advance(Duration.ofSeconds(1));
            eventually("ada waits no longer", ada::isDone);
            assertThat(ada.get()).isFalse();
        } finally {
            threads.shutdownNow();
        }
        assertThat(places.waiting()).isZero();
    }
}
