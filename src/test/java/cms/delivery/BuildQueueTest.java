package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BuildQueueTest {
    private final BuildQueue queue = new BuildQueue();

    @Test
    void aSecondManualBuildIsRefusedWithItsCode() {
        queue.claimManual();
        assertThatThrownBy(queue::claimManual).isInstanceOfSatisfying(Failure.class, refused -> {
            assertThat(refused.code()).contains("cdn.build_in_progress");
            assertThat(refused.data()).containsEntry("code", "cdn.build_in_progress");
        });
        queue.freeManual();
        queue.claimManual();
    }

    @Test
    void anAutomaticBuildDoesNotTakeTheManualPlace() {
        AtomicInteger claimed = new AtomicInteger();
        queue.automatic().add(Build.Trigger.AUTOMATIC);
        queue.automatic().fulfil(trigger -> {
            queue.claimManual();
            claimed.incrementAndGet();
        });
        assertThat(claimed).hasValue(1);
    }

    /** Shown to hang where a person waits without end for a build that itself waits for a place. */
    @Test
    void whoDoesNotWaitForEverLeavesTheLineOfABuildThatHoldsTheProject() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            queue.building().lock();
            try {
                assertThat(threads.submit(() -> queue.begin(() -> asked.incrementAndGet() < 2))
                                .get())
                        .isFalse();
            } finally {
                queue.building().unlock();
            }
            assertThat(threads.submit(() -> queue.begin(() -> false)).get()).isTrue();
        }
    }

    @Test
    void whoComesWhileTheLastEventIsWrittenWaitsForTheSlot() throws Exception {
        queue.claimManual();
        queue.lastEvent();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Thread[] waiter = new Thread[1];
            Future<?> second = threads.submit(() -> {
                waiter[0] = Thread.currentThread();
                queue.claimManual();
            });
            eventually(
                    "the second trigger waits",
                    () -> waiter[0] != null && waiter[0].getState() == Thread.State.TIMED_WAITING);
            queue.freeManual();
            second.get();
        }
        assertThatThrownBy(queue::claimManual).isInstanceOf(Failure.class);
    }
}
