package cms.platform.compute;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Of each owner four run at once and 64 in the process; whoever waits stands in one line, with one deadline for both.
 */
class FairPlacesTest {
    private static final int EACH = 4;
    private static final int ALL = 64;
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final ManualClock clock = ManualClock.quiet();
    private final FairPlaces places = new FairPlaces(clock, EACH, ALL);

    private void fill(String ownerId) {
        for (int i = 0; i < EACH; i++) {
            assertThat(places.enter(ownerId, Duration.ZERO)).isTrue();
        }
    }

    @Test
    void aFifthFindsNoPlaceUntilOneEndsAndOthersHaveTheirOwn() {
        fill("ada");
        assertThat(places.enter("ada", Duration.ZERO)).isFalse();
        assertThat(places.enter("bo", Duration.ZERO)).isTrue();
        places.leave("ada");
        assertThat(places.enter("ada", Duration.ZERO)).isTrue();
    }

    @Test
    void whoeverHasNoPlaceIsForgotten() {
        fill("ada");
        places.enter("ada", Duration.ZERO);
        places.enter("bo", Duration.ZERO);
        places.leave("bo");
        assertThat(places.owners()).isEqualTo(1);
        for (int i = 0; i < EACH; i++) {
            places.leave("ada");
        }
        assertThat(places.owners()).isZero();
    }

    private int taken(String accountId) {
        int taken = 0;
        while (places.enter(accountId, accountId + taken / EACH, Duration.ZERO)) {
            taken++;
        }
        return taken;
    }

    /** Shown to fail where an owner of many speakers takes every place. */
    @Test
    void anAccountWithAnyNumberOfOwnersLeavesPlacesToOtherAccounts() {
        places.enter("other", "somebody", Duration.ZERO);
        places.leave("other", "somebody");
        assertThat(taken("acme")).isEqualTo(ALL / 2);
        for (int account = 0; account < EACH; account++) {
            assertThat(places.enter("other" + account, "somebody" + account, Duration.ZERO))
                    .isTrue();
        }
        assertThat(places.enter("acme", "robot", Duration.ZERO)).isFalse();
        for (int i = 0; i <= EACH; i++) {
            places.leave("acme", "acme0");
        }
        assertThat(places.enter("acme", "robot", Duration.ZERO)).isTrue();
    }

    /** Shown to fail where the only account left half of the places to others. */
    @Test
    void anAccountAloneLeavesTheLastPlaceAndNoFurtherOneIsTakenWithinAnHourOfAnother() {
        assertThat(taken("acme")).isEqualTo(ALL - 1);
        assertThat(places.enter("other", "somebody", Duration.ZERO)).isTrue();
        places.leave("other", "somebody");
        places.leave("acme", "acme0");
        assertThat(places.enter("acme", "acme0", Duration.ZERO)).isFalse();
        clock.advance(Duration.ofHours(1).plusMillis(1));
        assertThat(taken("acme")).isEqualTo(1);
    }

    /** Shown to fail when the wait for the process begins where the one for the speaker ends. */
    @Test
    void whoWaitedForTheirOwnPlaceWaitsNoLongerForOneOfTheProcess() throws Exception {
        fill("ada");
        for (int i = 0; i < ALL / EACH - 1; i++) {
            fill("robot" + i);
        }
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Future<Boolean> bo = threads.submit(() -> places.enter("bo", WAIT));
            eventually("bo waits", () -> places.waiting() == 1);
            Future<Boolean> ada = threads.submit(() -> places.enter("ada", WAIT));
            eventually("ada waits", () -> places.waiting() == 2);
            clock.advance(WAIT.minusSeconds(1));
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
