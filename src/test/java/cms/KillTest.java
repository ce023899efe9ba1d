package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What was acknowledged survives kill -9 in the middle of concurrent saves. */
@Tag("kill")
final class KillTest {
    private static final int WRITERS = 4;
    private static final int SAVES_BEFORE_THE_KILL = 60;

    @TempDir
    private Path data;

    @Test
    void everyAcknowledgedSaveSurvivesAKill() {
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        String p;
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String workspaceId = ada.primaryWorkspace();
            String projectId = World.connect(ada, workspaceId, "starters/blog", "blog");
            p = "/api/workspaces/" + workspaceId + "/projects/" + projectId;
            saveUntilKilled(service, ada, p, acknowledged);
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(SAVES_BEFORE_THE_KILL);

        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            assertThat(savedIds(ada, p)).containsAll(acknowledged);
            assertThat(linesOfSaves(ada, p))
                    .as("each save that is in Git has one line in the log, whatever the kill cut off")
                    .isEqualTo(savedIds(ada, p).stream()
                            .filter(id -> id.matches("w[0-9]n[0-9]+"))
                            .count());
            assertThat(save(ada, p, "afterwards").status()).isEqualTo(200);
            assertThat(savedIds(ada, p)).contains("afterwards");
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
        }
        assertThat(leftoverLocks()).isEmpty();
        repositories().forEach(KillTest::isSound);
    }

    /** Shown to leave a library behind in the folder of all for each kill, and to fill the disk in a loop of them. */
    @Test
    void librariesAreUnpackedInTheDataFolderAndSweptAtTheNextStart() throws IOException {
        Path scratch = data.resolve("scratch");
        Set<Path> first;
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            first = filesOf(scratch);
            assertThat(first).anyMatch(file -> file.toString().contains("sqlite"));
            service.kill();
        }
        assertThat(filesOf(scratch)).as("what a kill leaves").isNotEmpty();
        Files.writeString(Files.createDirectories(scratch.resolve("left/over")).resolve("library"), "x");
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            assertThat(filesOf(scratch)).isNotEmpty().doesNotContainAnyElementsOf(first);
            assertThat(scratch.resolve("left")).doesNotExist();
            service.stop();
        }
    }

    private static Set<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    /**
     * One process owns a data folder, and its lock is gone with it however it ends. Shown to fail without the lock:
     * then both of them serve.
     */
    @Test
    void aSecondProcessOnTheSameDataFolderRefusesToStartAndSaysWhy() throws Exception {
        try (ServiceProcess first = ServiceProcess.start(data, Map.of())) {
            Process second = ServiceProcess.launch(data, Map.of());
            try {
                assertThat(second.waitFor(2, TimeUnit.MINUTES)).isTrue();
            } finally {
                second.destroyForcibly();
            }
            assertThat(second.exitValue()).isEqualTo(2);
            assertThat(Files.readString(data.resolve("service.log"))).contains("Another process already serves");
            Person ada = Person.signIn(first.url(), "ada@example.com");
            ada.http().get("/api/workspaces").is(200);
            first.kill();
        }
        try (ServiceProcess third = ServiceProcess.start(data, Map.of())) {
            Person.signIn(third.url(), "ada@example.com");
        }
    }

    /** It fails with 143 when the hook of {@code Main} is added after the start. */
    @Test
    void aStopDuringTheStartIsASuccess() throws Exception {
        Process service = ServiceProcess.launch(data, Map.of());
        while (service.isAlive() && !Files.exists(data.resolve("owner.lock"))) {
            Thread.onSpinWait();
        }
        service.destroy();

        assertThat(service.waitFor(180, TimeUnit.SECONDS)).isTrue();
        assertThat(service.exitValue()).isZero();
    }

    private static void saveUntilKilled(ServiceProcess service, Person ada, String p, Set<String> acknowledged) {
        CountDownLatch enough = new CountDownLatch(SAVES_BEFORE_THE_KILL);
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "w" + writer;
                writers.execute(() -> {
                    for (int i = 0; ; i++) {
                        String id = name + "n" + i;
                        try {
                            if (save(ada, p, id).status() == 200) {
                                acknowledged.add(id);
                                enough.countDown();
                            }
                        } catch (UncheckedIOException killed) {
                            return;
                        }
                    }
                });
            }
            awaitQuietly(enough);
            service.kill();
        }
    }

    private static Reply save(Person person, String p, String id) {
        return person.http().post(p + "/content/authors", Map.of("data", Map.of(id, Map.of("name", "Author " + id))));
    }

    private static long linesOfSaves(Person person, String p) {
        return person.http()
                .get(p + "/activity?action=save_content")
                .is(200)
                .json()
                .get("total")
                .asLong();
    }

    private static List<String> savedIds(Person person, String p) {
        JsonNode content = person.http().get(p + "/brain/sync").is(200).json().get("content");
        return content.propertyStream()
                .filter(member -> member.getKey().startsWith("authors:"))
                .flatMap(member -> member.getValue().propertyNames().stream())
                .toList();
    }

    private List<Path> repositories() {
        return find(path -> path.getFileName().toString().endsWith(".git") && Files.isDirectory(path));
    }

    private List<Path> leftoverLocks() {
        return find(path -> path.getFileName().toString().endsWith(".lock")
                && path.toString().contains(".git/"));
    }

    private List<Path> find(java.util.function.Predicate<Path> wanted) {
        try (Stream<Path> below = Files.walk(data)) {
            return below.filter(wanted).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void isSound(Path repository) {
        try {
            Process fsck = new ProcessBuilder("git", "--git-dir", repository.toString(), "fsck", "--full", "--strict")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(fsck.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(fsck.waitFor())
                    .as("git fsck of %s: %s", repository, said)
                    .isZero();
            assertThat(said).doesNotContain("error", "missing", "broken");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
