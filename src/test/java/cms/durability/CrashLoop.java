package cms.durability;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random instants while eight writers save, merge and push on four projects. It fails when the sweep of
 * stale locks at the start is taken out ({@code Leftovers.sweep}: "leftovers"), and when a batch is answered before its
 * flush ({@code WriteQueue.commit}: an answer about a commit that is not there yet).
 *
 * <p>What follows from a commit is checked as well: each fact that {@code git} finds in the commits has one line in the
 * log and no line is about anything else; a listener who resumes after each kill hears each change opened and landed
 * once; a request that is repeated with its key is answered as before, and one that was cut off is carried out once. It
 * is shown to fail when keys are ignored, when the log leaves merges out, and when who comes back is told only what
 * happens from now on.
 */
final class CrashLoop {
    private static final int KILLS = Integer.getInteger("cms.kills", 5);
    private static final int PROJECTS = 4;
    private static final int REVIEWED = 3;
    private static final long KILL_AFTER_MILLIS_MIN = 150;
    private static final long KILL_AFTER_MILLIS_MAX = 2_500;

    /** Asked of a machine that does nothing else; elsewhere the time is only reported. */
    private static final long FIRST_SAVE_MILLIS_MAX = Long.getLong("cms.firstSaveMillisMax", Long.MAX_VALUE);

    @TempDir
    private Path data;

    private final Report report = new Report();
    private final List<String> paths = new ArrayList<>();
    private final List<StoredProject> stored = new ArrayList<>();
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private final List<GitClient> clones = new ArrayList<>();
    private final List<Writer> writers = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<String> projectIds = new ArrayList<>();
    private @Nullable ActivityLog log;
    private long slowestFirstSave;

    @Test
    void nothingAcknowledgedIsLost() {
        long seed = Long.getLong("cms.seed", System.nanoTime());
        Random random = new Random(seed);
        report.line("crash loop: %d kills, seed %d", KILLS, seed);
        ServiceProcess service = ServiceProcess.start(data, Map.of());
        try {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            begin(ada);
            for (int kill = 1; kill <= KILLS; kill++) {
                writeUntilKilled(service, ada, random);
                stored.forEach(StoredProject::isSound);
                List<Set<String>> left =
                        stored.stream().map(StoredProject::leftovers).toList();
                long start = System.nanoTime();
                service = ServiceProcess.start(data, Map.of());
                long ready = millisSince(start);
                for (int i = 0; i < PROJECTS; i++) {
                    stored.get(i).hasNoneOf(left.get(i));
                }
                ada = ada.at(service.url());
                long firstSave = firstSaves(ada, start);
                check();
                checkWhatFollows(ada, kill == KILLS);
                report.line(
                        "kill %d: %d acknowledged, 0 lost; ready after %d ms, first save after %d ms, all projects saved",
                        kill, count(), ready, firstSave);
                ada = Person.signIn(service.url(), "ada@example.com");
            }
            // A stop leaves for the next start what nobody has been told yet.
            Eventually.eventually("no announcement is left in the outbox", () -> pendingAnnouncements() == 0);
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
            check();
        } finally {
            service.close();
        }
        assertThat(count()).as("acknowledged writes").isGreaterThan(KILLS * PROJECTS);
        report.line(
                "crash loop passed: %d kills, %d acknowledged writes, 0 lost, 0 told twice, %d times read anew,"
                        + " slowest first save %d ms",
                KILLS, count(), listeners.stream().mapToInt(Listener::resets).sum(), slowestFirstSave);
    }

    private void begin(Person ada) {
        String workspaceId = ada.primaryWorkspace();
        for (int i = 0; i < PROJECTS; i++) {
            String projectId = World.connect(ada, workspaceId, "starters/blog", "blog" + i);
            String p = "/api/workspaces/" + workspaceId + "/projects/" + projectId;
            paths.add(p);
            projectIds.add(projectId);
            acknowledged.add(new Acknowledged());
            writers.add(new Writer(ada, p, acknowledged.get(i)));
            ada.http().get(p + "/brain/sync").is(200);
            clones.add(GitClient.clone(data, ada, "ada/blog" + i));
            StoredProject project = new StoredProject(data.resolve("repositories/ada/blog" + i + ".git"));
            stored.add(project);
            listeners.add(new Listener(
                    p, () -> project.facts().stream().map(StoredFact::news).collect(Collectors.toSet())));
        }
        log = new ActivityLog(paths.getFirst());
        log.begin(ada);
        ada.http()
                .patch(paths.get(REVIEWED) + "/config", Map.of("workflow", "review"))
                .is(200);
        for (int i = 0; i < PROJECTS; i++) {
            listeners.get(i).listen(ada);
            writers.get(i).save();
            listeners.get(i).hasBegun();
        }
    }

    private void writeUntilKilled(ServiceProcess service, Person ada, Random random) {
        AtomicBoolean killed = new AtomicBoolean();
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < PROJECTS; i++) {
                Writer writer = writers.get(i);
                writer.at(ada);
                GitClient clone = clones.get(i);
                clone.git("remote", "set-url", "origin", ada.gitUrl("ada/blog" + i));
                threads.execute(() -> untilKilled(killed, wrong, writer::save));
                threads.execute(() -> untilKilled(killed, wrong, () -> {
                    writer.save();
                    writer.pushChange(clone);
                    writer.pushMain(clone);
                }));
            }
            rest(random.nextLong(KILL_AFTER_MILLIS_MIN, KILL_AFTER_MILLIS_MAX));
            killed.set(true);
            service.kill();
        }
        assertThat(wrong.get()).as("a failure before the kill").isNull();
    }

    /** A failure counts only while the service lives; the kill itself breaks connections and pushes. */
    private static void untilKilled(AtomicBoolean killed, AtomicReference<Throwable> wrong, Runnable work) {
        while (!killed.get()) {
            try {
                work.run();
            } catch (UncheckedIOException | AssertionError broken) {
                if (!killed.get()) {
                    wrong.set(broken);
                }
                return;
            }
        }
    }

    private long firstSaves(Person ada, long start) {
        long first = 0;
        for (int i = 0; i < PROJECTS; i++) {
            writers.get(i).at(ada);
            assertThat(writers.get(i).save())
                    .as("the first save on project %d", i)
                    .isTrue();
            first = first == 0 ? millisSince(start) : first;
        }
        assertThat(first).as("milliseconds to the first save").isLessThanOrEqualTo(FIRST_SAVE_MILLIS_MAX);
        slowestFirstSave = Math.max(slowestFirstSave, first);
        return first;
    }

    private void check() {
        for (int i = 0; i < PROJECTS; i++) {
            stored.get(i).holds(acknowledged.get(i));
        }
    }

    /** The log, the listeners, and the answers of repeated requests. */
    private void checkWhatFollows(Person ada, boolean all) {
        Set<String> facts = new HashSet<>();
        for (int i = 0; i < PROJECTS; i++) {
            String projectId = projectIds.get(i);
            listeners.get(i).listen(ada);
            writers.get(i).repeat();
            listeners.get(i).hasHeardOnce(acknowledged.get(i).news());
            stored.get(i).holds(acknowledged.get(i));
            stored.get(i).facts().forEach(fact -> facts.add(fact.id(projectId)));
        }
        requireNonNull(log).tells(ada, facts, all);
    }

    private int pendingAnnouncements() {
        try (Connection rows =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("cms.db") + "?busy_timeout=60000");
                Statement statement = rows.createStatement();
                ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM announcements")) {
            count.next();
            return count.getInt(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private int count() {
        return acknowledged.stream().mapToInt(Acknowledged::size).sum();
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static void rest(long millis) {
        try {
            new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
