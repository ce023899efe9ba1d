package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The life of branches as callers, clones and listeners see it (spec 4.8, reference 2.6 and 3.4). Each was shown to
 * fail with its defence taken out: what a base reaches is not asked, the key is not in the journal, the warning begins
 * one later, clashing names are not looked for, a landing is told for the branch and for the content, {@code If-Match}
 * is not compared.
 */
@Timeout(120)
class BranchLifeTest {
    private static final int WARNING = 50;
    private static final int MOST = 2_000;

    @TempDir
    private Path folder;

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        world.dee().http().get(world.p() + "/brain/sync").is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** A commit that nothing of the project leads to any more, or never did, is no commit of it. */
    @Test
    void aFormCannotHaveBeenOpenedOnACommitThatTheProjectDoesNotReach() {
        review();
        String rejected = save("one", "One").at("/commit/sha").asString();
        String branch = branches().getFirst();
        decide(branch, "reject").is(200);
        GitClient git = GitClient.at(app.data().resolve("repositories/ada/blog.git"));
        assertThat(git.git("cat-file", "-t", rejected)).as("it is still stored").isEqualTo("commit");
        String tree = git.git("rev-parse", "cms^{tree}");
        String journal = git.git("rev-parse", "refs/cms/journal");
        for (String base : List.of(rejected, tree, journal, "0".repeat(40))) {
            saveOn(base).is(404);
        }
        for (String base : List.of("", "cms", "HEAD", "refs/heads/cms", rejected.substring(1), "'", rejected + "0")) {
            assertThat(saveOn(base).status()).as(base).isIn(400, 404);
        }
        assertThat(branches()).isEmpty();
    }

    /** Somebody has merged it with Git: nothing is left to merge, and that is noted like any other decision. */
    @Test
    void aMergeThatMakesNoCommitIsRepeatedWithItsKeyAfterACrash() throws SQLException {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        clone.git("checkout", "--quiet", "-B", "work", "origin/cms");
        clone.write("notes.txt", "one").commit("Note");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/notes/one", "HEAD:refs/heads/cms");
        String cms = clone.git("rev-parse", "HEAD");
        Http cy = world.cy().http().with("Idempotency-Key", "merge-it");
        JsonNode first = merge(cy, "cr/notes/one").is(200).json();
        assertThat(first.get("sha").asString()).isEqualTo(cms);
        save("two", "Two");

        for (int crash = 0; crash < 2; crash++) {
            forgetAnswers();
            app.restart();
            JsonNode again = merge(cy, "cr/notes/one").is(200).json();
            assertThat(again.get("sha")).isEqualTo(first.get("sha"));
            assertThat(again.get("merged").asBoolean()).isTrue();
        }
        merge(world.cy().http(), "cr/notes/one").is(404);
        assertThat(lines("merge_branch", "cr/notes/one")).isEqualTo(1);
    }

    @Test
    void aCleanUpIsRepeatedWithItsKeyAfterACrash() throws SQLException {
        pushBranches(2);
        String path = world.p() + "/branches/cleanup";
        Http ada = world.ada().http().with("Idempotency-Key", "tidy");
        JsonNode first = ada.post(path, Map.of()).is(200).json();
        assertThat(first.get("deleted").size()).isEqualTo(2);
        pushBranches(1);
        forgetAnswers();
        app.restart();

        JsonNode again = ada.post(path, Map.of()).is(200).json();

        assertThat(again.get("deleted")).isEqualTo(first.get("deleted"));
        assertThat(branches()).as("what landed since stays").hasSize(1);
        ada.post(path, Map.of("other", "body")).is(422);
        assertThat(world.ada()
                        .http()
                        .post(path, Map.of())
                        .is(200)
                        .json()
                        .get("deleted")
                        .size())
                .isEqualTo(1);
    }

    /** A writer who wants a second pair of eyes need not change the workflow of everybody. */
    @Test
    void aSaveMayAskForReviewWhereSavesLandAtOnce() {
        Map<String, Object> asks = new HashMap<>(data("asked"));
        asks.put("review", true);
        String path = world.p() + "/content/posts";
        JsonNode saved = world.bo().http().post(path, asks).is(200).json();
        assertThat(saved.get("merged").asBoolean()).isFalse();
        assertThat(branches()).containsExactly(saved.get("branch").asString());
        assertThat(save("other", "Other").get("merged").asBoolean()).isTrue();
        asks.put("review", "yes");
        world.bo().http().post(path, asks).is(400);
        merge(world.cy().http(), branches().getFirst()).is(200);
        assertThat(branches()).isEmpty();
    }

    /** Design over reference 3.4: at 50 the health is a warning. */
    @Test
    void fiftyOpenChangesAreAWarning() {
        openChanges(0, WARNING - 1);
        assertThat(health()).isEqualTo("ok " + (WARNING - 1));
        openChanges(WARNING - 1, 1);
        assertThat(health()).isEqualTo("warning " + WARNING);
        assertThat(save("one", "One").get("merged").asBoolean()).isTrue();
        review();
        assertThat(save("two", "Two").get("merged").asBoolean()).isFalse();
        assertThat(health()).isEqualTo("warning " + (WARNING + 1));
    }

    /**
     * Decision 107: what would open one more is refused and told what to do, by every way in; what opens none is not.
     * Shown to fail without the question in saves, in trials and in pushes, each by its own line.
     */
    @Test
    void twoThousandChangesAreOpenAtMost() {
        review();
        String bos = save("one", "One").get("branch").asString();
        openBesides(MOST - 1);
        String save = world.p() + "/content/posts";
        for (String asked : List.of(save, save + "?dryRun=true")) {
            Reply refused = world.bo().http().post(asked, data("two")).is(409);
            assertThat(refused.json().get("code").asString()).isEqualTo("changes.too_many");
            assertThat(refused.text()).contains("merge or discard some");
        }
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        assertThat(clone.attempt("push", "origin", "origin/cms:refs/heads/cr/one/more")
                        .output())
                .contains("[remote rejected]", "merge or discard some");

        clone.git("push", "--quiet", "origin", "origin/cms:refs/heads/elsewhere", ":refs/heads/cr/open/7");
        clone.git("push", "--quiet", "origin", "origin/cms:refs/heads/cr/one/more");
        Map<String, Object> more = new HashMap<>(data("two"));
        more.put("branch", bos);
        world.bo().http().post(save, more).is(200);
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "auto-merge"))
                .is(200);
        assertThat(save("three", "Three").get("merged").asBoolean()).isTrue();
        review();
        decide("cr/open/0", "reject").is(200);
        assertThat(save("four", "Four").get("merged").asBoolean()).isFalse();
        world.bo().http().post(save, data("five")).is(409);
    }

    @Test
    void aRepositoryWhoseBranchesStandInTheWayIsNotConnected() {
        for (String inTheWay : List.of("cr", "cr/push", "cms/x", "cms/deep/er")) {
            String name = "clash" + inTheWay.replace("/", "-");
            String w = "/api/workspaces/" + world.workspaceId();
            world.ada()
                    .http()
                    .post(
                            "/api/git_host/create-from-template",
                            Map.of("workspaceId", world.workspaceId(), "templateRepo", "starters/blog", "name", name))
                    .is(200);
            GitClient bare = GitClient.at(app.data().resolve("repositories/ada/" + name + ".git"));
            bare.git("update-ref", "refs/heads/" + inTheWay, bare.git("rev-parse", "main"));
            Map<String, String> body = Map.of("repoFullName", "ada/" + name, "name", name);
            Reply refused = world.ada().http().post(w + "/projects", body).is(409);
            assertThat(refused.text()).contains("cr or cr/push").contains("rename");
            bare.git("update-ref", "-d", "refs/heads/" + inTheWay);
            world.ada().http().post(w + "/projects", body).is(200);
        }
    }

    @Test
    void eachDecisionIsToldAndLoggedOnceOverRestartsAndRepetitions() {
        review();
        try (Events stream = world.dee().http().events("GET", world.p() + "/events", null)) {
            save("one", "One");
            save("two", "Two");
            List<String> open = branches();
            String merged = open.getFirst();
            String rejected = open.getLast();
            Http cy = world.cy().http().with("Idempotency-Key", "once");
            merge(cy, merged).is(200);
            merge(cy, merged).is(200);
            decide(rejected, "reject").is(200);
            decide(rejected, "reject").is(404);
            Map<String, Integer> told = new TreeMap<>();
            // What is told at the same time says what became of changes first, and of the snapshot last.
            while (!told.containsKey("change.rejected " + rejected) || !told.containsKey("snapshot ")) {
                JsonNode event = stream.next().orElseThrow();
                String type = event.get("type").asString();
                told.merge(type + " " + event.path("branch").asString(""), 1, Integer::sum);
            }
            assertThat(told)
                    .containsEntry("change.opened " + merged, 1)
                    .containsEntry("change.opened " + rejected, 1)
                    .containsEntry("change.landed " + merged, 1)
                    .containsEntry("change.rejected " + rejected, 1)
                    .hasSize(5);
            for (int restart = 0; restart < 2; restart++) {
                assertThat(lines("merge_branch", merged)).isEqualTo(1);
                assertThat(lines("reject_branch", rejected)).isEqualTo(1);
                app.restart();
            }
        }
    }

    @Test
    void somethingIsUndoneOnTopOfWhatWasSeenOnly() {
        save("one", "One");
        save("one", "Changed");
        JsonNode history =
                world.dee().http().get(world.p() + "/history").is(200).json().get("history");
        String newest = history.get(0).get("commit").asString();
        save("two", "Two");
        String path = world.p() + "/history/" + newest + "/revert";

        Reply stale = world.bo()
                .http()
                .with("If-Match", "\"" + newest + "\"")
                .post(path)
                .is(412);

        String now = stale.json().at("/data/current/sha").asString();
        assertThat(now).isNotEqualTo(newest).hasSize(40);
        world.bo().http().post(path, Map.of("sha", newest)).is(412);
        Reply unknown =
                world.bo().http().post(path.replace(newest, "1".repeat(40))).is(404);
        assertThat(unknown.text())
                .as("no word about a parameter of another route")
                .doesNotContain("`at`");
        world.bo().http().with("If-Match", "\"" + now + "\"").post(path).is(200);
    }

    private void review() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
    }

    private static Map<String, Object> data(String entry) {
        return Map.of("data", Map.of(entry, Map.of("title", entry)));
    }

    private JsonNode save(String entry, String title) {
        return world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of(entry, Map.of("title", title))))
                .is(200)
                .json();
    }

    private Reply saveOn(String base) {
        return world.bo()
                .http()
                .post(
                        world.p() + "/content/posts",
                        Map.of("base", base, "data", Map.of("late", Map.of("title", "Late"))));
    }

    private Reply decide(String branch, String verb) {
        return world.cy()
                .http()
                .post(world.p() + "/branches/" + URLEncoder.encode(branch, StandardCharsets.UTF_8) + "/" + verb);
    }

    private Reply merge(Http http, String branch) {
        return http.post(
                world.p() + "/branches/" + URLEncoder.encode(branch, StandardCharsets.UTF_8) + "/merge", Map.of());
    }

    private List<String> branches() {
        List<String> names = new ArrayList<>();
        world.dee()
                .http()
                .get(world.p() + "/branches")
                .is(200)
                .json()
                .get("branches")
                .forEach(branch -> names.add(branch.get("name").asString()));
        return names;
    }

    private String health() {
        JsonNode health =
                world.dee().http().get(world.p() + "/branches/health").is(200).json();
        return health.get("status").asString() + " "
                + health.get("unmergedCount").asInt();
    }

    /** Branches that {@code cms} has everything of. */
    private void pushBranches(int count) {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        for (int number = 0; number < count; number++) {
            clone.git("push", "--quiet", "origin", "origin/cms:refs/heads/cr/landed/" + System.nanoTime());
        }
    }

    private void openChanges(int from, int count) {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        clone.git("checkout", "--quiet", "-B", "work", "origin/cms");
        clone.write("open.txt", "open " + from).commit("Open");
        List<String> push = new ArrayList<>(List.of("push", "--quiet", "origin"));
        for (int number = from; number < from + count; number++) {
            push.add("HEAD:refs/heads/cr/open/" + number);
        }
        clone.git(push.toArray(String[]::new));
    }

    /** So many, all of one commit, written by another program. */
    private void openBesides(int count) {
        openChanges(0, 1);
        Path file = app.data().resolve("repositories/ada/blog.git/packed-refs");
        try {
            List<String> refs = new ArrayList<>(Files.readAllLines(file));
            String opened = refs.stream()
                    .filter(line -> line.endsWith(" refs/heads/cr/open/0"))
                    .findFirst()
                    .orElseThrow();
            for (int number = 1; number < count; number++) {
                refs.add(opened.substring(0, opened.length() - 1) + number);
            }
            refs.sort(Comparator.comparing(line -> line.startsWith("#") ? "" : line.split(" ")[1]));
            Path fresh = Files.write(file.resolveSibling("packed-refs.new"), refs);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private long lines(String action, String record) {
        Person ada = world.ada();
        return ada.http()
                .get(world.p() + "/activity?limit=100&action=" + action)
                .is(200)
                .json()
                .get("data")
                .valueStream()
                .filter(line -> line.get("recordId").asString("").equals(record))
                .count();
    }

    /** What a crash between the Git write and the row of its answer leaves. */
    private void forgetAnswers() throws SQLException {
        try (var rows = app.rows();
                var statement = rows.createStatement()) {
            statement.execute("DELETE FROM repeats");
        }
    }
}
