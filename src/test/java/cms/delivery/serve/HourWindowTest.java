package cms.delivery.serve;

import static org.assertj.core.api.Assertions.assertThat;

import cms.delivery.count.HourWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HourWindowTest {
    private static final long START = Instant.parse("2026-11-02T08:00:30Z").toEpochMilli();
    private static final long MINUTE = 60_000;

    @Test
    void exactlyTheLimitIsAllowedAtOnce() {
        HourWindow window = new HourWindow(3);
        assertThat(window.take(START)).isEqualTo(2);
        assertThat(window.take(START)).isEqualTo(1);
        assertThat(window.take(START)).isZero();
        assertThat(window.take(START)).isEqualTo(-1);
        assertThat(window.take(START + 59 * MINUTE)).isEqualTo(-1);
        assertThat(window.take(START + 61 * MINUTE)).isEqualTo(2);
    }

    @Test
    void manyThreadsTogetherGetExactlyTheLimit() {
        HourWindow window = new HourWindow(1_000);
        AtomicInteger allowed = new AtomicInteger();
        IntStream.range(0, 5_000).parallel().forEach(read -> {
            if (window.take(START) >= 0) {
                allowed.incrementAndGet();
            }
        });
        assertThat(allowed).hasValue(1_000);
    }

    @Test
    void aFullWindowBehindALineDoesNotOpenASecondOne() {
        HourWindow window = new HourWindow(100);
        for (int read = 0; read < 100; read++) {
            window.take(START + 59 * MINUTE);
        }
        assertThat(window.take(START + 61 * MINUTE)).isEqualTo(-1);
    }

    /** Shown to fail where a part that was before the newest one is counted in it. */
    @Test
    void aClockThatIsSetBackRefusesNobodyUntilItHasCaughtUp() {
        HourWindow window = new HourWindow(100);
        for (int read = 0; read < 90; read++) {
            window.take(START + 240 * MINUTE);
        }
        assertThat(window.take(START + 239 * MINUTE)).isEqualTo(9);
        for (int minute = 0; minute < 240; minute++) {
            assertThat(window.take(START + minute * MINUTE)).isNotNegative();
        }
        for (int read = 0; read < 40; read++) {
            window.take(START + 240 * MINUTE);
        }
        assertThat(window.take(START + 240 * MINUTE)).isEqualTo(-1);
    }

    /** Fails where the time of a read that took long is taken for a clock that was set back. */
    @Test
    void aReadThatIsCountedMinutesAfterItWasLetInForgetsNothing() {
        HourWindow window = new HourWindow(100);
        for (int read = 0; read < 90; read++) {
            window.take(START + 3 * MINUTE);
        }
        window.add(5, START);
        assertThat(window.take(START + 3 * MINUTE)).isEqualTo(4);
    }

    @Test
    void theToldWaitIsEnoughAndNotMuchMore() {
        HourWindow window = new HourWindow(10);
        for (int read = 0; read < 10; read++) {
            window.take(START + read * MINUTE);
        }
        long now = START + 10 * MINUTE;
        assertThat(window.take(now)).isEqualTo(-1);
        Duration wait = window.untilNext(now);
        assertThat(wait).isBetween(Duration.ofMinutes(49), Duration.ofMinutes(51));
        assertThat(window.take(now + wait.toMillis() - 2)).isEqualTo(-1);
        assertThat(window.take(now + wait.toMillis())).isNotNegative();
    }

    @Test
    void anHourWithoutReadsForgetsEverything() {
        HourWindow window = new HourWindow(2);
        window.take(START);
        window.take(START);
        assertThat(window.take(START + 1_000 * MINUTE)).isEqualTo(1);
    }
}
