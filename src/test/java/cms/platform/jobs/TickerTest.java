package cms.platform.jobs;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Work of this instance that comes again and again. Shown to fail where a failure ends the work, where works in turn
 * get two threads, and where the end does not wait, does not interrupt, or lets begin what comes later.
 */
class TickerTest {
    private static final long LATER_MILLIS = 3_600_000;

    /** Shown to fail where an error ends the work, of which the log then says nothing. */
    @Test
    void workThatFailsComesAgain() {
        AtomicInteger runs = new AtomicInteger();
        try (Ticker ticker = new Ticker("test")) {
            ticker.every(1, () -> {
                if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("on purpose");
                }
                throw new AssertionError("on purpose");
            });
            eventually("it comes a third time", () -> runs.get() > 2);
        }
    }

    @Test
    void worksInTurnNeverRunAtTheSameTime() {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        try (Ticker ticker = Ticker.inTurn("test")) {
            for (int work = 0; work < 3; work++) {
                ticker.every(1, () -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    Thread.yield();
                    atOnce.decrementAndGet();
                    runs.incrementAndGet();
                });
            }
            eventually("each had its turn often", () -> runs.get() > 60);
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void theEndWaitsForWhatRunsAndLetsNothingBegin() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch ending = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger begunLater = new AtomicInteger();
        Ticker ticker = new Ticker("test");
        ticker.once(LATER_MILLIS, begunLater::incrementAndGet);
        ticker.once(0, () -> {
            running.countDown();
            await(ending);
            ended.set(true);
        });
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ticker.end(Duration.ZERO)).as("it still runs").isFalse();
        ending.countDown();
        assertThat(ticker.end(Duration.ofSeconds(20))).isTrue();
        assertThat(ended).isTrue();
        ticker.once(0, begunLater::incrementAndGet);
        ticker.close();
        assertThat(begunLater).hasValue(0);
    }

    @Test
    void whatDoesNotEndByItselfIsInterrupted() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Ticker ticker = new Ticker("test");
        ticker.once(0, () -> {
            running.countDown();
            if (!await(new CountDownLatch(1))) {
                interrupted.countDown();
            }
        });
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        ticker.close();
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** False when it was interrupted meanwhile. */
    private static boolean await(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException ended) {
            return false;
        }
    }
}
