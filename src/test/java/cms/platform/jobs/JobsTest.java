package cms.platform.jobs;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import cms.platform.db.Database;
import cms.testing.ManualClock;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("rows")
class JobsTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private final LinkedBlockingQueue<Instant> runs = new LinkedBlockingQueue<>();
    private Database database;
    private Jobs jobs;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("cms.db")));
        jobs = new Jobs(database, clock);
    }

    @AfterEach
    void close() {
        jobs.close();
        database.close();
    }

    @Test
    void runsAtTheStartAndAgainWhenTheClockSaysSo() throws InterruptedException {
        jobs.recurring("nightly", DAY, () -> runs.add(clock.instant()));
        jobs.start();
        Instant first = next();
        assertThat(first).isEqualTo(clock.instant());
        awaitScheduled("nightly", first.plus(DAY));

        clock.advance(DAY.minusSeconds(1));
        jobs.wake();
        assertThat(runs.poll(300, TimeUnit.MILLISECONDS)).isNull();

        clock.advance(Duration.ofSeconds(1));
        jobs.wake();
        assertThat(next()).isEqualTo(first.plus(DAY));
    }

    @Test
    void aFailureIsTriedAgain() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        jobs.recurring("shaky", DAY, () -> {
            boolean first = attempts.incrementAndGet() == 1;
            runs.add(clock.instant());
            if (first) {
                throw new IllegalStateException("expected by this test");
            }
        });
        jobs.start();
        Instant first = next();
        awaitScheduled("shaky", first.plus(DAY));
        clock.advance(DAY);
        jobs.wake();
        assertThat(next()).isEqualTo(first.plus(DAY));
        assertThat(attempts).hasValue(2);
    }

    @Test
    void theScheduleSurvivesARestart() throws InterruptedException {
        jobs.recurring("nightly", DAY, () -> runs.add(clock.instant()));
        jobs.start();
        Instant first = next();
        awaitScheduled("nightly", first.plus(DAY));
        jobs.close();

        jobs = new Jobs(database, clock);
        jobs.recurring("nightly", DAY, () -> runs.add(clock.instant()));
        jobs.start();
        assertThat(runs.poll(500, TimeUnit.MILLISECONDS)).isNull();
        clock.advance(DAY);
        jobs.wake();
        assertThat(next()).isEqualTo(first.plus(DAY));
    }

    /** Shown to fail without giving up what is noted as going on: it was begun again half an hour later. */
    @Test
    void aRunThatAKillCutsOffIsBegunAnewAtTheNextStart() throws InterruptedException {
        assumeFalse(database.isPostgres(), "there another instance may be at it");
        CountDownLatch killed = new CountDownLatch(1);
        try (Jobs before = new Jobs(database, clock)) {
            before.recurring("cut off", DAY, () -> {
                runs.add(clock.instant());
                awaitKill(killed);
            });
            before.start();
            next();
            jobs.recurring("cut off", DAY, () -> runs.add(clock.instant()));
            jobs.start();
            assertThat(next()).isEqualTo(clock.instant());
            killed.countDown();
        }
    }

    private static void awaitKill(CountDownLatch killed) {
        try {
            assertThat(killed.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void severalJobsRunWhileRowsAreWritten() throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            jobs.recurring(
                    "job-" + i,
                    DAY,
                    () -> database.writing(tx -> {
                        tx.query("SELECT COUNT(*) FROM instance_facts")
                                .mapTo(Integer.class)
                                .one();
                        runs.add(clock.instant());
                    }));
        }
        jobs.start();
        for (int i = 0; i < 8; i++) {
            next();
        }
    }

    @Test
    void aJobThatComesAfterTheStartIsRefused() {
        jobs.start();
        assertThatThrownBy(() -> jobs.recurring("late", DAY, () -> {})).hasMessageContaining("late");
    }

    private Instant next() throws InterruptedException {
        Instant run = runs.poll(50, TimeUnit.SECONDS);
        assertThat(run).isNotNull();
        return run;
    }

    /** A run ends a moment before the scheduler has written down when the next one is. */
    private void awaitScheduled(String name, Instant when) {
        eventually(name + " is scheduled for " + when, () -> when.toEpochMilli() == scheduled(name));
    }

    private long scheduled(String name) {
        return database.read(tx -> tx.query("SELECT execution_time FROM scheduled_tasks WHERE task_name = :name")
                .bind("name", name)
                .map((row, context) -> database.isPostgres()
                        ? row.getTimestamp("execution_time").getTime()
                        : row.getLong("execution_time"))
                .one());
    }
}
