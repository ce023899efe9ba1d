package cms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The service is killed twice while it reads what was pushed to one project: that is left alone, and others go on. */
@Tag("kill")
final class ReadingKillTest {
    private static final String FILE = ".cms/content/blog/authors/data.json";

    /** So many that a build of them takes a good part of a second on a quick machine. */
    private static final int AUTHORS = 60_000;

    private static final Duration LOOKED_FOR = Duration.ofMinutes(5);

    @TempDir
    private Path data;

    @TempDir
    private Path clones;

    /** What was pushed to, and the project beside it; {@code before} is the file as it was then. */
    private record Pushed(String large, String other, String repository, GitClient copy, String sha, String before) {}

    @Test
    void whatTwoKillsInterruptedIsLeftAloneUntilTheNextPushAndOthersGoOn() throws Exception {
        Pushed pushed;
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            pushed = commit(Person.signIn(service.url(), "ada@example.com"));
            Thread push = Thread.startVirtualThread(() -> pushUntilTheKill(pushed.copy()));
            killInABuild(service.pid(), pushed.repository(), _ -> hasLanded(pushed));
            push.join();
        }
        Process second = ServiceProcess.launch(data, Map.of()); // what it owes may be built before it is ready
        try {
            // its own mark, not the one that it found
            killInABuild(
                    second.pid(),
                    pushed.repository(),
                    mark -> mark.path("ended").asInt() == 1);
        } finally {
            second.destroyForcibly().waitFor();
        }
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            assertThat(health(ada, pushed.large())).contains("left_alone");
            assertThat(Files.readString(data.resolve("service.log")))
                    .containsPattern("2 runs of the service ended in this: build \\S+ of " + pushed.repository());
            anotherIsBuilt(ada, pushed.other());

            GitClient clone = GitClient.clone(clones, ada, pushed.repository());
            String mended = clone.write(FILE, pushed.before()).commit("mend");
            clone.git("push", "--quiet", "origin", "HEAD");
            eventually(
                    "a build of the push",
                    () -> builds(ada, pushed.large()).toString().contains(mended));
            assertThat(health(ada, pushed.large())).doesNotContain("left_alone");
            service.stop();
        }
    }

    private Pushed commit(Person ada) throws IOException {
        String large = project(ada, "large");
        String other = project(ada, "other");
        eventually(
                "the first builds",
                () -> !builds(ada, large).isEmpty() && !builds(ada, other).isEmpty());
        String repository =
                ada.http().get(large).is(200).json().get("repo_full_name").asString();
        GitClient clone = GitClient.clone(clones, ada, repository);
        String before = Files.readString(clone.folder().resolve(FILE));
        String sha = clone.write(FILE, authors()).commit("many authors");
        return new Pushed(large, other, repository, clone, sha, before);
    }

    private boolean hasLanded(Pushed pushed) {
        Path refs = data.resolve("repositories")
                .resolve(pushed.repository() + ".git")
                .resolve("packed-refs");
        try {
            return Files.readString(refs).contains(pushed.sha());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void pushUntilTheKill(GitClient clone) {
        try {
            clone.git("push", "--quiet", "origin", "HEAD");
        } catch (AssertionError | RuntimeException killed) {
            // The service ends before it has answered, or just after.
        }
    }

    private static void anotherIsBuilt(Person ada, String other) {
        int built = builds(ada, other).size();
        ada.http()
                .post(other + "/content/authors", Map.of("data", Map.of("a1b2c3d4e5f6", Map.of("name", "Ada"))))
                .is(200);
        eventually("another project is built", () -> builds(ada, other).size() > built);
        assertThat(health(ada, other)).doesNotContain("left_alone");
    }

    private static String health(Person ada, String p) {
        return ada.http().get(p + "/health").is(200).text();
    }

    private static String project(Person ada, String name) {
        String workspace = ada.primaryWorkspace();
        String p = "/api/workspaces/" + workspace + "/projects/" + World.connect(ada, workspace, "starters/blog", name);
        ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        return p;
    }

    private static JsonNode builds(Person ada, String p) {
        return ada.http().get(p + "/cdn/builds").is(200).json();
    }

    /**
     * Ends a service in the middle of a build of what was pushed. It is halted before it is killed: a build that was
     * over before the halt is not taken for one that the kill has cut off.
     */
    private void killInABuild(long pid, String repository, Predicate<JsonNode> wanted) throws Exception {
        ProcessHandle service = ProcessHandle.of(pid).orElseThrow();
        long until = System.nanoTime() + LOOKED_FOR.toNanos();
        boolean cutOff = false;
        while (!cutOff) {
            assertThat(System.nanoTime()).as("a build of what was pushed").isLessThan(until);
            assertThat(service.isAlive()).as("the service runs").isTrue();
            if (isBeingBuilt(repository, wanted)) { // looked for without a pause: it may be over soon
                signal(service, "STOP");
                cutOff = isBeingBuilt(repository, wanted);
                signal(service, cutOff ? "KILL" : "CONT");
            }
        }
        service.onExit().get();
    }

    private static void signal(ProcessHandle service, String name) throws Exception {
        int code = new ProcessBuilder("sh", "-c", "kill -" + name + " " + service.pid())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).as("kill -" + name).isZero();
    }

    private boolean isBeingBuilt(String repository, Predicate<JsonNode> wanted) {
        try (Stream<Path> files = Files.list(data.resolve("reading"))) {
            List<Path> marks =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            return marks.stream()
                    .flatMap(mark -> build(mark).stream())
                    .filter(mark -> mark.path("subject").asString("").equals(repository))
                    .filter(wanted)
                    .findAny()
                    .isPresent();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Optional<JsonNode> build(Path file) {
        try {
            JsonNode mark = Json.parse(Files.readAllBytes(file));
            return Optional.of(mark)
                    .filter(left -> left.path("reading").asBoolean())
                    .filter(left -> left.path("work").asString("").startsWith("build "));
        } catch (IOException | RuntimeException goneOrHalfWritten) {
            return Optional.empty();
        }
    }

    private static String authors() {
        ObjectNode all = Json.object();
        for (int i = 0; i < AUTHORS; i++) {
            all.putObject("a%011d".formatted(i)).put("name", "Author " + i).put("bio", "Writes. ".repeat(10));
        }
        return Json.text(all);
    }
}
