package cms.platform.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Shown to fail with a cache that does not weigh again, and with one that removes what was put first. */
class LeastRecentlyUsedTest {
    private final AtomicLong now = new AtomicLong();
    private final Map<String, Long> weights = new HashMap<>();
    private final List<String> gone = new ArrayList<>();
    private final LeastRecentlyUsed<String, String> cache =
            new LeastRecentlyUsed<>(100, Duration.ofHours(1), weights::get, gone::add, now::get);

    @Test
    void whatWasUsedLongestAgoLeavesFirstAndOnlyUntilTheRestIsLightEnough() {
        use("a", 40);
        use("b", 30);
        use("c", 30);
        cache.get("a", name -> name);

        use("d", 50);

        assertThat(gone).containsExactly("b", "c");
        assertThat(cache.all()).containsExactly("a", "d");
    }

    @Test
    void whatGrowsAfterItWasPutThereCountsAsHeavyAsItIs() {
        use("a", 40);
        use("b", 40);
        assertThat(gone).isEmpty();

        use("b", 70);

        assertThat(gone).containsExactly("a");
        use("b", 10);
        use("c", 90);
        assertThat(cache.all()).containsExactly("b", "c");
    }

    @Test
    void whatNobodyUsedLatelyIsRemovedAndWeighsNothing() {
        use("a", 40);
        use("b", 40);
        now.addAndGet(Duration.ofSeconds(20).toNanos());
        cache.find("a");
        now.addAndGet(Duration.ofSeconds(1).toNanos());

        cache.removeUnused(Duration.ofSeconds(10));

        assertThat(cache.all()).containsExactly("a");
        use("c", 60);
        assertThat(cache.all()).containsExactly("a", "c");
        assertThat(gone).isEmpty();
    }

    @Test
    void whatIsHeavierThanAllowedStaysAsLongAsItIsUsedLast() {
        use("a", 1_000);
        assertThat(gone).isEmpty();

        use("b", 1);

        assertThat(gone).containsExactly("a");
        assertThat(cache.all()).containsExactly("b");
    }

    @Test
    void whatNobodyUsedForTheTimeLeavesAtTheNextUseOfAnother() {
        use("a", 1);
        now.addAndGet(Duration.ofMinutes(61).toNanos());
        use("b", 1);
        assertThat(gone).containsExactly("a");
    }

    @Test
    void whatWasTakenOffWeighsNothingAndIsNotToldAsGone() {
        use("a", 90);
        assertThat(cache.remove("a"::equals)).containsExactly("a");
        cache.weigh("a", "a");
        use("b", 90);
        use("b", 100);
        assertThat(gone).isEmpty();
        assertThat(cache.all()).containsExactly("b");
    }

    @Test
    void whatIsPutAnewIsWeighedOnceAndWhatIsFoundIsUsedLast() {
        weights.putAll(Map.of("A", 40L, "B", 50L, "AA", 50L, "C", 20L));
        cache.put("a", "A");
        cache.put("b", "B");
        cache.put("a", "AA");
        assertThat(gone).isEmpty();
        assertThat(cache.find("b")).isEqualTo("B");
        assertThat(cache.find("c")).isNull();

        cache.put("c", "C");

        assertThat(gone).containsExactly("AA");
        assertThat(cache.all()).containsExactly("B", "C");
    }

    private void use(String name, long weight) {
        weights.put(name, weight);
        cache.weigh(name, cache.get(name, same -> same));
    }
}
