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

    /** So many that reading them takes some seconds. */
    private static final int AUTHORS = 60_000;

    @TempDir
    private Path data;

    @TempDir
    private Path clones;

    /** What was pushed to, and the project beside it; {@code before} is the file as it was then. */
    private record Pushed(String large, String other, String repository, GitClient copy, String before) {}

    @Test
    void whatTwoKillsInterruptedIsLeftAloneUntilTheNextPushAndOthersGoOn() throws Exception {
        Pushed pushed;
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            pushed = commit(Person.signIn(service.url(), "ada@example.com"));
            Thread push = Thread.startVirtualThread(() -> pushUntilTheKill(pushed.copy()));
            killWhileReading(service, pushed.repository());
            push.join();
        }
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            killWhileReading(service, pushed.repository());
        }
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            assertThat(health(ada, pushed.large())).contains("left_alone");
            assertThat(Files.readString(data.resolve("service.log")))
                    .contains("2 runs of the service ended while " + pushed.repository() + " was read");
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
        clone.write(FILE, authors()).commit("many authors");
        return new Pushed(large, other, repository, clone, before);
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

    private void killWhileReading(ServiceProcess service, String repository) {
        long until = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (!isBeingRead(repository)) { // for less than a second: looked for without a pause
            assertThat(System.nanoTime())
                    .as("the background reads " + repository)
                    .isLessThan(until);
        }
        service.kill();
        assertThat(isBeingRead(repository)).as("the mark after the kill").isTrue();
    }

    private boolean isBeingRead(String repository) {
        try (Stream<Path> files = Files.list(data.resolve("reading"))) {
            List<Path> marks =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            return marks.stream().anyMatch(mark -> isMarkOf(mark, repository));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isMarkOf(Path mark, String repository) {
        try {
            JsonNode left = Json.parse(Files.readAllBytes(mark));
            return left.path("reading").asBoolean()
                    && left.path("subject").asString("").equals(repository);
        } catch (IOException | RuntimeException goneOrHalfWritten) {
            return false;
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
