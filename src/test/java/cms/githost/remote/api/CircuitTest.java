package cms.githost.remote.api;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitTest {
    private final ManualClock clock = ManualClock.quiet();
    private final Circuit circuit = new Circuit(clock);

    /** Shown to fail where a pause ends at a time of the clock, which may come hours later than it was meant. */
    @Test
    void aPauseEndsWhereTheClockIsSetBack() {
        for (int call = 0; call < 3; call++) {
            circuit.failed();
        }
        circuit.limited("app", Duration.ofMinutes(30));
        assertThat(circuit.pause()).contains(Duration.ofSeconds(2));
        assertThat(circuit.limit("app")).contains(Duration.ofMinutes(30));

        clock.advance(Duration.ofHours(-4));

        assertThat(circuit.pause()).isEmpty();
        assertThat(circuit.limit("app")).isEmpty();
        assertThat(circuit.pause()).as("one call tries").contains(Duration.ofSeconds(4));
    }
}
