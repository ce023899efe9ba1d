package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Open changes by each kind of caller, with changes that people pushed (spec 4.8). */
@Tag("scenario")
class ReviewRoutesTest {
    private static final String LABELS = ".cms/content/site/labels/en.json";

    @TempDir
    private Path folder;

    private TestApp app;
    private World world;
    private GitClient clone;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        clone = GitClient.clone(folder, world.bo(), "ada/blog");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void pushedChangesAreListedForEverybodyInTheProject() {
        String sha = propose("cr/content/labels/en/1-aaaa", LABELS, "{\n  \"a\": \"b\"\n}\n");

        for (Person person : List.of(world.ada(), world.bo(), world.cy(), world.dee())) {
            JsonNode branches =
                    person.http().get(world.p() + "/branches").is(200).json().get("branches");
            assertThat(branches.size()).isEqualTo(1);
            assertThat(branches.get(0).get("name").asString()).isEqualTo("cr/content/labels/en/1-aaaa");
            assertThat(branches.get(0).get("sha").asString()).isEqualTo(sha);
            assertThat(branches.get(0).get("protected").asBoolean()).isFalse();
        }
        world.nobody().http().get(world.p() + "/branches").is(404);
        new Http(app.url()).get(world.p() + "/branches").is(401);
    }

    @Test
    void theDifferenceShowsBothSidesParsed() {
        clone.git("checkout", "--quiet", "-b", "cr/x");
        clone.write("notes.txt", "plain").write(LABELS, "{\"a\": \"b\"}");
        clone.git("rm", "--quiet", "package.json");
        clone.commit("three files");
        clone.git("push", "--quiet", "origin", "cr/x");

        JsonNode diff = diff(world.dee(), "cr/x").is(200).json().get("diff");

        assertThat(diff.valueStream()
                        .map(file -> file.get("path").asString() + " "
                                + file.get("status").asString()))
                .containsExactly(LABELS + " modified", "notes.txt added", "package.json removed");
        assertThat(diff.get(0).at("/before/nav.home").asString()).isEqualTo("Home");
        assertThat(diff.get(0).at("/after/a").asString()).isEqualTo("b");
        assertThat(diff.get(1).get("before").isNull()).isTrue();
        assertThat(diff.get(1).get("after").asString()).isEqualTo("plain");
        assertThat(diff.get(2).at("/before/name").asString()).isEqualTo("blog");
        assertThat(diff.get(2).get("after").isNull()).isTrue();
    }

    @Test
    void theDifferenceNamesItsCommits() {
        String begun = landed();
        String first = propose("cr/first", LABELS, "{\"a\": \"b\"}");
        String second = propose("cr/second", "notes.txt", "plain");
        JsonNode fresh = diff(world.dee(), "cr/second").is(200).json();
        assertThat(fresh.get("sha").asString()).isEqualTo(second);
        assertThat(fresh.get("base").asString())
                .isEqualTo(begun)
                .isEqualTo(fresh.get("onto").asString());
        assertThat(fresh.get("commits").asInt()).isEqualTo(1);

        act(world.cy(), "cr/first", "merge").is(200);

        JsonNode behind = diff(world.dee(), "cr/second").is(200).json();
        assertThat(behind.get("base").asString()).isEqualTo(begun);
        assertThat(behind.get("onto").asString()).isEqualTo(landed()).isNotEqualTo(first);
    }

    private String landed() {
        return world.ada()
                .http()
                .get(world.p() + "/history?limit=1")
                .is(200)
                .json()
                .at("/history/0/commit")
                .asString();
    }

    @Test
    void badBranchNamesAreRefusedOnEachRoute() {
        for (String name : List.of("main", "cms", "cr", "cr/", "refs/heads/cr/x", "cr/../cms", "cr/a b", "cr/x.lock")) {
            diff(world.cy(), name).is(400);
            act(world.cy(), name, "merge").is(400);
        }
        diff(world.cy(), "cr/none").is(404);
        act(world.cy(), "cr/none", "merge").is(404);
        act(world.cy(), "cr/none", "reject").is(404);
        act(world.cy(), "cms", "reject").is(403);
        act(world.cy(), "main", "reject").is(400);
    }

    @Test
    void onlyReviewersAdminsAndOwnersMergeAndReject() {
        propose("cr/one", LABELS, "{\n  \"a\": \"b\"\n}\n");
        for (String verb : List.of("merge", "reject")) {
            act(world.bo(), "cr/one", verb).is(403);
            act(world.dee(), "cr/one", verb).is(403);
            act(world.dee(), "cr/none", verb).is(403);
            act(world.nobody(), "cr/one", verb).is(404);
        }

        JsonNode merged = act(world.cy(), "cr/one", "merge").is(200).json();

        assertThat(merged.get("merged").asBoolean()).isTrue();
        assertThat(merged.get("pullRequestUrl").isNull()).isTrue();
        clone.git("fetch", "--quiet", "--prune", "origin");
        assertThat(clone.git("rev-parse", "origin/cms"))
                .isEqualTo(merged.get("sha").asString());
        assertThat(clone.git("rev-parse", "origin/main"))
                .isEqualTo(merged.get("sha").asString());
        assertThat(clone.git("branch", "--remotes")).doesNotContain("cr/one");
        assertThat(clone.git("show", "origin/main:" + LABELS)).contains("\"a\": \"b\"");
        assertThat(clone.git("log", "-1", "--format=%an %b", "origin/cms")).startsWith("cms Co-Authored-By: cy@");
    }

    @Test
    void aRejectedChangeIsGone() {
        propose("cr/one", LABELS, "{}");

        JsonNode rejected = act(world.ada(), "cr/one", "reject").is(200).json();

        assertThat(rejected.get("rejected").asBoolean()).isTrue();
        act(world.ada(), "cr/one", "reject").is(404);
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/branches")
                        .json()
                        .get("branches")
                        .size())
                .isZero();
    }

    @Test
    void twoChangesOfOneValueClashAsData() {
        String text = clone.show("origin/main", LABELS);
        propose("cr/one", LABELS, text.replace("\"Home\"", "\"First\"") + "\n");
        propose("cr/two", LABELS, text.replace("\"Home\"", "\"Second\"") + "\n");
        act(world.cy(), "cr/one", "merge").is(200);

        Reply clash = act(world.cy(), "cr/two", "merge").is(409);

        assertThat(clash.json().get("code").asString()).isEqualTo("content.conflict");
        JsonNode conflict = clash.json().at("/data/conflicts/0");
        assertThat(conflict.get("path").asString()).isEqualTo(LABELS);
        assertThat(conflict.get("field").asString()).isEqualTo("nav.home");
        assertThat(conflict.get("ours").asString()).isEqualTo("First");
        assertThat(conflict.get("theirs").asString()).isEqualTo("Second");
        assertThat(world.cy()
                        .http()
                        .get(world.p() + "/branches")
                        .json()
                        .get("branches")
                        .size())
                .isEqualTo(1);
    }

    @Test
    void aClashLandsWithWhatAPersonDecided() {
        String text = clone.show("origin/main", LABELS);
        propose("cr/one", LABELS, text.replace("\"Home\"", "\"First\"").replace("\"Posts\"", "\"A\"") + "\n");
        propose("cr/two", LABELS, text.replace("\"Home\"", "\"Second\"").replace("\"Posts\"", "\"B\"") + "\n");
        act(world.cy(), "cr/one", "merge").is(200);
        Map<String, Object> theirs = Map.of("path", LABELS, "field", "nav.home", "take", "theirs");
        Map<String, Object> third = Map.of("path", LABELS, "field", "nav.posts", "take", Map.of("value", "C"));

        String merge = path("cr/two") + "/merge";
        world.cy().http().post(merge, Map.of("resolutions", List.of(theirs))).is(409);
        world.cy().http().post(merge, Map.of("resolutions", "theirs")).is(400);
        world.cy()
                .http()
                .post(merge, Map.of("resolutions", List.of(Map.of("path", LABELS))))
                .is(400);
        world.cy()
                .http()
                .post(merge, Map.of("resolutions", List.of(theirs, third)))
                .is(200);

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.show("origin/main", LABELS)).contains("\"nav.home\": \"Second\"", "\"nav.posts\": \"C\"");
    }

    @Test
    void healthIsForAllAndCleaningUpForOwnersAndAdmins() {
        propose("cr/open", LABELS, "{}");
        clone.git("push", "--quiet", "origin", "origin/main:refs/heads/cr/landed");
        JsonNode health =
                world.dee().http().get(world.p() + "/branches/health").is(200).json();
        assertThat(health.get("status").asString()).isEqualTo("ok");
        assertThat(health.get("unmergedCount").asInt()).isEqualTo(1);
        assertThat(health.get("lastChecked").isString()).isTrue();
        world.cy().http().post(world.p() + "/branches/cleanup").is(403);
        world.nobody().http().post(world.p() + "/branches/cleanup").is(404);

        JsonNode cleanup =
                world.ada().http().post(world.p() + "/branches/cleanup").is(200).json();

        assertThat(cleanup.get("deleted").toString()).isEqualTo("[\"cr/landed\"]");
        assertThat(cleanup.get("remaining").asInt()).isEqualTo(1);
        assertThat(cleanup.get("status").asString()).isEqualTo("ok");
    }

    @Test
    void aListOfModelsHidesTheRest() {
        world.narrow(world.cy(), "reviewer", "posts");
        propose("cr/content/labels/en/1-aaaa", LABELS, "{}");

        assertThat(world.cy()
                        .http()
                        .get(world.p() + "/branches")
                        .json()
                        .get("branches")
                        .size())
                .isZero();
        diff(world.cy(), "cr/content/labels/en/1-aaaa").is(404);
        act(world.cy(), "cr/content/labels/en/1-aaaa", "merge").is(404);
        act(world.cy(), "cr/content/labels/en/1-aaaa", "reject").is(404);
        assertThat(GitClient.clone(folder, world.bo(), "ada/blog").git("branch", "-r"))
                .contains("cr/content");
    }

    private String propose(String branch, String path, String text) {
        clone.git("checkout", "--quiet", "-B", branch, "origin/main");
        clone.write(path, text);
        String sha = clone.commit("Propose " + branch);
        clone.git("push", "--quiet", "origin", branch);
        return sha;
    }

    private Reply diff(Person person, String branch) {
        return person.http().get(path(branch) + "/diff");
    }

    private Reply act(Person person, String branch, String verb) {
        return person.http().post(path(branch) + "/" + verb);
    }

    private String path(String branch) {
        String encoded = URLEncoder.encode(branch, StandardCharsets.UTF_8).replace("+", "%20");
        return world.p() + "/branches/" + encoded;
    }
}
