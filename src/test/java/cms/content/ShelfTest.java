package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Shown to fail with a shelf that does not weigh again, and with one that lets go of what was put on it first. */
class ShelfTest {
    private final AtomicLong now = new AtomicLong();
    private final Map<String, Long> weights = new HashMap<>();
    private final List<String> gone = new ArrayList<>();
    private final Shelf<String, String> shelf =
            new Shelf<>(100, Duration.ofHours(1), weights::get, gone::add, now::get);

    @Test
    void whatWasUsedLongestAgoLeavesFirstAndOnlyUntilTheRestIsLightEnough() {
        use("a", 40);
        use("b", 30);
        use("c", 30);
        shelf.get("a", name -> name);

        use("d", 50);

        assertThat(gone).containsExactly("b", "c");
        assertThat(shelf.all()).containsExactly("a", "d");
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
        assertThat(shelf.all()).containsExactly("b", "c");
    }

    @Test
    void whatIsHeavierThanAllowedStaysAsLongAsItIsUsedLast() {
        use("a", 1_000);
        assertThat(gone).isEmpty();

        use("b", 1);

        assertThat(gone).containsExactly("a");
        assertThat(shelf.all()).containsExactly("b");
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
        assertThat(shelf.remove("a"::equals)).containsExactly("a");
        shelf.weigh("a", "a");
        use("b", 90);
        use("b", 100);
        assertThat(gone).isEmpty();
        assertThat(shelf.all()).containsExactly("b");
    }

    private void use(String name, long weight) {
        weights.put(name, weight);
        shelf.weigh(name, shelf.get(name, same -> same));
    }
}
