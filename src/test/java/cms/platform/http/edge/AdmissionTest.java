package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Shown to fail where everybody gets a place, and where none comes back. */
class AdmissionTest {
    private final AtomicLong now = new AtomicLong();
    private final Admission admission = new Admission(2, now::get);

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
        Admission.Waiting first = admission.await().orElseThrow();
        now.addAndGet(1_100_000_000);
        assertThat(admission.await()).isPresent();
        now.addAndGet(1_100_000_000);
        assertThat(admission.await()).as("behind one who has waited for 2.2 s").isEmpty();
        first.end();
        assertThat(admission.await()).as("behind one who has waited for 1.1 s").isPresent();
    }

    /** Shown to fail where the first in the line is believed for ever: nobody was let in again. */
    @Test
    void whoNeverComesToAProcessorDoesNotCloseTheDoor() {
        Admission.Waiting lost = admission.await().orElseThrow();
        now.addAndGet(3_000_000_000L);
        assertThat(admission.await()).isEmpty();
        now.addAndGet(60_000_000_000L);
        assertThat(admission.await()).isPresent();
        lost.end();
        for (int waiting = 1; waiting < 10_000; waiting++) {
            assertThat(admission.await()).isPresent();
        }
        assertThat(admission.await()).as("one place was given back once").isEmpty();
    }

    @Test
    void nobodyWaitsWhereNoPlaceIsLeftOrTooManyWait() {
        admission.enter();
        admission.enter();
        assertThat(admission.await()).isEmpty();
        admission.leave();
        Admission.Waiting first = admission.await().orElseThrow();
        for (int waiting = 1; waiting < 10_000; waiting++) {
            assertThat(admission.await()).isPresent();
        }
        assertThat(admission.await()).isEmpty();
        first.end();
        first.end();
        assertThat(admission.await()).isPresent();
        assertThat(admission.await()).isEmpty();
    }
}
