package cms.platform.heap;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReservationsTest {
    private static final long HEAP = 128_000;
    private static final long LITTLE = HEAP / 128;

    private final HeapPool pool = new HeapPool(HEAP);
    private final Reservations reservations = new Reservations(pool, Duration.ZERO);
    private final AtomicInteger letGo = new AtomicInteger();
    private final Reservations.Reader ada = new Reservations.Reader("ada", letGo::incrementAndGet);

    private static Object content() {
        return new ArrayList<>();
    }

    private void parse(Reservation reservation, Object content, long bytes) {
        reservation.expect(bytes);
        reservation.parsed(bytes, content, bytes);
    }

    private void nobodyReaches(long left) {
        eventually("what nobody can reach is free", () -> {
            System.gc();
            return pool.heldBytes(HeapShare.CONTENT) == left;
        });
    }

    @Test
    void contentCountsUntilNobodyCanReachIt() {
        List<Object> cache = new ArrayList<>(List.of(content()));
        pool.count(cache.getFirst(), 500);
        System.gc();
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(500);
        cache.clear();
        nobodyReaches(0);
    }

    /**
     * Shown to fail where each version counts with all that it shares, and where that is free when the first has gone.
     */
    @Test
    void whatVersionsShareCountsOnceAsLongAsOneOfThemIsThere() {
        List<Object> versions = new ArrayList<>(List.of(content(), new ArrayList<>(), new ArrayList<>()));
        pool.countVersion(versions.get(0), versions.get(0), 500, 500);
        pool.countVersion(versions.get(1), versions.get(0), 510, 20);
        pool.countVersion(versions.get(2), versions.get(1), 520, 20);
        pool.countVersion(versions.get(2), versions.get(1), 520, 20);
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(540);
        versions.removeFirst();
        versions.removeFirst();
        System.gc();
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(540);
        versions.clear();
        nobodyReaches(0);
    }

    @Test
    void whatWasReservedAndNotUsedIsFreeAfterTheReading() {
        Object content = content();
        String read = reservations.read(ada, reservation -> {
            assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(LITTLE);
            parse(reservation, content, 300);
            assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(LITTLE);
            return "read";
        });
        assertThat(read).isEqualTo("read");
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(300);
        assertThat(content).isNotNull();
    }

    @Test
    void aReadingThatNeedsMoreBeginsAgainWithRoomForIt() {
        Object content = content();
        AtomicInteger begun = new AtomicInteger();
        reservations.read(ada, reservation -> {
            begun.incrementAndGet();
            parse(reservation, content, 10 * LITTLE);
            return content;
        });
        assertThat(begun).hasValue(2);
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(10 * LITTLE);
    }

    /** Before, what was reserved for a beginning that never came stayed reserved for good. */
    @Test
    void aReadingThatIsNeverBegunAgainKeepsNothingReserved() {
        assertThatThrownBy(() -> reservations.read(ada, reservation -> {
                    throw reservation.again();
                }))
                .isInstanceOf(Failure.class);
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isZero();
    }

    /** Shown to fail where a thread that still parses may take more after the reading has failed. */
    @Test
    void aReadingThatFailsLeavesNothing() {
        AtomicReference<Reservation> late = new AtomicReference<>();
        assertThatThrownBy(() -> reservations.read(ada, reservation -> {
                    late.set(reservation);
                    reservation.expect(200);
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isZero();
        assertThatThrownBy(() -> late.get().expect(1)).isInstanceOf(CancellationException.class);
        late.get().parsed(200, content(), 200);
        nobodyReaches(0);
    }

    @Test
    void whoFindsNoRoomIsToldToComeBackAndHoldsNothing() {
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT) - 2 * LITTLE);
        assertThatThrownBy(() -> reservations.read(ada, reservation -> {
                    parse(reservation, content(), 3 * LITTLE);
                    return reservation;
                }))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.retryAfter()).isPresent());
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(pool.bytes(HeapShare.CONTENT) - 2 * LITTLE);
        assertThat(others).isNotNull();
    }

    @Test
    void largeReadingsKeepNoneOutThatTakesLittle() {
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT));
        String read = reservations.read(ada, reservation -> "read");
        assertThat(read).isEqualTo("read");
        assertThat(others).isNotNull();
    }

    /** Shown to fail where only those find that room who come when it is free, and those who wait for it do not. */
    @Test
    void whoWaitsWithLittleGetsTheRoomThatIsForLittleAlone() throws InterruptedException {
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT));
        long beyond = 0;
        while (pool.takeUpTo(HeapShare.CONTENT, LITTLE, LITTLE, 5 * LITTLE) > 0) {
            beyond += LITTLE;
        }
        assertThat(beyond).isEqualTo(5 * LITTLE);
        Reservations patient = new Reservations(pool, Duration.ofMinutes(1));
        Thread waiting = Thread.ofVirtual().start(() -> patient.read(ada, reservation -> "read"));
        eventually("waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
        pool.giveBack(HeapShare.CONTENT, LITTLE);
        assertThat(waiting.join(Duration.ofSeconds(20))).isTrue();
        assertThat(others).isNotNull();
    }

    /**
     * Four workspaces have as many waiting as they may. Shown to fail where the line is full for everybody then, and
     * where whoever comes last goes last.
     */
    @Test
    @Timeout(60)
    void aWorkspaceThatComesLateWaitsForOneOfEachOtherAndNotForAllOfThem() throws InterruptedException {
        long bytes = 10 * LITTLE;
        long all = pool.bytes(HeapShare.CONTENT);
        assertThat(pool.takeUpTo(HeapShare.CONTENT, all, all, 0)).isEqualTo(all);
        Reservations patient = new Reservations(pool, Duration.ofMinutes(1));
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> waiting = new ArrayList<>();
        for (String owner : List.of("ada", "bo", "cy", "dee")) {
            for (int i = 0; i < 16; i++) {
                waiting.add(waiting(patient, owner, bytes, order));
            }
        }
        assertThatThrownBy(() -> patient.read(new Reservations.Reader("ada", () -> {}), needs(bytes, "ada", order)))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.retryAfter()).isPresent());
        waiting.add(waiting(patient, "eve", bytes, order));
        pool.giveBack(HeapShare.CONTENT, bytes);
        for (Thread thread : waiting) {
            assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(order).hasSize(65);
        assertThat(order.indexOf("eve")).isBetween(1, 8);
        assertThat(order.subList(0, 5)).doesNotHaveDuplicates();
    }

    private static Thread waiting(Reservations patient, String owner, long bytes, List<String> order) {
        Thread thread = Thread.ofVirtual()
                .start(() -> patient.read(new Reservations.Reader(owner, () -> {}), needs(bytes, owner, order)));
        eventually("waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    private static Function<Reservation, String> needs(long bytes, String owner, List<String> order) {
        return reservation -> {
            reservation.expect(bytes);
            order.add(owner);
            return owner;
        };
    }

    /** Shown to fail where a reading waits anew for what it may, behind the writer that held it up. */
    @Test
    @Timeout(30)
    void whoHasWaitedForSomethingElseWaitsNoLongerForRoom() {
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT));
        Reservations patient = new Reservations(pool, Duration.ofMinutes(1));
        long came = System.nanoTime() - RoomTimeout.WAIT_MAX.toNanos();
        assertThatThrownBy(() -> RoomTimeout.since(
                        came,
                        () -> patient.read(ada, reservation -> {
                            parse(reservation, content(), 3 * LITTLE);
                            return reservation;
                        })))
                .isInstanceOf(Failure.class);
        assertThat(others).isNotNull();
    }

    /** Shown to fail where whoever lets go of something has the collector stop the process at once. */
    @Test
    void theCollectorRestsHoweverManyHaveLetGoOfSomething() {
        int times = 20;
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT));
        long before = collections();
        for (int i = 0; i < times; i++) {
            pool.collectSoon();
            pool.makeRoom(HeapShare.CONTENT, LITTLE);
        }
        assertThat(collections() - before).isBetween(1L, times / 2L);
        assertThat(others).isNotNull();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Test
    void whatIsCachedGoesBeforeAnybodyIsRefused() {
        List<Object> cache = new ArrayList<>(List.of(content()));
        pool.count(cache.getFirst(), pool.bytes(HeapShare.CONTENT));
        pool.add(cacheOf(cache, pool.bytes(HeapShare.CONTENT)));
        Reservations patient = new Reservations(pool, Duration.ofMinutes(1));
        Object content = content();
        patient.read(ada, reservation -> {
            parse(reservation, content, 3 * LITTLE);
            return content;
        });
        assertThat(cache).isEmpty();
        assertThat(pool.heldBytes(HeapShare.CONTENT)).isEqualTo(3 * LITTLE);
    }

    /** Shown to fail where one reading that cannot fit takes the caches of everybody along. */
    @Test
    void nothingThatIsCachedGoesWhereAllOfItWouldNotHelp() {
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT));
        List<Object> cache = new ArrayList<>(List.of(content()));
        pool.add(cacheOf(cache, LITTLE));
        assertThatThrownBy(() -> reservations.read(ada, reservation -> {
                    parse(reservation, content(), 9 * LITTLE);
                    return reservation;
                }))
                .isInstanceOf(Failure.class);
        assertThat(cache).hasSize(1);
        assertThat(others).isNotNull();
    }

    /** Read again as after a refusal: a collection, and the rest after it, may take longer on a busy machine. */
    @Test
    void aReaderLetsGoOfItsOwnEarlierOnesWhereNothingElseHelps() {
        List<Object> earlier = new ArrayList<>(List.of(content()));
        pool.count(earlier.getFirst(), pool.bytes(HeapShare.CONTENT));
        Reservations.Reader bo = new Reservations.Reader("bo", earlier::clear);
        Object content = content();
        Reservations brief = new Reservations(pool, Duration.ofSeconds(2));
        eventually("the content is read", () -> isRead(brief, bo, content));
        assertThat(earlier).isEmpty();
    }

    @Test
    void whatOnePartAlwaysHasIsNotTakenByTheOthers() {
        Object others = content();
        pool.count(others, pool.bytes(HeapShare.CONTENT));
        assertThat(pool.take(HeapShare.PACKS, HEAP / 100 * 8, 0)).isTrue();
        assertThat(pool.take(HeapShare.FETCHES, HEAP / 100 * 8, 0)).isTrue();
        assertThat(pool.take(HeapShare.FETCHES, HEAP / 100, 0)).isFalse();
        pool.giveBack(HeapShare.PACKS, HEAP / 100 * 8);
        assertThat(pool.take(HeapShare.FETCHES, HEAP / 100, 0)).isFalse();
        assertThat(others).isNotNull();
    }

    private boolean isRead(Reservations from, Reservations.Reader reader, Object content) {
        try {
            return content.equals(from.read(reader, reservation -> {
                parse(reservation, content, 3 * LITTLE);
                return content;
            }));
        } catch (Failure busy) {
            assertThat(busy.kind()).isEqualTo(FailureKind.UNAVAILABLE);
            return false;
        }
    }

    private static HeapCache cacheOf(List<Object> cache, long bytes) {
        return new HeapCache() {
            @Override
            public long bytes() {
                return cache.isEmpty() ? 0 : bytes;
            }

            @Override
            public long letGo(long least) {
                long gone = bytes();
                cache.clear();
                return gone;
            }
        };
    }
}
