package cms.platform.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.compute.Compute;
import cms.platform.compute.RequestEnd;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** In a heap of a thousand megabytes readings hold 360, a project 160, packs 240. */
class HeapPoolTest {
    private static final long MB = 1_000_000;
    private static final long HEAP = 1_000 * MB;

    private final HeapPool pool = new HeapPool(HEAP, Duration.ZERO);
    private final HeapPool patient = new HeapPool(HEAP, Duration.ofMinutes(1));

    /** Something cached that lets go of half first, and notes that it has. */
    private final class Cached {
        private final List<String> gone = new ArrayList<>();
        private final HeapCache cache;

        Cached(String owner, long megabytes) {
            cache = new HeapCache(pool, owner, (wholly, bytes) -> {
                gone.add(wholly ? "all" : "earlier");
                return wholly ? 0 : bytes / 2;
            });
            try (Reading reading = pool.reading(owner)) {
                reading.hold(megabytes * MB);
                reading.keepIn(cache, megabytes * MB);
            }
        }
    }

    private static void refuses(HeapPool pool, String owner, long megabytes) {
        try (Reading reading = pool.reading(owner)) {
            assertThatThrownBy(() -> reading.hold(megabytes * MB)).isInstanceOfSatisfying(Failure.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
                assertThat(failure.retryAfter()).isPresent();
            });
        }
    }

    @Test
    void readingsOfAllProjectsTogetherHaveARoom() {
        try (Reading first = pool.reading("ada");
                Reading second = pool.reading("bo")) {
            first.hold(160 * MB);
            second.hold(160 * MB);
            refuses(pool, "cy", 160);
        }
        try (Reading third = pool.reading("cy")) {
            third.hold(160 * MB);
        }
        assertThat(pool.held(HeapShare.READINGS)).isZero();
    }

    @Test
    void whatGrowsTakesRoomForOneProjectBeforeItIsLarge() {
        try (Reading reading = pool.reading("ada")) {
            for (int i = 0; i < 500; i++) {
                reading.hold(10_000);
            }
            assertThat(pool.held(HeapShare.READINGS)).isEqualTo(160 * MB);
        }
        assertThat(pool.held(HeapShare.READINGS)).isZero();
    }

    @Test
    void cachesGoBeforeAnybodyIsRefused() {
        Cached large = new Cached("ada", 200);
        Cached small = new Cached("bo", 100);
        try (Reading reading = pool.reading("cy")) {
            reading.hold(150 * MB);
            assertThat(large.gone).containsExactly("earlier");
            assertThat(small.gone).isEmpty();
        }
        assertThat(pool.take(HeapShare.PACKS, 240 * MB)).isTrue();
        assertThat(pool.held(HeapShare.READINGS)).isEqualTo(200 * MB);
    }

    @Test
    void whatARequestUsesStaysUntilItEnds() {
        Cached used = new Cached("ada", 300);
        RequestEnd.within(() -> {
            used.cache.use();
            refuses(pool, "bo", 100);
            used.cache.close();
            assertThat(pool.held(HeapShare.READINGS)).isEqualTo(300 * MB);
            return true;
        });
        assertThat(pool.held(HeapShare.READINGS)).isZero();
        assertThat(used.gone).isEmpty();
    }

    @Test
    void packsLeaveReadingsWhatIsTheirs() {
        assertThat(pool.take(HeapShare.PACKS, 240 * MB)).isTrue();
        assertThat(pool.take(HeapShare.PACKS, MB)).isFalse();
        try (Reading reading = pool.reading("ada")) {
            reading.hold(200 * MB);
            refuses(pool, "bo", 5);
        }
    }

    @Test
    void whoeverHoldsLeastGoesFirst() throws Exception {
        Reading large = patient.reading("ada");
        large.hold(300 * MB);
        Reading further = patient.reading("ada");
        further.hold(5 * MB);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Thread again = waiting("ada", order);
        Thread other = waiting("bo", order);
        large.close();
        again.join();
        other.join();
        further.close();
        assertThat(order).containsExactly("bo", "ada");
    }

    /** Holds so much that only one of both fits beside little. */
    private Thread waiting(String owner, List<String> order) {
        Reading little = patient.reading(owner);
        little.hold(owner.equals("ada") ? 900_000 : 1);
        Thread thread = Thread.ofPlatform().start(() -> {
            try (little) {
                little.hold(340 * MB);
                order.add(owner);
            }
        });
        Eventually.eventually("waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    /** Shown to fail where it does not wait outside: everybody's search then waits for a reading. */
    @Test
    void whatComputesLetsOthersComputeWhileItWaits() throws Exception {
        try (Compute compute = new Compute()) {
            Reading large = patient.reading("ada");
            large.hold(300 * MB);
            CountDownLatch began = new CountDownLatch(1);
            CompletableFuture<String> read = new CompletableFuture<>();
            Thread.ofVirtual()
                    .start(() -> read.complete(compute.run("w", () -> {
                        began.countDown();
                        try (Reading reading = patient.reading("bo")) {
                            reading.hold(160 * MB);
                            return "read";
                        }
                    })));
            began.await();
            for (int i = 0; i < 20; i++) {
                assertThat(compute.run("other", () -> "computed")).isEqualTo("computed");
            }
            assertThat(read).isNotDone();
            large.close();
            assertThat(read.get()).isEqualTo("read");
            assertThat(patient.held(HeapShare.READINGS)).isZero();
        }
    }
}
