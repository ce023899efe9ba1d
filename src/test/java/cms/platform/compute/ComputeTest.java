package cms.platform.compute;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One thread, so that the order is known. Shown to fail with one line for all, with no end of it, with no way out, and
 * where what runs is not told that its caller has gone.
 */
@Timeout(60)
class ComputeTest {
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final List<String> order = new CopyOnWriteArrayList<>();

    @Test
    void workspacesTakeTurns() {
        try (Compute compute = one(10, 100)) {
            occupy(compute);
            for (int i = 1; i <= 4; i++) {
                waiting(compute, "much", "much " + i);
            }
            waiting(compute, "little", "little");
            mayEnd.countDown();
            eventually("all is done", () -> order.size() == 5);
            assertThat(order.indexOf("little")).isEqualTo(1);
        }
    }

    @Test
    void whatIsTooMuchIsRefusedAndOthersAreNot() {
        try (Compute compute = one(2, 3)) {
            occupy(compute);
            waiting(compute, "w", "1");
            waiting(compute, "w", "2");
            assertThatThrownBy(() -> compute.run("w", () -> "3"))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("more to compute");
            waiting(compute, "v", "4");
            mayEnd.countDown();
            eventually("all is done", () -> order.size() == 3);
            assertThat(compute.run("w", () -> "5")).isEqualTo("5");
        }
    }

    @Test
    void workspacesOfOneAccountShareItsTurnAndWhatMayWait() {
        try (Compute compute = new Compute(1, new WorkspaceQueues<>(2, 3, 100), Duration.ZERO)) {
            compute.sharedBy(workspaceId -> workspaceId.startsWith("eve") ? "eve" : workspaceId);
            occupy(compute);
            waiting(compute, "eve 1", "1");
            waiting(compute, "eve 2", "2");
            waiting(compute, "eve 3", "3");
            assertThatThrownBy(() -> compute.run("eve 4", () -> "4")).isInstanceOf(Failure.class);
            waiting(compute, "ada", "ada");
            mayEnd.countDown();
            eventually("all is done", () -> order.size() == 4);
            assertThat(order.indexOf("ada")).isEqualTo(1);
        }
    }

    @Test
    void whoWaitsForLittleIsNotRefusedForThoseWhoWaitForMuch() {
        try (Compute compute = new Compute(1, new WorkspaceQueues<>(10, 10, 2), Duration.ZERO)) {
            occupy(compute);
            for (int i = 1; i <= 4; i++) {
                waiting(compute, "much", "much " + i);
            }
            assertThatThrownBy(() -> compute.run("much", () -> "much 5")).isInstanceOf(Failure.class);
            for (int i = 1; i <= 4; i++) {
                waiting(compute, "little " + i, "little");
            }
            assertThatThrownBy(() -> compute.run("little 5", () -> "")).isInstanceOf(Failure.class);
            mayEnd.countDown();
            eventually("all is done", () -> order.size() == 8);
        }
    }

    @Test
    void longWorkLetsOthersHaveTheirTurnAndGoesOn() {
        try (Compute compute = one(10, 100)) {
            AtomicBoolean others = new AtomicBoolean();
            Thread longer = Thread.startVirtualThread(() -> order.add(compute.run("long", () -> {
                begun.countDown();
                while (!others.get()) {
                    Cancellation.current().pause();
                }
                return "long";
            })));
            eventually("it computes", () -> begun.getCount() == 0);
            assertThat(compute.run("short", () -> order.add("short"))).isTrue();
            others.set(true);
            eventually("it has ended", () -> !longer.isAlive());
            assertThat(order).containsExactly("short", "long");
        }
    }

    @Test
    void workThatLetOthersGoFirstEndsWhenItsCallerHasGone() {
        AtomicBoolean ended = new AtomicBoolean();
        try (Compute compute = one(10, 100)) {
            AtomicBoolean gone = new AtomicBoolean();
            Thread left = Thread.startVirtualThread(() -> {
                try {
                    compute.run("long", gone::get, () -> pausingUntilCancelled(ended));
                } catch (Failure expected) {
                    order.add("gone");
                }
            });
            eventually("it computes", () -> begun.getCount() == 0);
            compute.run("short", () -> "");
            gone.set(true);
            eventually("it has ended", ended::get);
            eventually("the caller has left", () -> !left.isAlive());
            assertThat(compute.run("next", () -> "next")).isEqualTo("next");
        }
    }

    private String pausingUntilCancelled(AtomicBoolean ended) {
        begun.countDown();
        try {
            while (true) {
                Cancellation.current().pause();
            }
        } finally {
            ended.set(true);
        }
    }

    /** With one processor: who waits for the lock gives it to who holds the lock. */
    @Test
    void whoWaitsForALockLetsItsHolderGoOn() {
        ReentrantLock lock = new ReentrantLock();
        AtomicBoolean waits = new AtomicBoolean();
        try (Compute compute = one(10, 100)) {
            Thread holder = Thread.startVirtualThread(() -> compute.run("first", () -> {
                lock.lock();
                begun.countDown();
                while (!waits.get()) {
                    Cancellation.current().pause();
                }
                lock.unlock();
                return "";
            }));
            eventually("it computes", () -> begun.getCount() == 0);
            assertThat(compute.<String>run("second", () -> {
                        waits.set(true);
                        Outside.lock(lock);
                        lock.unlock();
                        return "had it";
                    }))
                    .isEqualTo("had it");
            eventually("the holder has ended", () -> !holder.isAlive());
        }
    }

    /** For one processor; whoever may let others compute does so at once. */
    private static Compute one(int workspaceMax, int allMax) {
        return new Compute(1, new WorkspaceQueues<>(workspaceMax, workspaceMax, allMax), Duration.ZERO);
    }

    @Test
    void whatNobodyWaitsForIsNotComputed() {
        try (Compute compute = one(2, 2)) {
            occupy(compute);
            AtomicBoolean gone = new AtomicBoolean();
            Thread left = Thread.startVirtualThread(() -> {
                try {
                    compute.run("w", gone::get, () -> order.add("left"));
                } catch (Failure expected) {
                    order.add("gone");
                }
            });
            gone.set(true);
            eventually("the caller has left", () -> !left.isAlive());
            waiting(compute, "w", "1");
            waiting(compute, "w", "2");
            mayEnd.countDown();
            eventually("all is done", () -> order.size() == 3);
            assertThat(order).containsExactly("gone", "1", "2");
        }
    }

    @Test
    void whatRunsEndsWhenItsCallerHasGone() {
        try (Compute compute = one(2, 2)) {
            assertThatThrownBy(() -> compute.run("w", () -> begun.getCount() == 0, this::endless))
                    .isInstanceOf(Failure.class);
            assertThat(compute.run("w", () -> "the next")).isEqualTo("the next");
        }
    }

    @Test
    void partsOnOtherThreadsEndAsWell() {
        AtomicBoolean ended = new AtomicBoolean();
        try (Compute compute = one(2, 2)) {
            assertThatThrownBy(() -> compute.run("w", () -> begun.getCount() == 0, () -> {
                        Cancellation cancellation = Cancellation.current();
                        Thread part = Thread.startVirtualThread(() -> cancellation.during(() -> {
                            try {
                                endless();
                            } catch (CancellationException expected) {
                                ended.set(true);
                            }
                        }));
                        return joined(part);
                    }))
                    .isInstanceOf(Failure.class);
            eventually("the part has ended", ended::get);
        }
    }

    @Test
    void whatComputesElsewhereIsNeverCancelled() {
        Cancellation.current().check();
        Cancellation.current().during(() -> order.add("done"));
        assertThat(order).containsExactly("done");
    }

    /** Ends by a cancellation alone. */
    private String endless() {
        begun.countDown();
        while (true) {
            Cancellation.current().check();
            Thread.yield();
        }
    }

    private static boolean joined(Thread part) {
        try {
            return part.join(Duration.ofSeconds(50));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void failuresComeBackAndWorkWithinWorkRuns() {
        try (Compute compute = one(2, 2)) {
            assertThatThrownBy(() -> compute.run("w", () -> {
                        throw Failure.invalid("No.");
                    }))
                    .isInstanceOf(Failure.class)
                    .hasMessage("No.");
            assertThat(compute.run("w", () -> compute.run("w", () -> "inner"))).isEqualTo("inner");
        }
    }

    @Test
    void aStopLeavesNobodyWaiting() {
        Compute compute = one(2, 2);
        occupy(compute);
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                compute.run("w", () -> order.add("computed"));
            } catch (Failure stopped) {
                order.add("stopped");
            }
        });
        eventually("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
        compute.close();
        eventually("it was told", () -> order.contains("stopped"));
        mayEnd.countDown();
        assertThatThrownBy(() -> compute.run("w", () -> "late")).isInstanceOf(Failure.class);
    }

    private void occupy(Compute compute) {
        Thread.startVirtualThread(() -> compute.run("first", () -> {
            begun.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return "";
        }));
        eventually("it computes", () -> begun.getCount() == 0);
    }

    /** Returns when it stands in the line. */
    private void waiting(Compute compute, String workspaceId, String name) {
        Thread waiting = Thread.startVirtualThread(() -> compute.run(workspaceId, () -> order.add(name)));
        eventually("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
    }
}
