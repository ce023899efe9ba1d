package cms.delivery.preview;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.testing.CountedPlace;
import cms.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class PreviewPlacesTest {
    private final ManualClock clock = ManualClock.quiet();
    private final PreviewPlaces places = new PreviewPlaces(workspaceId -> "account of " + workspaceId, clock);

    /** Shown to fail with a semaphore: the reader holds the place of its request, and waits for ever. */
    @Test
    void aReaderWhoWaitsForABuildHoldsNoPlaceOfTheServiceAndIsSentAwayInTheEnd() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        FutureTask<String> build = begin(() -> places.inTurn("w", () -> {
            begun.countDown();
            await(ended);
            return "built";
        }));
        begun.await();
        CountedPlace place = new CountedPlace();
        FutureTask<String> reader = begin(() -> Outside.within(place, () -> places.inTurn("w", () -> "read")));
        eventually("its place is given back", () -> place.waiting() == 1);
        assertThat(places.inTurn("another", () -> "built as well")).isEqualTo("built as well");
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
        assertThat(places.inTurn("w", () -> "next")).isEqualTo("next");
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
