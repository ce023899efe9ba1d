package cms.content.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.compute.Compute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BudgetTest {
    private static final long AS_MUCH_AS_IS_ASKED_FOR = Long.MAX_VALUE / 4;
    private static final int STEPS = 1 << 16;
    private static final int CHECKS_PER_PROCESSOR = 8;
    private static final Duration WAIT = Duration.ofSeconds(40);

    /** As many long checks as there are processors; shown to fail where a spent budget looks at its caller alone. */
    @Test
    void longChecksLetOthersComputeBetween() throws InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        CountDownLatch begun = new CountDownLatch(Math.max(1, processors - 1));
        AtomicBoolean others = new AtomicBoolean();
        List<Thread> checks = new ArrayList<>();
        try (Compute compute = new Compute()) {
            for (int i = 0; i < processors; i++) {
                String workspace = "long " + i;
                checks.add(Thread.startVirtualThread(() -> compute.run(workspace, () -> {
                    begun.countDown();
                    Budget budget = new Budget(AS_MUCH_AS_IS_ASKED_FOR);
                    while (!others.get()) {
                        budget.spend(STEPS);
                    }
                    return "";
                })));
            }
            begun.await();
            assertThat(compute.run("short", () -> "short")).isEqualTo("short");
            others.set(true);
            for (Thread check : checks) {
                check.join();
            }
        }
    }

    /** What a save checks, for instance; shown to fail where a check never leaves its carrier. */
    @Test
    void longChecksElsewhereLetOtherVirtualThreadsRunBetween() throws InterruptedException {
        AtomicBoolean others = new AtomicBoolean();
        List<Thread> checks = new ArrayList<>();
        try {
            for (int i = 0; i < CHECKS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(); i++) {
                checks.add(Thread.startVirtualThread(() -> {
                    Budget budget = new Budget(AS_MUCH_AS_IS_ASKED_FOR);
                    while (!others.get()) {
                        budget.spend(STEPS);
                    }
                }));
            }
            Thread.startVirtualThread(() -> others.set(true)).join(WAIT);
            assertThat(others).as("whether another one has run").isTrue();
        } finally {
            others.set(true);
            for (Thread check : checks) {
                check.join();
            }
        }
    }
}
