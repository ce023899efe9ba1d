package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What others land and save while somebody works in a clone is still there, and theirs, after a push from it. */
class PulledAndPushedTest {
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
        clone = GitClient.clone(folder, world.ada(), "ada/blog");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /**
     * Shown to fail where {@code cms} is moved to the merge of the clone, whose first parent is a commit of the clone.
     */
    @ParameterizedTest
    @ValueSource(strings = {"main", "cms"})
    void whatLandedMeanwhileKeepsItsPlaceItsTimesAndItsWriter(String branch) {
        String labels = clone.show("HEAD", LABELS) + "\n";
        clone.write(LABELS, labels.replace("\"Home\"", "\"Front\"")).commit("Front");
        save(world.bo(), "0123456789ab", "Of bo");
        save(world.bo(), "0123456789cd", "Of bo again");
        JsonNode before = meta();

        clone.git("pull", "--quiet", "--no-rebase", "--no-edit", "origin", branch);
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);

        assertThat(meta()).isEqualTo(before);
        JsonNode newest = history(0);
        assertThat(newest.at("/actor/email").asString()).isEqualTo("ada@example.com");
        assertThat(newest.get("changes").toString()).contains("Front").doesNotContain("Of bo");
        assertThat(history(1).at("/actor/email").asString()).isEqualTo("bo@example.com");
        assertThat(history(1).toString()).contains("Of bo again");
        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("rev-parse", "origin/main")).isEqualTo(clone.git("rev-parse", "origin/cms"));
        clone.git("pull", "--quiet", "--ff-only", "origin", branch);

        String undo = world.p() + "/history/" + newest.get("commit").asString() + "/revert";
        world.ada().http().post(undo, Map.of()).is(200);
        assertThat(sync().toString())
                .contains("Of bo", "Of bo again", "\"Home\"")
                .doesNotContain("\"Front\"");
        assertThat(meta()).isEqualTo(before);
    }

    @Test
    void aPushThatGoesOnFromCmsIsItself() {
        save(world.bo(), "0123456789ab", "Of bo");
        clone.git("pull", "--quiet", "--ff-only", "origin", "main");
        clone.git("checkout", "--quiet", "-b", "work");
        clone.write("x.txt", "x").commit("x");
        clone.git("checkout", "--quiet", "main");
        clone.git("merge", "--quiet", "--no-ff", "--no-edit", "work");
        String merge = clone.git("rev-parse", "HEAD");

        clone.git("push", "--quiet", "origin", "main");

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("rev-parse", "origin/cms")).isEqualTo(merge);
    }

    /** Shown to fail where it is only asked whose change it is. */
    @Test
    void anEditorDropsNothingThatOthersHaveSavedIntoTheirChange() {
        GitClient his = GitClient.clone(folder, world.bo(), "ada/blog");
        his.write("x.txt", "x").commit("x");
        his.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/x");
        Map<String, Object> data = Map.of("0123456789ab", Map.of("title", "Of ada"));
        world.ada()
                .http()
                .post(world.p() + "/content/posts", Map.of("branch", "cr/x", "data", data))
                .is(200);
        his.write("x.txt", "y").commit("y");
        his.git("fetch", "--quiet", "origin", "main");

        for (String commit : new String[] {"HEAD", "FETCH_HEAD"}) {
            assertThat(his.attempt("push", "--force", "origin", commit + ":refs/heads/cr/x")
                            .output())
                    .contains("commits of somebody else");
        }

        his.git("pull", "--quiet", "--no-rebase", "--no-edit", "origin", "cr/x");
        his.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/x");
        his.git("commit", "--quiet", "--amend", "--message", "otherwise");
        his.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/cr/x");
        clone.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/cr/x");
    }

    /** Shown to fail where only commits that the service has made tell whose they are. */
    @Test
    void anEditorDropsNothingThatOthersHavePushedToTheirChange() {
        GitClient his = GitClient.clone(folder, world.bo(), "ada/blog");
        his.write("x.txt", "x").commit("x");
        his.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/x");
        clone.git("pull", "--quiet", "origin", "cr/x");
        clone.write("y.txt", "of ada").commit("y");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/x");
        his.write("x.txt", "y").commit("y");

        assertThat(his.attempt("push", "--force", "origin", "HEAD:refs/heads/cr/x")
                        .output())
                .contains("commits of somebody else");

        his.git("pull", "--quiet", "--no-rebase", "--no-edit", "origin", "cr/x");
        his.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/x");
        his.git("commit", "--quiet", "--amend", "--message", "otherwise");
        his.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/cr/x");
    }

    private void save(Person person, String entry, String title) {
        Map<String, Object> data = Map.of(entry, Map.of("title", title));
        person.http().post(world.p() + "/content/posts", Map.of("data", data)).is(200);
    }

    private JsonNode sync() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private JsonNode meta() {
        return sync().at("/meta/posts:en");
    }

    private JsonNode history(int place) {
        return world.dee()
                .http()
                .get(world.p() + "/history")
                .is(200)
                .json()
                .get("history")
                .get(place);
    }
}
