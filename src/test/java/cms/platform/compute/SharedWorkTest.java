package cms.platform.compute;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.testing.CountedPlace;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Shown to fail where an error of the work is not passed on, as those who wait do so until their time is over, and
 * where they wait within their places.
 */
@Timeout(60)
class SharedWorkTest {
    private static final Failure BUSY = Failure.unavailable("Somebody else works on it; try again.");

    private final SharedWork<String, String> works = with(Duration.ofHours(1));
    private final CountedPlace place = new CountedPlace();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ending = new CountDownLatch(1);
    private final AtomicInteger done = new AtomicInteger();

    @Test
    void whoComesMeanwhileWaitsWithoutAPlaceForWhatTheFirstMakes() throws Exception {
        FutureTask<String> first = first(() -> "made " + done.incrementAndGet());
        FutureTask<String> second = next();
        FutureTask<String> third = next();
        eventually("both have given their places back", () -> place.waiting() == 2);
        assertThat(works.isRunning("key")).isTrue();
        assertThat(works.of("another", () -> "another")).isEqualTo("another");

        ending.countDown();

        assertThat(Stream.of(first.get(), second.get(), third.get())).containsOnly("made 1");
        assertThat(place.waiting()).isZero();
        assertThat(works.isRunning("key")).isFalse();
        assertThat(works.of("key", () -> "made " + done.incrementAndGet())).isEqualTo("made 2");
    }

    @Test
    void anErrorOfTheFirstFreesThoseWhoWaitAndTheNextBeginsAnew() {
        Error full = new OutOfMemoryError("as if the heap were full");
        FutureTask<String> first = first(() -> {
            throw full;
        });
        FutureTask<String> second = next();
        eventually("it has given its place back", () -> place.waiting() == 1);

        ending.countDown();

        assertThat(failure(first)).isSameAs(full);
        assertThat(failure(second)).hasMessage(BUSY.message()).hasRootCause(full);
        assertThat(place.waiting()).isZero();
        assertThat(works.of("key", () -> "made")).isEqualTo("made");
    }

    @Test
    void anExceptionOfTheFirstIsThatOfAll() {
        RuntimeException refused = new IllegalStateException("as if it could not be made");
        FutureTask<String> first = first(() -> {
            throw refused;
        });
        FutureTask<String> second = next();
        eventually("it has given its place back", () -> place.waiting() == 1);

        ending.countDown();

        assertThat(failure(first)).isSameAs(refused);
        assertThat(failure(second)).isSameAs(refused);
    }

    @Test
    void whoHasWaitedForTheLongestTimeIsSentAwayAndTheWorkGoesOn() throws Exception {
        SharedWork<String, String> brief = with(Duration.ofMillis(1));
        FutureTask<String> first = begin(() -> brief.of("key", () -> atTheEnd(() -> "made")));
        begun.await();

        assertThatThrownBy(() -> brief.of("key", () -> "made twice")).hasMessage(BUSY.message());

        ending.countDown();
        assertThat(first.get()).isEqualTo("made");
    }

    @Test
    void whoIsInterruptedWhileItWaitsIsSentAwayAndStaysInterrupted() {
        first(() -> "made");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> works.of("key", () -> "made twice")).hasMessage(BUSY.message());
        } finally {
            assertThat(Thread.interrupted()).isTrue();
            ending.countDown();
        }
    }

    private static SharedWork<String, String> with(Duration waitMax) {
        return new SharedWork<>(waitMax, () -> BUSY);
    }

    /** Begins work that ends, as it is given, when {@link #ending} says so. */
    private FutureTask<String> first(Supplier<String> end) {
        FutureTask<String> first = begin(() -> works.of("key", () -> atTheEnd(end)));
        await(begun);
        return first;
    }

    private String atTheEnd(Supplier<String> end) {
        begun.countDown();
        await(ending);
        return end.get();
    }

    private FutureTask<String> next() {
        return begin(() -> Outside.within(place, () -> works.of("key", () -> "made by another")));
    }

    private static FutureTask<String> begin(Supplier<String> work) {
        FutureTask<String> task = new FutureTask<>(work::get);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static Throwable failure(FutureTask<String> task) {
        try {
            throw new AssertionError("It succeeded with " + task.get());
        } catch (ExecutionException failed) {
            return failed.getCause();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
