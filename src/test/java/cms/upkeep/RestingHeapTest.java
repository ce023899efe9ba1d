package cms.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestingHeapTest {
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    private static final long MEGABYTE = 1024 * 1024;

    private final AtomicLong processorNanos = new AtomicLong();
    private final AtomicLong heapBytes = new AtomicLong(32 * MEGABYTE);
    private final AtomicInteger collections = new AtomicInteger();
    private final RestingHeap heap = new RestingHeap(processorNanos::get, heapBytes::get, () -> {
        collections.incrementAndGet();
        heapBytes.set(200 * MEGABYTE);
    });

    @Test
    void whatGrewDuringWorkIsCollectedOnceAtRest() {
        look(Duration.ofSeconds(4), 500);
        look(Duration.ofSeconds(2), 900);
        assertThat(collections).hasValue(0);
        look(Duration.ofMillis(100), 900);
        assertThat(collections).hasValue(1);
        look(Duration.ofMillis(100), 200);
        look(Duration.ofMillis(100), 240);
        assertThat(collections).hasValue(1);
        look(Duration.ofMillis(100), 250);
        assertThat(collections).hasValue(2);
    }

    @Test
    void aHeapThatHardlyGrewIsLeftAlone() {
        look(Duration.ZERO, 79);
        assertThat(collections).hasValue(0);
    }

    private void look(Duration worked, long megabytes) {
        processorNanos.addAndGet(worked.toNanos());
        heapBytes.set(megabytes * MEGABYTE);
        heap.look(FIVE_SECONDS);
    }
}
