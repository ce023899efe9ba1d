package cms.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingWindowsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aWeightedRefusalSaysWhenTheNextOnePasses() {
        ManualClock clock = ManualClock.quiet();
        SlidingWindows windows = new SlidingWindows(clock);
        RateLimit limit = new RateLimit("hourly", 1_200, Duration.ofHours(1));
        for (int i = 0; i < 1_200; i++) {
            assertThat(windows.take(limit, "key").allowed()).isTrue();
            clock.advance(Duration.ofMillis(100));
        }
        RateDecision refused = windows.take(limit, "key");
        assertThat(refused.allowed()).isFalse();
        clock.advance(refused.retryAfter().minusMillis(2_000));
        assertThat(windows.take(limit, "key").allowed()).isFalse();
        clock.advance(Duration.ofMillis(2_000));
        assertThat(windows.take(limit, "key").allowed()).isTrue();
    }

    /** Shown to fail where what was counted stays until the clock has caught up. */
    @ParameterizedTest
    @ValueSource(ints = {10, 2_000})
    void aClockThatIsSetBackRefusesNobodyUntilItHasCaughtUp(int count) {
        for (Duration length : List.of(MINUTE, Duration.ofHours(1), Duration.ofDays(1))) {
            ManualClock clock = ManualClock.quiet();
            SlidingWindows windows = new SlidingWindows(clock);
            RateLimit limit = new RateLimit("set back", count, length);
            windows.take(limit, "ada", count);
            clock.advance(Duration.ofSeconds(-1));
            assertThat(windows.take(limit, "ada").allowed()).isFalse();

            clock.advance(Duration.ofHours(-4));

            assertThat(windows.take(limit, "ada", count - 1).allowed()).isTrue();
            assertThat(windows.take(limit, "ada").allowed()).isTrue();
            RateDecision refused = windows.take(limit, "ada");
            assertThat(refused.allowed()).isFalse();
            assertThat(refused.retryAfter()).isLessThanOrEqualTo(length.plus(length.dividedBy(30)));
        }
    }

    @Test
    void twoHundredAtOnceAtTheLastPlaceLetExactlyOnePass() throws Exception {
        for (int count : new int[] {1, 500, 5_000}) {
            SlidingWindows windows = new SlidingWindows(ManualClock.quiet());
            RateLimit limit = new RateLimit("race", count, Duration.ofMinutes(1));
            for (int i = 1; i < count; i++) {
                windows.take(limit, "ada");
            }
            assertThat(passing(windows, limit)).isEqualTo(1);
        }
    }

    /** Shown to fail when windows were forgotten after two hours. */
    @Test
    void aWindowOfADayIsOneOfADayForWhoeverComesNowAndThen() {
        ManualClock clock = ManualClock.quiet();
        SlidingWindows windows = new SlidingWindows(clock);
        for (int count : new int[] {100, 5_000}) {
            RateLimit daily = new RateLimit("daily-" + count, count, Duration.ofDays(1));
            assertThat(windows.take(daily, "ada", count).allowed()).isTrue();
            for (int hours = 0; hours < 21; hours += 3) {
                clock.advance(Duration.ofHours(3));
                assertThat(windows.take(daily, "ada").allowed()).isFalse();
            }
            clock.advance(Duration.ofHours(4));
            assertThat(windows.take(daily, "ada").allowed()).isTrue();
        }
    }

    @Test
    void subjectsAndLimitsAreApartAndANewNumberCountsAtOnce() {
        SlidingWindows windows = new SlidingWindows(ManualClock.quiet());
        RateLimit one = new RateLimit("one", 1, Duration.ofMinutes(1));
        assertThat(windows.take(one, "ada").allowed()).isTrue();
        assertThat(windows.take(one, "ada").allowed()).isFalse();
        assertThat(windows.take(one, "bo").allowed()).isTrue();
        assertThat(windows.take(new RateLimit("two", 1, Duration.ofMinutes(1)), "ada")
                        .allowed())
                .isTrue();
        assertThat(windows.take(new RateLimit("one", 2, Duration.ofMinutes(1)), "ada")
                        .allowed())
                .isTrue();
    }

    @Test
    void aRefusedEventIsNotCounted() {
        ManualClock clock = ManualClock.quiet();
        SlidingWindows windows = new SlidingWindows(clock);
        RateLimit one = new RateLimit("one", 1, Duration.ofMinutes(1));
        windows.take(one, "ada");
        for (int i = 0; i < 59; i++) {
            clock.advance(Duration.ofSeconds(1));
            assertThat(windows.take(one, "ada").allowed()).isFalse();
        }
        clock.advance(Duration.ofSeconds(1));
        assertThat(windows.take(one, "ada").allowed()).isTrue();
    }

    @Test
    void aRefusalBecomesAFailureWithItsWait() {
        SlidingWindows windows = new SlidingWindows(ManualClock.quiet());
        RateLimit none = new RateLimit("none", 0, Duration.ofMinutes(1));
        assertThatThrownBy(() -> windows.take(none, "ada").orFail())
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.retryAfter()).hasValue(MINUTE));
    }

    private static long passing(SlidingWindows windows, RateLimit limit) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> takes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                takes.add(() -> windows.take(limit, "ada").allowed());
            }
            long passed = 0;
            for (Future<Boolean> take : threads.invokeAll(takes)) {
                passed += take.get() ? 1 : 0;
            }
            return passed;
        }
    }
}
