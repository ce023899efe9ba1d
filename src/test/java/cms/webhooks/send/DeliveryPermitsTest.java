package cms.webhooks.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the receivers of one account, and slow ones, may take of the deliveries under way. */
class DeliveryPermitsTest {
    private final AtomicLong minutes = new AtomicLong();

    /** A minute passes whenever somebody looks, so that nobody waits for a place in the test. */
    private final InstantSource clock = () -> Instant.EPOCH.plus(Duration.ofMinutes(2 * minutes.getAndIncrement()));

    private final DeliveryPermits permits = new DeliveryPermits(clock, workspace -> workspace.substring(0, 1));

    @Test
    void theReceiversOfOneAccountTakeAQuarterHoweverManyWorkspacesItHas() {
        List<DeliveryPermits.Permit> taken = taken(100, "a", false);
        assertThat(taken).hasSize(64);
        assertThat(taken(100, "b", false)).hasSize(64);
        taken.getFirst().leave();
        assertThat(taken(100, "a", false)).hasSize(1);
    }

    @Test
    void slowReceiversOfManyAccountsLeaveHalfOfThePlaces() {
        List<DeliveryPermits.Permit> slow = new ArrayList<>();
        for (String account : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")) {
            slow.addAll(taken(100, account, true));
        }
        assertThat(slow).hasSizeBetween(64, 128);
        assertThat(taken(100, "z", false)).hasSize(64);
        slow.forEach(DeliveryPermits.Permit::leave);
        assertThat(taken(100, "a", true)).hasSize(32);
    }

    @Test
    void aReceiverIsSlowByTheMeanOfItsAnswersAndQuickAgainAfterQuickOnes() {
        Silence silence = new Silence();
        silence.took(200);
        assertThat(silence.isSlow()).isFalse();
        for (int i = 0; i < 10; i++) {
            silence.took(9_900);
            assertThat(silence.isSlow())
                    .as("a quick answer between does not hide them")
                    .isEqualTo(true);
            silence.took(50);
        }
        silence.took(50);
        silence.took(50);
        silence.took(50);
        silence.took(50);
        assertThat(silence.isSlow()).isFalse();
        assertThat(silence.isHanging()).isFalse();
    }

    private List<DeliveryPermits.Permit> taken(int tries, String account, boolean slow) {
        List<DeliveryPermits.Permit> taken = new ArrayList<>();
        for (int i = 0; i < tries; i++) {
            DeliveryPermits.Permit permit = permits.enter(account + i, slow);
            if (permit != null) {
                taken.add(permit);
            }
        }
        return taken;
    }
}
