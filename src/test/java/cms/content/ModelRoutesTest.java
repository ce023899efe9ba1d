package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.TestApp;
import cms.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Saving, renaming and deleting models and switching their forms, over HTTP. */
class ModelRoutesTest {
    private static final String NOTES = "{'name':'Notes','kind':'collection','domain':'blog','i18n':true,"
            + "'fields':{'title':{'type':'string'},'stars':{'type':'integer'}}}";
    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aModelIsSavedAndSaysWhatItBreaks() {
        JsonNode first = send("PUT", "notes", NOTES, 200);
        assertThat(first.path("merged").asBoolean()).isTrue();
        assertThat(first.path("breakingChanges").isEmpty()).isTrue();
        save("notes", "{'data':{'n1':{'title':'One','stars':3}}}");

        JsonNode answer = send(
                "PUT",
                "notes",
                NOTES.replace("'stars':{'type':'integer'}", "'body':{'type':'text','required':true}"),
                200);

        assertThat(answer.path("breakingChanges").findValuesAsString("type"))
                .containsExactlyInAnyOrder("field_removed", "field_required_added");
        assertThat(answer.at("/breakingChanges/0/affectedEntries").asInt()).isEqualTo(1);
        send("DELETE", "notes", null, 200);
        assertThat(sync().at("/content/notes:en").isMissingNode()).isTrue();
        send("DELETE", "notes", null, 404);
    }

    @Test
    void aRenamedModelAndItsFieldsTakeAllLocalesAlong() {
        send("PUT", "memos", NOTES, 200);
        save("memos", "{'data':{'m1':{'title':'One','stars':3}}}");
        save("memos", "{'locale':'de','data':{'m1':{'title':'Eins'}}}");

        JsonNode answer = send(
                "PUT",
                "memos",
                NOTES.replace("'title'", "'headline'")
                        .replace("{'name'", "{'newId':'jottings','renameFields':{'title':'headline'},'name'"),
                200);

        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.path("breakingChanges").isEmpty()).isTrue();
        JsonNode sync = sync();
        assertThat(sync.at("/content/jottings:en/m1")).isEqualTo(tree("{'headline':'One','stars':3}"));
        assertThat(sync.at("/content/jottings:de/m1")).isEqualTo(tree("{'headline':'Eins'}"));
        assertThat(sync.at("/meta/jottings:en/m1/status").asString()).isEqualTo("draft");
        assertThat(sync.at("/content/memos:en").isMissingNode()).isTrue();
        assertThat(sync.path("models").findValuesAsString("id"))
                .contains("jottings")
                .doesNotContain("memos");
    }

    @Test
    void aModelThatOthersPointIntoStays() {
        assertThat(send("DELETE", "authors", null, 409).at("/data/referencedBy").toString())
                .contains("posts");
        String before = world.ada().http().get(world.p() + "/brain/sync").header("ETag");
        send("PUT", "dry?dryRun=true", NOTES, 200);
        assertThat(world.ada().http().get(world.p() + "/brain/sync").header("ETag"))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "strict | {'kind':'collection','domain':'blog','i18n':true,'fields':{'a':{'type':'string'}}}",
                "strict | {'name':'S','kind':'novel','domain':'blog','i18n':true,'fields':{'a':{'type':'string'}}}",
                "strict | {'name':'S','kind':'collection','domain':'blog','i18n':true,'fields':{'A b':{'type':'string'}}}",
                "strict | {'name':'S','kind':'collection','domain':'blog','i18n':true,'fields':{'a':{'type':'poem'}}}",
                "strict | {'name':'S','kind':'collection','domain':'blog','i18n':true,'fields':{}}",
                "strict | {'name':'S','kind':'collection','domain':'blog','i18n':true,'content_path':'../x','fields':{'a':{'type':'string'}}}",
                "strict | {'name':'S','kind':'collection','domain':'blog','i18n':true,'fields':{'a':{'type':'string','pattern':'('}}}"
            })
    void aDefinitionThatIsNotSoundIsNotWritten(String model, String body) {
        JsonNode answer = send("PUT", model, body, 200);

        assertThat(answer.at("/validation/valid").asBoolean()).isFalse();
        assertThat(answer.path("branch").asString()).isEmpty();
        assertThat(sync().path("models").findValuesAsString("id")).doesNotContain(model);
    }

    /**
     * Two models in one folder would be one: what is deleted in the second would be gone in the first. Shown to fail
     * without {@code FolderClashes}: then the deletion takes the posts along.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "collection | true  | .cms/content/blog/posts | false",
                "singleton  | true  | .cms/content/blog/posts | false",
                "document   | true  | .cms/content/site       | false",
                "document   | true  | .cms/content/blog/guides| false",
                "document   | false | .cms/content/site/pages | false",
                "collection | false | .gitmodules             | false",
                "collection | false | .gitlab/ci              | false",
                "collection | false | .cms/content/blog/posts | true",
                "document   | true  | .cms/content/blog/posts | true",
                "collection | true  | elsewhere/posts         | true"
            })
    void aModelHasAFolderOfItsOwn(String kind, boolean i18n, String path, boolean valid) {
        JsonNode before = sync().path("content");
        ObjectNode model = (ObjectNode) tree(NOTES);
        model.put("kind", kind).put("i18n", i18n).put("content_path", path);

        JsonNode answer = send("PUT", "beside", model.toString(), 200);

        assertThat(answer.at("/validation/valid").asBoolean())
                .as(answer.path("validation").toString())
                .isEqualTo(valid);
        send("DELETE", "beside", null, valid ? 200 : 404);
        assertThat(sync().path("content")).isEqualTo(before);
    }

    @Test
    void tenThousandFieldsAreAFinding() {
        ObjectNode model = (ObjectNode) tree(NOTES);
        ObjectNode fields = model.putObject("fields");
        for (int i = 0; i < 10_000; i++) {
            fields.putObject("f" + i).put("type", "string");
        }

        assertThat(send("PUT", "huge", model.toString(), 200)
                        .at("/validation/valid")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void aFormIsSwitchedAndStaysWhenTheModelIsSaved() {
        send("PUT", "talks", NOTES, 200);

        JsonNode answer = send(
                "PATCH",
                "talks",
                "{'form':{'enabled':true,'public':true,'exposedFields':['title'],'captcha':null}}",
                200);

        assertThat(answer.path("saved").asBoolean()).isTrue();
        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.at("/form/exposedFields")).isEqualTo(tree("['title']"));
        send("PUT", "talks", NOTES, 200);
        assertThat(send("PATCH", "talks", "{'form':{'honeypot':true}}", 200)
                        .at("/form/enabled")
                        .asBoolean())
                .isTrue();
        send("PATCH", "talks", "{}", 400);
        send("PATCH", "talks", "{'form':{'captcha':'other'}}", 400);
        send("PATCH", "talks", "{'form':{'exposedFields':['nowhere']}}", 400);
        send("PATCH", "talks", "{'form':{'exposedFields':[]}}", 400);
        send("PATCH", "home", "{'form':{'enabled':false}}", 400);
        send("PATCH", "nowhere", "{'form':{'enabled':false}}", 404);
    }

    private static void save(String model, String body) {
        assertThat(world.bo()
                        .http()
                        .post(world.p() + "/content/" + model, tree(body))
                        .is(200)
                        .json()
                        .path("merged")
                        .asBoolean())
                .isTrue();
    }

    private static JsonNode send(String method, String path, String body, int status) {
        return world.ada()
                .http()
                .send(method, world.p() + "/models/" + path, body == null ? null : tree(body))
                .is(status)
                .json();
    }

    private static JsonNode sync() {
        return world.ada().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
