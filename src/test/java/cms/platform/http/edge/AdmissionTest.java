package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import org.junit.jupiter.api.Test;

/** Shown to fail where everybody gets a place, where none comes back, and where memory has no end or is lost. */
class AdmissionTest {
    private final Admission admission = new Admission(2, 100);

    @Test
    void thereAreAsManyPlacesAsThereAreAndEachComesBack() {
        admission.enter();
        assertThat(admission.isFull()).isFalse();
        admission.enter();
        assertThat(admission.isFull()).isTrue();
        assertThatThrownBy(admission::enter).isInstanceOf(Failure.class).hasMessage(Admission.SENTENCE);
        admission.leave();
        assertThat(admission.isFull()).isFalse();
        admission.enter();
        assertThat(admission.isFull()).isTrue();
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
