package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The connection breaks after a push was sent, the service answers 503 because nobody knows what becomes of it, and the
 * host takes it later. Whoever repeats the request with its key is answered as if nothing had happened, and it has
 * happened once.
 *
 * <p>Shown to fail, each without its defence: the look for the commit inside the write of {@code Decisions} (the update
 * is made twice), the note before a decision (the rejection is 404), the name that a repeated save takes over (two
 * changes). A merge is found by either of the first two.
 */
@Tag("slow-host")
class LateAnswersTest {
    @TempDir
    private Path folder;

    private StandInHost host;
    private RemoteGit git;
    private TestApp app;
    private Person ada;
    private String project;

    @BeforeEach
    void connect() {
        git = RemoteGit.in(folder);
        host = HostedProject.reachable(folder, git);
        app = TestApp.start(host.settings());
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
        HostedProject hosted = HostedProject.connect(host, git, app.url());
        ada = hosted.ada();
        project = hosted.p();
        ada.http().patch(project + "/config", Map.of("workflow", "review")).is(200);
    }

    @AfterEach
    void stop() {
        app.close();
        git.close();
        host.close();
    }

    @Test
    void aSaveThatArrivesLateIsFoundByItsRepeat() {
        late("/content/home", save("late"), "one");
        git.noFault();
        Eventually.eventually("the host takes it", () -> changes().size() == 1);
        JsonNode saved = again("/content/home", save("late"), "one").is(200).json();
        assertThat(changes()).containsExactly(saved.get("branch").asString());
    }

    @Test
    void aSaveThatArrivesAfterItsRepeatIsNoSecondChange() {
        late("/content/home", save("late"), "one");
        git.fault("git-receive-pack", Fault.NONE, 0);
        JsonNode saved = again("/content/home", save("late"), "one").is(200).json();
        git.release();
        Eventually.eventually("the late push was answered", () -> git.lateAnswers() == 1);
        assertThat(changes()).containsExactly(saved.get("branch").asString());
        assertThat(git.tip(HostedProject.REPOSITORY, saved.get("branch").asString()))
                .isEqualTo(saved.at("/commit/sha").asString());
    }

    @Test
    void aMergeThatArrivesLateIsFoundByItsRepeat() {
        String branch = open("a change");
        late(branch, "/merge", "two");
        git.noFault();
        Eventually.eventually("the host takes it", () -> changes().isEmpty());
        JsonNode merged = again(act(branch, "/merge"), Map.of(), "two").is(200).json();
        assertThat(merged.get("merged").asBoolean()).isTrue();
        assertThat(merged.get("sha").asString()).isEqualTo(git.tip(HostedProject.REPOSITORY, "cms"));
    }

    @Test
    void anUpdateThatArrivesLateIsFoundByItsRepeat() {
        String branch = open("a change");
        ada.http()
                .patch(project + "/vocabulary", Map.of("terms", Map.of("hi", Map.of("en", "Hi"))))
                .is(200);
        String before = git.tip(HostedProject.REPOSITORY, branch);
        late(branch, "/update", "three");
        git.noFault();
        Eventually.eventually(
                "the host takes it",
                () -> !git.tip(HostedProject.REPOSITORY, branch).equals(before));
        JsonNode updated =
                again(act(branch, "/update"), Map.of(), "three").is(200).json();
        assertThat(updated.get("sha").asString()).isEqualTo(git.tip(HostedProject.REPOSITORY, branch));
        assertThat(updated.get("updated").asBoolean()).isTrue();
    }

    @Test
    void aRejectionThatArrivesLateIsFoundByItsRepeat() {
        String branch = open("a change");
        late(branch, "/reject", "four");
        git.noFault();
        Eventually.eventually("the host takes it", () -> changes().isEmpty());
        again(act(branch, "/reject"), Map.of(), "four").is(200);
        assertThat(keyed("five").attempt(act(branch, "/reject"), Map.of()).status())
                .as("another request about a branch that is gone")
                .isEqualTo(404);
    }

    private String open(String title) {
        return ada.http()
                .post(project + "/content/home", save(title))
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    private static Map<String, Object> save(String title) {
        return Map.of("locale", "en", "data", Map.of("headline", title));
    }

    private String act(String branch, String verb) {
        return "/branches/" + branch.replace("/", "%2F") + verb;
    }

    private void late(String branch, String verb, String key) {
        late(act(branch, verb), Map.of(), key);
    }

    private void late(String path, Object body, String key) {
        git.fault("git-receive-pack", Fault.LATE, 1);
        Reply unknown = keyed(key).attempt(path, body);
        assertThat(unknown.status()).as(unknown.text()).isEqualTo(503);
        app.clock().advance(Duration.ofSeconds(5));
    }

    private Reply again(String path, Object body, String key) {
        return keyed(key).attempt(path, body);
    }

    /** A client of paths below the project. */
    private record Keyed(Http http, String project) {
        Reply attempt(String path, Object body) {
            return http.attempt(project + path, body);
        }
    }

    private Keyed keyed(String key) {
        return new Keyed(ada.http().with("Idempotency-Key", key), project);
    }

    /** The open changes on the host. */
    private List<String> changes() {
        return cms.testing.GitClient.at(git.bare(HostedProject.REPOSITORY))
                .git("for-each-ref", "--format=%(refname:short)", "refs/heads/cr")
                .lines()
                .toList();
    }
}
