package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SlotTest {
    private final Slot slot = new Slot();

    @Test
    void aSecondManualBuildIsRefusedWithItsCode() {
        slot.claimManual();
        assertThatThrownBy(slot::claimManual).isInstanceOfSatisfying(Failure.class, refused -> {
            assertThat(refused.code()).contains("cdn.build_in_progress");
            assertThat(refused.data()).containsEntry("code", "cdn.build_in_progress");
        });
        slot.freeManual();
        slot.claimManual();
    }

    @Test
    void anAutomaticBuildDoesNotTakeTheManualPlace() {
        slot.automatic().add(Build.Trigger.AUTOMATIC);
        slot.automatic().fulfil(trigger -> slot.claimManual());
    }

    @Test
    void whoComesWhileTheLastEventIsWrittenWaitsForTheSlot() throws Exception {
        slot.claimManual();
        slot.lastEvent();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Thread[] waiter = new Thread[1];
            Future<?> second = threads.submit(() -> {
                waiter[0] = Thread.currentThread();
                slot.claimManual();
            });
            eventually(
                    "the second trigger waits",
                    () -> waiter[0] != null && waiter[0].getState() == Thread.State.TIMED_WAITING);
            slot.freeManual();
            second.get();
        }
        assertThatThrownBy(slot::claimManual).isInstanceOf(Failure.class);
    }
}
