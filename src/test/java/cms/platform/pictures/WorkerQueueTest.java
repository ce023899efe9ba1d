package cms.platform.pictures;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Whose turn it is. */
class WorkerQueueTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private static WorkerQueue turnstile(int places, Duration waiting, int waitingMax) {
        return new WorkerQueue(places, new WorkerLimits(LONG, LONG, LONG, 1, 1, LONG, waiting, waitingMax));
    }

    @Test
    void theUrgentComeFirstAndOwnersTakeTurns() throws InterruptedException {
        WorkerQueue turnstile = turnstile(1, LONG, 32);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        turnstile.enter("first", Urgency.UPLOAD);
        List<Thread> waiting = new ArrayList<>();
        for (String who : List.of("a SLOW 1", "a UPLOAD 1", "a UPLOAD 2", "b UPLOAD 1", "a WAITED_FOR 1")) {
            String[] parts = who.split(" ");
            Urgency urgency = Urgency.valueOf(parts[1]);
            Thread thread = Thread.ofVirtual().start(() -> {
                turnstile.enter(parts[0], urgency);
                order.add(who);
                turnstile.leave(urgency);
            });
            waiting.add(thread);
            eventually("it waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        }
        turnstile.leave(Urgency.UPLOAD);
        for (Thread each : waiting) {
            each.join();
        }
        assertThat(order).containsExactly("a WAITED_FOR 1", "a UPLOAD 1", "b UPLOAD 1", "a UPLOAD 2", "a SLOW 1");
    }

    @Test
    void whoWaitsTooLongIsSentAway() {
        WorkerQueue turnstile = turnstile(1, Duration.ofMillis(1), 32);
        turnstile.enter("a", Urgency.UPLOAD);
        assertThatThrownBy(() -> turnstile.enter("b", Urgency.UPLOAD))
                .isInstanceOfSatisfying(Failure.class, WorkerQueueTest::comesBack);
        turnstile.leave(Urgency.UPLOAD);
        turnstile.enter("b", Urgency.UPLOAD);
    }

    @Test
    void anOwnerWithManyWaitingIsSentAwayAndOthersAreNot() {
        WorkerQueue turnstile = turnstile(1, LONG, 1);
        turnstile.enter("a", Urgency.UPLOAD);
        Thread waiting = Thread.ofVirtual().start(() -> turnstile.enter("a", Urgency.SLOW));
        eventually("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
        assertThatThrownBy(() -> turnstile.enter("a", Urgency.WAITED_FOR))
                .isInstanceOfSatisfying(Failure.class, WorkerQueueTest::comesBack);
        Thread other = Thread.ofVirtual().start(() -> turnstile.enter("b", Urgency.UPLOAD));
        eventually("it waits", () -> other.getState() == Thread.State.TIMED_WAITING);
        turnstile.leave(Urgency.UPLOAD);
        eventually("the other one is in", () -> !other.isAlive());
    }

    @Test
    void theNewSizesOfSeveralSitesOfOneAccountWait() throws InterruptedException {
        WorkerQueue turnstile = new WorkerQueue(1, WorkerLimits.STANDARD);
        turnstile.enter("a", Urgency.UPLOAD);
        List<Thread> waiting = new ArrayList<>();
        Queue<Failure> refused = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 40; i++) {
            waiting.add(Thread.ofVirtual().start(() -> {
                try {
                    turnstile.enter("a", Urgency.WAITED_FOR);
                    turnstile.leave(Urgency.WAITED_FOR);
                } catch (Failure tooMuch) {
                    refused.add(tooMuch);
                }
            }));
        }
        eventually(
                "all of them wait",
                () -> waiting.stream()
                        .noneMatch(
                                one -> one.getState() == Thread.State.NEW || one.getState() == Thread.State.RUNNABLE));
        turnstile.leave(Urgency.UPLOAD);
        for (Thread one : waiting) {
            one.join();
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void theSlowLeaveAPlaceToTheOthers() {
        WorkerQueue turnstile = turnstile(2, Duration.ofMillis(1), 32);
        turnstile.enter("a", Urgency.SLOW);
        assertThatThrownBy(() -> turnstile.enter("b", Urgency.SLOW)).isInstanceOf(Failure.class);
        turnstile.enter("c", Urgency.WAITED_FOR);
    }

    private static void comesBack(Failure refused) {
        assertThat(refused.kind()).isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(refused.retryAfter()).isPresent();
    }
}
