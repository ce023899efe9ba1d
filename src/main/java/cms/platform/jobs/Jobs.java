package cms.platform.jobs;

import cms.platform.db.Database;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.SqliteJdbcCustomization;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Recurring work, run by one instance at a time.
 *
 * <p>Rooms register while they are built; {@link #start} begins. Work must be safe to repeat.
 */
public final class Jobs implements AutoCloseable {
    private static final Duration POLL_EVERY = Duration.ofSeconds(5);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(3);
    private static final Duration HEARTBEAT_EVERY = Duration.ofSeconds(20);

    /** Interval of the heartbeat on SQLite, where no other instance checks whether this one lives. */
    private static final Duration HEARTBEAT_OF_ONE = Duration.ofMinutes(5);

    private static final int HEARTBEATS_MISSED = 4;

    /**
     * Not virtual: where the scheduler's own connection waits for SQLite, the wait would hold a processor, and on a
     * single one no writer could go on.
     */
    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().name("job-", 0).factory();

    private final Database database;
    private final InstantSource clock;
    private final JobStore store = new JobStore();
    private final List<RecurringTask<?>> recurring = new ArrayList<>();
    private Optional<Scheduler> scheduler = Optional.empty();
    private Optional<MeterRegistry> metrics = Optional.empty();

    /**
     * Jobs whose time has come and that do not run yet.
     *
     * @param jobs number of these jobs
     * @param ageSeconds how long the oldest of them has been due
     */
    public record Due(double jobs, double ageSeconds) {
        public static final Due UNKNOWN = new Due(Double.NaN, Double.NaN);
    }

    public Jobs(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Registers {@code work} to run repeatedly, {@code every} after it last ended; a failure is logged, and the work is
     * tried again.
     *
     * @throws IllegalStateException after {@link #start}, because it would never run
     */
    public void recurring(String name, Duration every, Runnable work) {
        if (scheduler.isPresent()) {
            throw new IllegalStateException("The job " + name + " comes after the start.");
        }
        recurring.add(Tasks.recurring(name, FixedDelay.of(every)).execute((instance, context) -> measured(name, work)));
    }

    /** Records from now on how long each job takes and how it ends. */
    public void measuredBy(MeterRegistry registry) {
        metrics = Optional.of(registry);
    }

    /** The jobs that are due and not running; the scheduler looks for them every five seconds. */
    public Due due() {
        Instant now = clock.instant();
        List<Instant> late = new ArrayList<>();
        scheduler.ifPresent(running -> running.fetchScheduledExecutions(one -> {
            if (!one.isPicked() && one.getExecutionTime().isBefore(now)) {
                late.add(one.getExecutionTime());
            }
        }));
        double age = late.stream()
                .mapToDouble(time -> Duration.between(time, now).toMillis() / 1e3)
                .max()
                .orElse(0);
        return new Due(late.size(), age);
    }

    private void measured(String name, Runnable work) {
        long start = System.nanoTime();
        String outcome = "failed";
        try {
            work.run();
            outcome = "done";
        } finally {
            record(name, outcome, System.nanoTime() - start);
        }
    }

    private void record(String name, String outcome, long nanos) {
        metrics.ifPresent(registry -> Timer.builder("cms.jobs")
                .description("Runs of recurring jobs")
                .tag("job", name)
                .tag("outcome", outcome)
                .register(registry)
                .record(nanos, TimeUnit.NANOSECONDS));
    }

    /**
     * Starts the scheduler. A run that a killed process left unfinished is started again: at once on SQLite, which has
     * no other instance; on PostgreSQL once its instance has been silent for a minute and a half.
     */
    public void start() {
        if (!database.isPostgres()) {
            database.writing(store::giveUpRuns);
        }
        JdbcCustomization dialect =
                database.isPostgres() ? new PostgreSqlJdbcCustomization(false, true) : new SqliteJdbcCustomization();
        Scheduler started = Scheduler.create(database.dataSource())
                .startTasks(recurring)
                .jdbcCustomization(dialect)
                .clock(clock::instant)
                .pollingInterval(POLL_EVERY)
                .heartbeatInterval(database.isPostgres() ? HEARTBEAT_EVERY : HEARTBEAT_OF_ONE)
                .missedHeartbeatsLimit(HEARTBEATS_MISSED)
                .shutdownMaxWait(STOP_WITHIN)
                .executorService(Executors.newCachedThreadPool(THREADS))
                .build();
        started.start();
        scheduler = Optional.of(started);
    }

    /** Looks for due work at once instead of at the next poll. */
    public void wake() {
        scheduler.ifPresent(Scheduler::triggerCheckForDueExecutions);
    }

    @Override
    public void close() {
        scheduler.ifPresent(Scheduler::stop);
    }
}
