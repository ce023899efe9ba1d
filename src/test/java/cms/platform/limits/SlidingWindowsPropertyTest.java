package cms.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Windows against a model that remembers every event. */
class SlidingWindowsPropertyTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The definition itself: an event passes when fewer than the count passed in the window before it. */
    @Property(seed = "2026")
    void upToAThousandTheWindowIsExact(
            @ForAll @IntRange(min = 0, max = 12) int count,
            @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 9_000) Integer> gapsMillis) {
        ManualClock clock = ManualClock.quiet();
        SlidingWindows windows = new SlidingWindows(clock);
        RateLimit limit = new RateLimit("exact", count, Duration.ofMinutes(1));
        List<Long> passed = new ArrayList<>();
        for (int gap : gapsMillis) {
            clock.advance(Duration.ofMillis(gap));
            long now = clock.millis();
            List<Long> inside = passed.stream()
                    .filter(time -> time > now - MINUTE.toMillis())
                    .toList();
            RateDecision verdict = windows.take(limit, "ada");
            assertThat(verdict.allowed()).isEqualTo(inside.size() < count);
            if (verdict.allowed()) {
                passed.add(now);
                assertThat(verdict.remaining()).isEqualTo(count - inside.size() - 1);
            } else if (count > 0) {
                assertThat(verdict.retryAfter())
                        .isEqualTo(Duration.ofMillis(inside.getFirst() + MINUTE.toMillis() - now));
            }
        }
    }

    /** Never more than the count plus one part of the window in any window, and never less than the count at rest. */
    @Property(tries = 60, seed = "2026")
    void aboveAThousandTheWindowIsWeighted(
            @ForAll @IntRange(min = 1_001, max = 1_500) int count,
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 5_000) Integer> gapsMillis,
            @ForAll @IntRange(min = 20, max = 400) int burst) {
        ManualClock clock = ManualClock.quiet();
        SlidingWindows windows = new SlidingWindows(clock);
        RateLimit limit = new RateLimit("weighted", count, Duration.ofMinutes(1));
        List<Long> passed = new ArrayList<>();
        for (int gap : gapsMillis) {
            clock.advance(Duration.ofMillis(gap));
            long now = clock.millis();
            for (int i = 0; i < burst; i++) {
                double weighted = modelled(passed, now);
                assertThat(windows.take(limit, "ada").allowed()).isEqualTo(weighted + 1 <= count);
                if (weighted + 1 <= count) {
                    passed.add(now);
                }
            }
        }
    }

    /** Each event counts by the share of its one-second part that lies inside the last minute. */
    private static double modelled(List<Long> passed, long now) {
        double oldestShare = 1.0 - (now % 1_000) / 1_000.0;
        long part = now / 1_000;
        double sum = 0;
        for (long time : passed) {
            long age = part - time / 1_000;
            sum += age < 60 ? 1 : age == 60 ? oldestShare : 0;
        }
        return sum;
    }
}
