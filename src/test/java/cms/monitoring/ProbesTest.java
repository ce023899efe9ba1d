package cms.monitoring;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import cms.testing.ManualClock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probes of one part that run at the same time: the ticker and readiness know nothing of each other. */
class ProbesTest {
    private static final int TIMES = 2_000;

    @TempDir
    Path folder;

    /** Shown to fail where the one that ends last wants to delete the file itself. */
    @Test
    void probesAtTheSameTimeLeaveEachOtherAlone() {
        assertThatCode(() -> IntStream.range(0, TIMES).parallel().forEach(_ -> Probes.takesFile(folder)))
                .doesNotThrowAnyException();
    }

    /** Shown to fail where the failure counts: the part is away, although the newest probe found it working. */
    @Test
    void aProbeThatFailsLateSaysNothingWhereALaterOneHasSucceeded() {
        CountDownLatch timeout = new CountDownLatch(1);
        AtomicInteger probes = new AtomicInteger();
        MonitoredPart part = new MonitoredPart("database", true, () -> {
            if (probes.incrementAndGet() == 1) {
                await(timeout);
                throw new IllegalStateException("no answer in time");
            }
        });
        MonitoredParts parts = new MonitoredParts(List.of(part), ManualClock.quiet());
        parts.suspect("database", null);
        eventually("the first probe waits", () -> probes.get() == 1);
        assertThat(parts.states()).containsEntry("database", "ok");
        timeout.countDown();
        parts.close();
        assertThat(parts.isUp("database")).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
