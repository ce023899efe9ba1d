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
    void wishesThatComeTogetherAreOneBuildAndLaterOnesTheNext() {
        assertThat(slot.wantAutomatic(Build.Trigger.AUTOMATIC)).isTrue();
        assertThat(slot.wantAutomatic(Build.Trigger.AUTOMATIC)).isFalse();
        assertThat(slot.takeAutomatic()).isNotNull();
        // The build has begun: a wish that comes now must not be lost.
        assertThat(slot.wantAutomatic(Build.Trigger.AUTOMATIC)).isFalse();
        assertThat(slot.takeAutomatic()).isNotNull();
        assertThat(slot.takeAutomatic()).isNull();
        assertThat(slot.wantAutomatic(Build.Trigger.AUTOMATIC)).isTrue();
    }

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
        slot.wantAutomatic(Build.Trigger.AUTOMATIC);
        slot.takeAutomatic();
        slot.claimManual();
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
