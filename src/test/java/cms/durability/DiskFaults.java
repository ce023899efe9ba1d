package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.testing.Eventually;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full and a broken disk under the running service: a write that failed is not acknowledged, what was acknowledged is
 * there, nothing is corrupt, and the next write succeeds without a restart. It fails when a lock of a failed batch is
 * left standing ({@code RefStore.unlock} taken out: no recovery) and when the failure of a flush is swallowed
 * ({@code WriteQueue.commit}: false acknowledgement). Staged refs of a failed batch have two defences: it discards them
 * ({@code Batch.write}), and the next batch doubts them ({@code DiskRepository.begin}). Shown to fail without both (no
 * recovery), and not without the first alone.
 */
final class DiskFaults {
    private static final int CALLS = Integer.getInteger("cms.calls", 5);
    private static final int WRITERS = 4;
    private static final int SAVES = 4;
    /** Writers of rows, who share commits of the database where their turns meet. */
    private static final int ROW_WRITERS = 16;

    /** Busy writers share their calls, so that one load may make too few of them in each thread. */
    private static final int LOADS_MAX = 8;
    /** Threads that have nothing to do for a minute end, and those that begin later are not traced. */
    private static final int TRIES_MAX = 4;

    @TempDir
    private Path data;

    private final Report report = new Report();
    private final Acknowledged acknowledged = new Acknowledged();
    private final Set<String> workspaces = ConcurrentHashMap.newKeySet();
    private final AtomicInteger rows = new AtomicInteger();
    private int points;
    private int struck;
    private int refused;

    /** What is made to fail: calls of the threads whose names begin so. */
    private enum Target {
        /** Objects and refs of a repository. */
        GIT_WRITE("git-disk", "write"),
        GIT_SYNC("git-disk", "fsync,fdatasync"),
        /** Rows: SQLite in whichever thread has the turn. */
        ROW_WRITE("", "pwrite64"),
        ROW_SYNC("", "fsync,fdatasync");

        private final String threads;
        private final String calls;

        Target(String threads, String calls) {
            this.threads = threads;
            this.calls = calls;
        }
    }

    @Test
    void aFailingDiskLosesNothing() {
        assumeTrue(Fault.isPossible(data), "strace cannot run here: disk faults are not tried");
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String workspaceId = ada.primaryWorkspace();
            String projectId = World.connect(ada, workspaceId, "starters/blog", "blog");
            String p = "/api/workspaces/" + workspaceId + "/projects/" + projectId;
            Writer writer = new Writer(ada, p, acknowledged);
            StoredProject stored = new StoredProject(data.resolve("repositories/ada/blog.git"));
            load(ada, writer);
            for (Target target : Target.values()) {
                for (String error : List.of("ENOSPC", "EIO")) {
                    for (int nth = 1; nth <= CALLS; nth++) {
                        strike(service, target, error, nth, () -> load(ada, writer));
                        Eventually.eventually("a save after the fault, without a restart", writer::save);
                        Eventually.eventually("a row after the fault, without a restart", () -> makeRow(ada));
                        stored.holds(acknowledged);
                        holdsRows(ada);
                    }
                    stored.isSound();
                }
            }
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
            stored.isSound();
            stored.holds(acknowledged);
        }
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            holdsRows(Person.signIn(service.url(), "ada@example.com"));
        }
        assertThat(struck).as("points at which the fault struck").isGreaterThan(points / 2);
        assertThat(refused).as("writes that the faults made fail").isPositive();
        report.line(
                "disk faults passed: %d of %d points struck, %d writes refused, %d saves and %d rows acknowledged, 0 lost",
                struck, points, refused, acknowledged.size(), workspaces.size());
    }

    private void strike(ServiceProcess service, Target target, String error, int nth, IntSupplier load) {
        points++;
        int failed = 0;
        long strikes = 0;
        for (int tried = 1; strikes == 0 && tried <= TRIES_MAX; tried++) {
            try (Fault fault = Fault.inject(service.pid(), target.threads, target.calls, error, nth, data)) {
                for (int loads = 1; strikes == 0 && loads <= LOADS_MAX; loads++) {
                    failed += load.getAsInt();
                    strikes = fault.strikes();
                }
            }
        }
        struck += strikes > 0 ? 1 : 0;
        refused += failed;
        report.line("%s %s at call %d: struck %d times, %d writes refused", target, error, nth, strikes, failed);
    }

    /** Writers at once; answers how many writes were refused. */
    private int load(Person ada, Writer writer) {
        List<Boolean> answers = Collections.synchronizedList(new ArrayList<>());
        List<Throwable> broken = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < WRITERS; i++) {
                writers.execute(() -> repeat(answers, broken, SAVES, writer::save));
            }
            for (int i = 0; i < ROW_WRITERS; i++) {
                writers.execute(() -> repeat(answers, broken, 1, () -> makeRow(ada)));
            }
        }
        assertThat(broken).as("requests without an answer").isEmpty();
        assertThat(answers).hasSize(WRITERS * SAVES + ROW_WRITERS);
        return (int) answers.stream().filter(stored -> !stored).count();
    }

    private static void repeat(List<Boolean> answers, List<Throwable> broken, int times, BooleanSupplier write) {
        for (int i = 0; i < times; i++) {
            try {
                answers.add(write.getAsBoolean());
            } catch (RuntimeException | AssertionError failed) {
                broken.add(failed);
            }
        }
    }

    private boolean makeRow(Person ada) {
        var reply = ada.http().attempt("/api/workspaces", Map.of("name", "Room", "slug", "r" + rows.incrementAndGet()));
        boolean made = reply.status() / 100 == 2;
        if (made) {
            workspaces.add(reply.json().get("id").asString());
        }
        return made;
    }

    private void holdsRows(Person ada) {
        List<String> ids = new ArrayList<>();
        ada.http()
                .get("/api/workspaces")
                .is(200)
                .json()
                .forEach(one -> ids.add(one.get("id").asString()));
        assertThat(ids).as("acknowledged rows").containsAll(workspaces);
    }
}
