package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Content that people push is read tolerantly, shown at once, and never overwritten when it cannot be read. */
@Tag("scenario")
class PushedContentTest {
    @TempDir
    private static Path folder;

    private static TestApp app;
    private static World world;
    private static GitClient clone;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        JsonNode project = world.ada().http().get(world.p()).is(200).json();
        clone = GitClient.clone(
                folder, world.ada(), project.path("repo_full_name").asString());
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aNewModelAndItsContentAreVisibleAtOnce() {
        push(
                ".cms/models/teas.json",
                "\ufeff{\"kind\":\"collection\",\"id\":\"teas\",\r\n\"name\":\"Teas\",\"domain\":\"site\",\"i18n\":false,"
                        + "\"fields\":{\"name\":{\"type\":\"string\",\"required\":true},"
                        + "\"hot\":{\"type\":\"boolean\",\"default\":true,\"required\":true}}}");
        push(".cms/content/site/teas/data.json", "[{\"name\":\"Oolong\",\"id\":\"oolong\"}]");
        push(".cms/meta/teas/en.json", "{\"oolong\":{\"status\":\"published\"}}");

        assertThat(sync().at("/content/teas:en/oolong/name").asString()).isEqualTo("Oolong");
        assertThat(sync().at("/meta/teas:en/oolong/status").asString()).isEqualTo("published");
        assertThat(sync().at("/meta/teas:en/oolong/createdBy").asString()).isEqualTo("ada@example.com");

        save("teas", "{'data':{'sencha':{'name':'Sencha','hot':true},'oolong':{'hot':false}}}", true);
        assertThat(sync().at("/content/teas:en"))
                .isEqualTo(tree("{'oolong':{'hot':false,'name':'Oolong'},'sencha':{'name':'Sencha'}}"));
        assertThat(sync().at("/meta/teas:en/oolong/status").asString()).isEqualTo("published");
        clone.git("pull", "--rebase");
        assertThat(clone.show("HEAD", ".cms/content/site/teas/data.json"))
                .isEqualTo("{\n  \"oolong\": {\n    \"hot\": false,\n    \"name\": \"Oolong\"\n  },\n"
                        + "  \"sencha\": {\n    \"name\": \"Sencha\"\n  }\n}");
        assertThat(clone.show("HEAD", ".cms/meta/teas/data.json")).contains("\"sencha\"");
    }

    @Test
    void aBrokenFileIsAFindingAndStays() {
        push(".cms/content/blog/categories/de.json", "{\n  \"a\": {\n    \"title\": \n  }\n}\n");

        JsonNode warnings = sync().at("/schemaValidation/warnings");
        assertThat(warnings.toString()).contains(".cms/content/blog/categories/de.json (line 4)");
        assertThat(sync().path("content").has("categories:de")).isFalse();
        JsonNode refused = save("categories", "{'locale':'de','data':{'b':{'title':'B'}}}", false);
        assertThat(refused.at("/validation/errors/0/message").asString()).contains("is not overwritten");
        save("categories", "{'data':{'b':{'title':'B'}}}", true);
        clone.git("pull", "--rebase");
        assertThat(clone.show("HEAD", ".cms/content/blog/categories/de.json")).contains("\"title\":");
    }

    @Test
    void aBrokenModelHidesOnlyItself() {
        push(".cms/models/broken.json", "{\"id\":\"broken\",");

        assertThat(sync().at("/schemaValidation/warnings").toString()).contains(".cms/models/broken.json");
        world.bo()
                .http()
                .post(world.p() + "/content/broken", tree("{'data':{'a':{'x':1}}}"))
                .is(404);
        assertThat(sync().path("content").has("posts:en")).isTrue();
    }

    @Test
    void aDocumentWithHostileFrontmatterIsAFinding() {
        push(".cms/content/site/pages/bomb.md", "---\na: &a [x]\nb: [*a, *a]\n---\n\nText\n");

        assertThat(sync().at("/schemaValidation/warnings").toString()).contains("pages/bomb.md (line 3)");
        assertThat(sync().at("/content/pages:en").toString()).doesNotContain("bomb");
    }

    @Test
    void entriesThatAreOlderThanTheirModelHaveTimes() {
        push(".cms/content/site/cups/data.json", "{\"mug\":{\"name\":\"Mug\"}}");
        assertThat(sync().path("content").has("cups:en")).isFalse();
        push(
                ".cms/models/cups.json",
                "{\"id\":\"cups\",\"kind\":\"collection\",\"domain\":\"site\",\"i18n\":false,"
                        + "\"fields\":{\"name\":{\"type\":\"string\"}}}");

        assertThat(sync().at("/meta/cups:en/mug/createdBy").asString()).isEqualTo("ada@example.com");
        assertThat(sync().at("/meta/posts:en").valueStream()).allMatch(meta -> meta.has("createdAt"));
    }

    @Test
    void halvesOfSurrogatePairsAreAFinding() {
        push(".cms/content/site/redirects/data.json", "{\"a\":\"\\ud800\"}");

        assertThat(sync().at("/schemaValidation/warnings").toString()).contains("redirects/data.json");
    }

    private static void push(String path, String text) {
        clone.git("pull", "--rebase");
        clone.write(path, text);
        clone.commit("Change " + path);
        clone.git("push", "origin", "HEAD");
    }

    private static JsonNode save(String model, String body, boolean valid) {
        JsonNode answer = world.bo()
                .http()
                .post(world.p() + "/content/" + model, tree(body))
                .is(200)
                .json();
        assertThat(answer.at("/validation/valid").asBoolean())
                .as(answer.toString())
                .isEqualTo(valid);
        return answer;
    }

    private static JsonNode sync() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
