package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Shown to fail where everybody gets a place, where none comes back, and where memory has no end or is lost. */
class AdmissionTest {
    private final AtomicLong now = new AtomicLong();
    private final Admission admission = new Admission(2, 100, now::get);

    @Test
    void thereAreAsManyPlacesAsThereAreAndEachComesBack() {
        admission.enter();
        admission.enter();
        assertThatThrownBy(admission::enter).isInstanceOf(Failure.class).hasMessage(Admission.SENTENCE);
        admission.leave();
        admission.enter();
        assertThatThrownBy(admission::enter).isInstanceOf(Failure.class);
    }

    @Test
    void nobodyWaitsBehindOneWhoHasWaitedForLong() {
        assertThat(admission.await()).isTrue();
        now.addAndGet(1_100_000_000);
        assertThat(admission.await()).isTrue();
        now.addAndGet(1_100_000_000);
        assertThat(admission.await()).as("behind one who has waited for 2.2 s").isFalse();
        admission.begin();
        assertThat(admission.await()).as("behind one who has waited for 1.1 s").isTrue();
    }

    @Test
    void nobodyWaitsWhereNoPlaceIsLeftOrTooManyWait() {
        admission.enter();
        admission.enter();
        assertThat(admission.await()).isFalse();
        admission.leave();
        for (int waiting = 0; waiting < 10_000; waiting++) {
            assertThat(admission.await()).isTrue();
        }
        assertThat(admission.await()).isFalse();
        admission.begin();
        assertThat(admission.await()).isTrue();
    }

    @Test
    void whoGotNoMemoryHoldsNone() {
        admission.hold(60);
        assertThatThrownBy(() -> admission.hold(41)).isInstanceOf(Failure.class);
        admission.hold(40);
        assertThatThrownBy(() -> admission.hold(1)).isInstanceOf(Failure.class);
        admission.release(100);
        admission.hold(100);
    }
}
