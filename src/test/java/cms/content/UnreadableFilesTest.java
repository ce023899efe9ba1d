package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** No operation writes or removes a file that cannot be read; each says so, and the file is as it was pushed. */
@Tag("scenario")
class UnreadableFilesTest {
    private static final Map<String, String> BROKEN = Map.of(
            ".cms/vocabulary.json", "{\"terms\": ",
            ".cms/meta/posts/en.json", "{ not json",
            ".cms/content/blog/categories/de.json", "[{\"title\": \"no id\"}]",
            ".cms/content/blog/guides/broken/de.md", "---\na: &a [x]\nb: [*a]\n---\n",
            ".cms/meta/guides/sound/en.json", "[]",
            ".cms/content/site/pages/odd.md", "---\ntitle: [\n---\n");

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
        for (String slug : new String[] {"broken", "sound"}) {
            send("POST", "content/guides", "{'slug':'" + slug + "','data':{'title':'T','slug':'" + slug + "'}}");
        }
        send("PATCH", "config", "{'locales':{'default':'en','supported':['en','de','nl']}}");
        clone = GitClient.clone(
                folder, world.ada(), project.path("repo_full_name").asString());
        BROKEN.forEach(clone::write);
        clone.commit("Break some files");
        clone.git("push", "origin", "HEAD");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "POST   | content/posts             | {'data':{'a1':{'title':'T'}}}",
                "POST   | content/posts/batch       | {'items':[{'data':{'a1':{'title':'T'}}}]}",
                "DELETE | content/posts             | {'entryIds':['{post}']}",
                "PATCH  | content/posts/status      | {'entryIds':['{post}'],'status':'archived'}",
                "PATCH  | content/posts/schedule    | {'entryIds':['{post}'],'publish_at':'2030-01-01T00:00:00Z'}",
                "POST   | content/categories        | {'locale':'de','data':{'c1':{'title':'T'}}}",
                "POST   | content/categories/copy-locale | {'from':'en','to':'de'}",
                "POST   | content/guides            | {'locale':'de','slug':'broken','data':{'title':'T'}}",
                "DELETE | content/guides            | {'slugs':['sound']}",
                "POST   | content/guides            | {'slug':'sound','data':{'title':'T'}}",
                "POST   | content/pages             | {'slug':'odd','data':{'title':'T'}}",
                "PATCH  | vocabulary                | {'terms':{'a':{'en':'A'}}}",
                "DELETE | models/guides             | ",
                "PUT    | models/guides             | {'newId':'manuals','name':'G','kind':'document','domain':'blog','i18n':true,'fields':{'title':{'type':'string'}}}"
            })
    void isRefusedAndLeavesTheFile(String method, String path, String body) {
        String post = sync().at("/content/posts:en").propertyNames().iterator().next();

        Reply reply = send(method.strip(), path.strip(), body == null ? null : body.replace("{post}", post));

        boolean refused = reply.status() == 422
                || reply.status() == 200
                        && reply.json().path("validation").has("valid")
                        && !reply.json().at("/validation/valid").asBoolean();
        assertThat(refused).as(reply.status() + " " + reply.text()).isTrue();
        assertThat(reply.text()).containsAnyOf("cannot be read");
        clone.git("pull", "--rebase");
        BROKEN.forEach((file, text) ->
                assertThat(clone.show("HEAD", file).strip()).as(file).isEqualTo(text.strip()));
    }

    private static JsonNode sync() {
        return world.ada().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private static Reply send(String method, String path, String body) {
        return world.ada()
                .http()
                .send(method, world.p() + "/" + path, body == null ? null : Json.parse(body.replace('\'', '"')));
    }
}
