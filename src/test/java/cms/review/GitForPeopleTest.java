package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Clones and pushes with the real {@code git} program (design 2.1). */
@Tag("scenario")
class GitForPeopleTest {
    private static final String LABELS = ".cms/content/site/labels/en.json";

    @TempDir
    private Path folder;

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void everybodyWithARoleInTheProjectClonesAndStrangersSeeNothing() {
        for (Person person : new Person[] {world.ada(), world.bo(), world.cy(), world.dee()}) {
            assertThat(cloneOf(person).show("HEAD", "README.md")).isNotEmpty();
        }
        assertThat(app.url()).isNotNull();
        assertThat(refused(world.nobody(), "ada/blog")).contains("not found");
        assertThat(refused(world.ada(), "ada/none")).contains("not found");
        assertThat(refused(
                        new Person(
                                "x", "x@example.com", "wrong", "", world.ada().http()),
                        "ada/blog"))
                .contains("Authentication failed");
    }

    @Test
    void editorsAndOwnersPushAndOthersAreRefused() {
        for (Person person : new Person[] {world.cy(), world.dee()}) {
            GitClient clone = cloneOf(person);
            clone.write("x.txt", person.email()).commit("try");
            assertThat(clone.attempt("push", "origin", "main").code()).isNotZero();
        }
        GitClient clone = cloneOf(world.bo());
        clone.write("x.txt", "bo").commit("by bo");
        clone.git("push", "--quiet", "origin", "main");
        GitClient owner = cloneOf(world.ada());
        assertThat(owner.show("HEAD", "x.txt")).isEqualTo("bo");
        owner.write("x.txt", "ada").commit("by ada");
        owner.git("push", "--quiet", "origin", "main");
    }

    @Test
    void aPushToTheDefaultBranchIsOnCmsWhenGitReturns() {
        GitClient clone = cloneOf(world.bo());
        String sha = clone.write("x.txt", "x").commit("push");

        clone.git("push", "--quiet", "origin", "main");

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("rev-parse", "origin/cms")).isEqualTo(sha);
    }

    @Test
    void cmsMovesForwardOnlyAndTheTwoTrunksStay() {
        GitClient clone = cloneOf(world.bo());
        clone.write("x.txt", "x").commit("push");
        clone.git("push", "--quiet", "origin", "main");

        assertThat(clone.attempt("push", "--force", "origin", "HEAD~1:refs/heads/cms")
                        .output())
                .contains("only moves forward");
        assertThat(clone.attempt("push", "origin", ":refs/heads/cms").output()).contains("cannot be deleted");
        assertThat(clone.attempt("push", "origin", ":refs/heads/main").output()).contains("cannot be deleted");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/cr").code()).isNotZero();
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/cms/x").code())
                .isNotZero();

        String direct = clone.write("y.txt", "y").commit("forward");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cms");
        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("rev-parse", "origin/main")).isEqualTo(direct);
    }

    @Test
    void aForcedPushThatClashesLeavesBothSidesAndIsOpenedForADecision() {
        allowForcePushes();
        GitClient clone = cloneOf(world.bo());
        String text = clone.show("HEAD", LABELS) + "\n";
        clone.write(LABELS, text.replace("\"Home\"", "\"Here\"")).commit("here");
        clone.git("push", "--quiet", "origin", "main");
        String landed = clone.git("rev-parse", "HEAD");
        clone.git("reset", "--quiet", "--hard", "HEAD~1");
        String other =
                clone.write(LABELS, text.replace("\"Home\"", "\"There\"")).commit("there");

        clone.git("push", "--quiet", "--force", "origin", "main");

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("rev-parse", "origin/cms")).isEqualTo(landed);
        assertThat(clone.git("rev-parse", "origin/main")).isEqualTo(other);
        JsonNode branches =
                world.cy().http().get(world.p() + "/branches").json().get("branches");
        assertThat(branches.get(0).get("name").asString()).matches("cr/push/\\d+-[0-9a-f]{4}");
        assertThat(branches.get(0).get("sha").asString()).isEqualTo(other);
        JsonNode health = world.cy().http().get(world.p() + "/branches/health").json();
        assertThat(health.get("status").asString()).isEqualTo("warning");
        assertThat(health.get("parkedPush").asString()).startsWith("cr/push/");
    }

    @Test
    void aForcedPushThatDoesNotClashLosesNothingOfEitherSide() {
        allowForcePushes();
        GitClient clone = cloneOf(world.bo());
        clone.write("mine.txt", "mine").commit("mine");
        clone.git("push", "--quiet", "origin", "main");
        clone.git("reset", "--quiet", "--hard", "HEAD~1");
        clone.write("theirs.txt", "theirs").commit("theirs");

        clone.git("push", "--quiet", "--force", "origin", "main");

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.show("origin/cms", "mine.txt")).isEqualTo("mine");
        assertThat(clone.show("origin/cms", "theirs.txt")).isEqualTo("theirs");
        assertThat(clone.git("rev-parse", "origin/main")).isEqualTo(clone.git("rev-parse", "origin/cms"));
    }

    @Test
    void onlyThoseWhoMayRejectDeleteAChangeByPush() {
        GitClient clone = cloneOf(world.bo());
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/x");

        assertThat(clone.attempt("push", "origin", ":refs/heads/cr/x").output()).contains("Only reviewers");
        cloneOf(world.ada()).git("push", "--quiet", "origin", ":refs/heads/cr/x");
        assertThat(clone.git("ls-remote", "origin")).doesNotContain("cr/x");
    }

    @Test
    void anEditorRemovesNoTagAndNoBranchThatSomebodyElseBegan() {
        GitClient owner = cloneOf(world.ada());
        owner.git("tag", "v1");
        owner.git("push", "--quiet", "origin", "v1", "HEAD:refs/heads/release");
        GitClient clone = cloneOf(world.bo());
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/his", "HEAD:refs/tags/v2");
        clone.write("x.txt", "bo").commit("more");

        assertThat(clone.attempt("push", "origin", ":refs/tags/v1").output()).contains("Only reviewers");
        assertThat(clone.attempt("push", "--force", "origin", "HEAD:refs/tags/v1")
                        .output())
                .contains("Only reviewers");
        assertThat(clone.attempt("push", "origin", ":refs/heads/release").output())
                .contains("the person who began it");
        clone.git("reset", "--quiet", "--hard", "HEAD~1");
        owner.write("y.txt", "ada").commit("hers alone");
        owner.git("push", "--quiet", "origin", "HEAD:refs/heads/release");
        assertThat(clone.attempt("push", "--force", "origin", "HEAD:refs/heads/release")
                        .output())
                .contains("the person who began it");
        clone.git("push", "--quiet", "origin", ":refs/heads/his");
        assertThat(owner.git("ls-remote", "origin"))
                .contains("refs/tags/v1", "refs/heads/release")
                .doesNotContain("refs/heads/his");
        owner.git("push", "--quiet", "origin", ":refs/tags/v1", ":refs/heads/release");
    }

    /** Seen to fail when it is not asked whose change it is, as the next one. */
    @Test
    void aChangeTakesPushesOfWhoeverOpenedItAndOfOwnersAndOfNobodyElse() {
        GitClient owner = cloneOf(world.ada());
        owner.write("x.txt", "ada").commit("by ada");
        owner.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/hers");
        GitClient clone = cloneOf(world.bo());
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/his");

        clone.git("reset", "--quiet", "--hard", "origin/cr/hers");
        clone.write("y.txt", "bo").commit("on top");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/cr/hers").output())
                .contains("Somebody else opened");
        clone.git("reset", "--quiet", "--hard", "origin/main");
        assertThat(clone.attempt("push", "--force", "origin", "HEAD:refs/heads/cr/hers")
                        .output())
                .contains("Somebody else opened");
        assertThat(clone.attempt("push", "origin", ":refs/heads/cr/hers").output())
                .contains("Only reviewers");
        assertThat(clone.git("ls-remote", "origin", "refs/heads/cr/hers")).startsWith(owner.git("rev-parse", "HEAD"));

        String first = clone.write("z.txt", "1").commit("more of bo");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/his");
        clone.git("commit", "--quiet", "--amend", "--message", "otherwise");
        clone.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/cr/his");
        assertThat(clone.git("ls-remote", "origin", "refs/heads/cr/his")).doesNotContain(first);
        owner.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/cr/his");
    }

    @Test
    void aSaveThatWaitsTakesPushesOfWhoeverSavedOnly() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        String hers = save(world.ada());
        String his = save(world.bo());
        GitClient clone = cloneOf(world.bo());

        clone.git("checkout", "--quiet", "--detach", "origin/" + hers);
        clone.write("x.txt", "x").commit("on hers");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/" + hers).output())
                .contains("Somebody else opened");
        clone.git("checkout", "--quiet", "--detach", "origin/" + his);
        clone.write("x.txt", "x").commit("on his");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/" + his);
        clone.write("x.txt", "y").commit("and again");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/" + his);
    }

    /** Shown to fail when the commit that a change stands at is asked alone: to its opener it was somebody else's. */
    @Test
    void aChangeThatSomebodyPushedTakesSavesAndUpdatesOfWhoeverOpenedIt() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        String saved = save(world.bo());
        GitClient clone = cloneOf(world.bo());
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/his");
        clone.git("checkout", "--quiet", "--detach", "origin/" + saved);
        clone.write("x.txt", "x").commit("on his");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/" + saved);
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("domains", List.of("blog", "site", "more")))
                .is(200);

        for (String branch : List.of("cr/his", saved)) {
            String path = world.p() + "/branches/" + branch.replace("/", "%2F") + "/update";
            assertThat(gather(world.ada(), branch)).isEqualTo(200);
            assertThat(gather(world.bo(), branch)).isEqualTo(200);
            world.bo().http().post(path, Map.of()).is(200);
            assertThat(gather(world.bo(), branch)).isEqualTo(200);
        }
        GitClient owner = cloneOf(world.ada());
        owner.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/hers");
        assertThat(gather(world.bo(), "cr/hers")).isEqualTo(403);
        assertThat(gather(world.ada(), "cr/hers")).isEqualTo(200);
        assertThat(gather(world.bo(), "cr/hers")).isEqualTo(403);
    }

    private int gather(Person person, String branch) {
        Map<String, Object> data = Map.of("0123456789ab", Map.of("title", "By " + person.email()));
        return person.http()
                .post(world.p() + "/content/posts", Map.of("branch", branch, "data", data))
                .status();
    }

    private String save(Person person) {
        Map<String, Object> data = Map.of(person.email().substring(0, 2) + "0123456789", Map.of("title", "New"));
        return person.http()
                .post(world.p() + "/content/posts", Map.of("data", data))
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    /** Shown to fail when the push is not looked at. */
    @Test
    void aPushIsToldWhatIsNotValidInItAndStands() {
        GitClient clone = cloneOf(world.bo());
        String good = clone.show("HEAD", LABELS) + "\n";
        clone.write(LABELS, "{ \"title\": 7 }\n").commit("a number");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/cr/labels").output())
                .contains("remote:", "cr/labels is stored", "labels: ", "must be a string");
        clone.write(LABELS, "{ no JSON \u001b[31m").commit("no JSON");

        GitClient.Ended pushed = clone.attempt("push", "origin", "main");

        assertThat(pushed.code()).isZero();
        assertThat(pushed.output())
                .contains("remote:", "main is stored", LABELS + " (line 1) cannot be read")
                .doesNotContain("\u001b[31m");
        assertThat(clone.git("ls-remote", "origin", "refs/heads/cms")).startsWith(clone.git("rev-parse", "HEAD"));
        clone.write(LABELS, good).commit("good again");
        assertThat(clone.attempt("push", "origin", "main").output()).doesNotContain("is stored");
    }

    @Test
    void whereChangesWaitForReviewAnEditorPushesThemAndOnlyThoseWhoMayMergeLandThem() {
        assertThat(world.ada()
                        .http()
                        .patch(world.p() + "/config", Map.of("workflow", "review"))
                        .status())
                .isEqualTo(200);
        GitClient clone = cloneOf(world.bo());
        clone.write("x.txt", "x").commit("unseen");

        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/main").output())
                .contains("wait for a reviewer");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/cms").output())
                .contains("wait for a reviewer");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/content/posts/x");
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_branch", "release"))
                .is(200);
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/release").output())
                .as("what is delivered from it")
                .contains("wait for a reviewer");

        GitClient owner = cloneOf(world.ada());
        assertThat(owner.attempt("show", "origin/cms:x.txt").code()).isNotZero();
        owner.write("y.txt", "y").commit("by the owner");
        owner.git("push", "--quiet", "origin", "main");
    }

    /** Shown to fail when a push asks for the right to save content alone. */
    @Test
    void anEditorPushesContentAndNoModelsOrConfigurationUnlessTheyLandedBefore() {
        GitClient clone = cloneOf(world.bo());
        String model = ".cms/models/more.json";
        String definition = "{ \"id\": \"more\", \"name\": \"More\", \"kind\": \"collection\", \"fields\": {} }";
        clone.write(model, definition).commit("a model");
        String config = clone.show("HEAD", ".cms/config.json");

        for (String branch : new String[] {"main", "cms"}) {
            GitClient.Ended refused = clone.attempt("push", "origin", "HEAD:refs/heads/" + branch);
            assertThat(refused.code()).isNotZero();
            assertThat(refused.output()).contains("may not save models", model, "have it merged");
        }
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/model/more/new");
        clone.git("reset", "--quiet", "--hard", "origin/main");
        clone.write(".cms/config.json", config.replace("auto-merge", "review")).commit("another workflow");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/main").output())
                .contains("may not change the configuration");
        clone.git("reset", "--quiet", "--hard", "origin/main");
        clone.git("rm", "--quiet", ".cms/models/posts.json");
        clone.commit("a model less");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/main").output())
                .contains("may not delete models");

        world.ada()
                .http()
                .post(world.p() + "/branches/cr%2Fmodel%2Fmore%2Fnew/merge", Map.of())
                .is(200);
        clone.git("reset", "--quiet", "--hard", "origin/main");
        clone.write("x.txt", "x").commit("beside what the owner merged");
        clone.git("fetch", "--quiet", "origin");
        clone.git("merge", "--quiet", "--no-edit", "origin/cms");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/main", "HEAD:refs/heads/cms");
        assertThat(clone.show("HEAD", model)).contains("More");
    }

    private GitClient cloneOf(Person person) {
        return GitClient.clone(folder, person, "ada/blog");
    }

    private String refused(Person person, String repository) {
        try {
            GitClient.clone(folder, person, repository);
            return "cloned";
        } catch (AssertionError refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private void allowForcePushes() {
        world.ada().http().patch(world.p(), Map.of("allow_force_pushes", true)).is(200);
    }
}
