package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.heap.HeapShare;
import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Changes of more than one answer shows, or one merge compares (decision 180). */
class LargeChangesTest {
    private static final String POSTS = ".cms/content/blog/posts/en.json";
    private static final String TOO_MUCH = "content.too_many_values";
    private static final int CHARACTERS = 3 << 20;

    @TempDir
    private Path folder;

    private TestApp app;
    private World world;
    private Reviewing reviewing;
    private GitClient clone;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        reviewing = new Reviewing(world);
        clone = GitClient.clone(folder, world.ada(), "ada/blog");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aDifferenceShowsTheFilesThatFitAndNamesTheOthers() {
        for (String name : List.of("a.txt", "b.txt", "c.txt", "d.txt")) {
            clone.write("notes/" + name, name + "x".repeat(CHARACTERS));
        }
        clone.write("notes/e.json", "[\"" + "x".repeat(5 << 20) + "\"]").write("notes/z.txt", "short");
        push("cr/notes");

        JsonNode diff = diff("cr/notes");

        assertThat(diff.path("diff").valueStream().map(LargeChangesTest::shown))
                .containsExactly(
                        "notes/a.txt shown",
                        "notes/b.txt shown",
                        "notes/c.txt omitted",
                        "notes/d.txt omitted",
                        "notes/e.json omitted",
                        "notes/z.txt shown");
        assertThat(diff.has("omitted")).isFalse();
    }

    private static String shown(JsonNode file) {
        boolean isOmitted = file.path("omitted").asBoolean(false);
        assertThat(file.path("after").isNull()).isEqualTo(isOmitted);
        return file.path("path").asString() + (isOmitted ? " omitted" : " shown");
    }

    @Test
    void aDifferenceShowsTheValuesThatFitAndSaysThatThereAreMore() {
        clone.write(POSTS, "{" + entry("a") + "," + entry("b") + "," + entry("c") + "}");
        push("cr/posts");

        JsonNode diff = diff("cr/posts");

        assertThat(added(diff)).contains("a excerpt", "a title", "b excerpt", "b title", "c title");
        assertThat(added(diff)).doesNotContain("c excerpt");
        assertThat(diff.path("omitted").asBoolean(false)).isTrue();
        assertThat(detailed("cr/posts").at("/counts/fields").asInt()).isGreaterThanOrEqualTo(6);
    }

    /** Each side is within a file, and three of them are not within an answer. Fails where none counts. */
    @Test
    void valuesThatClashCountAsWell() {
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of("0123456789ab", Map.of("title", "short"))))
                .is(200);
        String start = tip("cms");
        clone.git("checkout", "--quiet", "-B", "large", start);
        clone.write(POSTS, "{" + entry("a") + "}");
        push("main");
        clone.git("checkout", "--quiet", "-B", "other", start);
        clone.write(POSTS, "{" + entry("a").replace("aaa", "bbb") + "}");
        push("cr/clash");

        JsonNode diff = diff("cr/clash");

        assertThat(added(diff)).contains("a excerpt");
        assertThat(diff.path("conflicts").isNull()).isTrue();
        assertThat(diff.path("omitted").asBoolean(false)).isTrue();
        assertThat(reviewing.merge("cr/clash", null).is(409).json().at("/data/conflicts"))
                .isNotEmpty();
    }

    @Test
    void aPageOfHistoryEndsWhereItsValuesAreTooMany() {
        clone.write(POSTS, "{" + entry("a") + "}");
        String first = push("main");
        clone.write(POSTS, "{" + entry("a") + "," + entry("b") + "}");
        String second = push("main");
        clone.write(POSTS, "{" + entry("a") + "," + entry("b") + "," + entry("c") + "}");
        String third = push("main");

        JsonNode page = history("limit=10");
        JsonNode next = history("limit=10&from=" + page.path("next").asString());

        assertThat(commits(page)).containsExactly(third, second);
        assertThat(page.at("/history/0/omitted").asBoolean(false)).isFalse();
        assertThat(commits(next)).startsWith(first);
        assertThat(added(next.at("/history/0"))).contains("a excerpt", "a title");
    }

    @Test
    void aLandingOfMoreThanAnAnswerIsShownAsFarAsItFits() {
        clone.write(POSTS, "{" + entry("a") + "," + entry("b") + "," + entry("c") + "}");
        String pushed = push("main");

        JsonNode page = history("limit=1");

        assertThat(commits(page)).containsExactly(pushed);
        assertThat(page.at("/history/0/omitted").asBoolean(false)).isTrue();
        assertThat(added(page.at("/history/0")))
                .contains("b excerpt", "c title")
                .doesNotContain("c excerpt");
    }

    @Test
    void aMergeOfModelsThatTakeTooMuchIsRefusedWithWhatToDoAndNothingIsLost() {
        save("beside");
        models(3);
        push("cr/models");
        String landed = tip("cms");

        Reply refused = reviewing.merge("cr/models", null).is(422);

        assertThat(refused.json().path("code").asString()).isEqualTo(TOO_MUCH);
        assertThat(refused.json().path("message").asString()).contains(".cms/models/", "smaller");
        assertThat(tip("cms")).isEqualTo(landed);
        assertThat(diff("cr/models").path("diff")).hasSize(3);
        assertThat(detailed("cr/models").at("/counts/files").asInt()).isEqualTo(3);
        models(2);
        clone.git("rm", "--quiet", "-f", ".cms/models/m2.json");
        push("cr/models");
        reviewing.merge("cr/models", null).is(200);
    }

    @Test
    void aPushWhoseMergeWouldTakeTooMuchWaitsAndKeepsNobodyFromSaving() {
        world.ada().http().patch(world.p(), Map.of("allow_force_pushes", true)).is(200);
        save("beside");
        models(3);
        clone.commit("models");
        clone.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/main");

        save("later");

        String parked = world.cy()
                .http()
                .get(world.p() + "/branches/health")
                .is(200)
                .json()
                .path("parkedPush")
                .asString();
        assertThat(parked).startsWith("cr/push/");
        assertThat(diff(parked).path("conflicts").isNull()).isTrue();
        assertThat(detailed(parked).path("state").asString()).isEqualTo("unknown");
        assertThat(reviewing.merge(parked, null).is(422).json().path("code").asString())
                .isEqualTo(TOO_MUCH);
        world.cy()
                .http()
                .post(world.p() + "/branches/" + Reviewing.encode(parked) + "/reject", Map.of())
                .is(200);
        assertThat(reviewing.sync().toString()).contains("beside", "later");
    }

    /** Models of which each takes two fifths of what all have room for. */
    private void models(int count) {
        int objects = (int) (HeapShare.MODELS.bytes() / 5 * 2 / 115);
        for (int model = 0; model < count; model++) {
            clone.write(
                    ".cms/models/m" + model + ".json",
                    "{\"id\":\"m" + model
                            + "\",\"name\":\"M\",\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":false,"
                            + "\"fields\":{},\"x\":[" + "{},".repeat(objects) + "{}]}");
        }
    }

    private static String entry(String id) {
        return "\"" + id + "\":{\"title\":\"T\",\"excerpt\":\"" + id.repeat(CHARACTERS) + "\"}";
    }

    private String push(String branch) {
        String commit = clone.commit("much");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
        return commit;
    }

    private String tip(String branch) {
        clone.git("fetch", "--quiet", "origin");
        return clone.git("rev-parse", "origin/" + branch);
    }

    private void save(String title) {
        Map<String, Object> data = Map.of("0123456789ab", Map.of("title", title));
        Map<String, Object> other = Map.of("ba9876543210", Map.of("title", title));
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", title.equals("later") ? other : data))
                .is(200);
    }

    private JsonNode diff(String branch) {
        return world.dee()
                .http()
                .get(world.p() + "/branches/" + Reviewing.encode(branch) + "/diff")
                .is(200)
                .json();
    }

    private JsonNode detailed(String branch) {
        return world.dee()
                .http()
                .get(world.p() + "/branches?details=true")
                .is(200)
                .json()
                .path("branches")
                .valueStream()
                .filter(each -> each.path("name").asString().equals(branch))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode history(String query) {
        return world.dee().http().get(world.p() + "/history?" + query).is(200).json();
    }

    private static List<String> commits(JsonNode page) {
        return page.path("history")
                .valueStream()
                .map(landing -> landing.path("commit").asString())
                .toList();
    }

    private static List<String> added(JsonNode shown) {
        return shown.path("changes")
                .valueStream()
                .filter(change -> change.path("kind").asString().equals("added"))
                .map(change -> change.path("entry").asString("") + " "
                        + change.path("field").asString(""))
                .toList();
    }
}
