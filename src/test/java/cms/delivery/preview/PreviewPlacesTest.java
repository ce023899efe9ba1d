package cms.delivery.preview;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.BuildRooms;
import cms.testing.CountedPlace;
import cms.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PreviewPlacesTest {
    private final ManualClock clock = ManualClock.quiet();
    private final PreviewPlaces places =
            new PreviewPlaces(workspaceId -> "account of " + workspaceId, clock, new BuildRooms(1_000));

    /** Shown to fail with a semaphore: the reader holds the place of its request, and waits for ever. */
    @Test
    void aReaderWhoWaitsForABuildHoldsNoPlaceOfTheServiceAndIsSentAwayInTheEnd() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        FutureTask<String> build = begin(() -> places.inTurn("w", room -> {
            begun.countDown();
            await(ended);
            return "built";
        }));
        begun.await();
        CountedPlace place = new CountedPlace();
        FutureTask<String> reader = begin(() -> Outside.within(place, () -> places.inTurn("w", room -> "read")));
        eventually("its place is given back", () -> place.waiting() == 1);
        assertThat(places.<String>inTurn("another", room -> "built as well")).isEqualTo("built as well");
        eventually("the reader is sent away", () -> {
            clock.advance(Duration.ofMinutes(1));
            return reader.isDone();
        });
        Failure busy = (Failure)
                catchThrowableOfType(ExecutionException.class, reader::get).getCause();
        assertThat(busy.kind()).isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(busy.retryAfter()).isPresent();
        assertThat(place.waiting()).isZero();
        ended.countDown();
        assertThat(build.get()).isEqualTo("built");
        assertThat(places.<String>inTurn("w", room -> "next")).isEqualTo("next");
    }

    /** Shown to fail where a build keeps its place while it waits for room. */
    @Test
    void aLargeBuildThatWaitsForAnotherKeepsNoPlaceFromSmallOnes() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<BuildRooms.@Nullable Room> last = new AtomicReference<>();
        FutureTask<String> first = begin(() -> places.inTurn("w", room -> {
            room.take(1_000);
            begun.countDown();
            await(ended);
            return "first";
        }));
        begun.await();
        FutureTask<String> second = begin(() -> places.inTurn("v", room -> {
            last.set(room);
            room.take(1_000);
            return "second";
        }));
        eventually("it finds no room", () -> {
            BuildRooms.Room room = last.get();
            return room != null && room.isRefused();
        });
        assertThat(places.<String>inTurn("u", room -> "small")).isEqualTo("small");
        ended.countDown();
        assertThat(first.get()).isEqualTo("first");
        assertThat(second.get()).isEqualTo("second");
    }

    private static FutureTask<String> begin(Callable<String> work) {
        FutureTask<String> task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static void await(CountDownLatch ended) {
        try {
            ended.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
