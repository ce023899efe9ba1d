package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Content that is odd, large, deep or saved by many at once: stored exactly, or refused with a finding. */
class HostileContentTest {
    private static final String ODD = "\u0001 \u2028 \ufeff \ud83d\ude00 </script> \u202e \"'\\ ---\n---\r\n\t";

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
    void oddTextsComeBackFromEveryKind() {
        ObjectNode entry = Json.object().put("title", "T").put("excerpt", ODD).put(ODD, ODD);
        save("posts", Json.object().set("odd", entry), true);
        save("labels", Json.object().put(ODD, ODD), true);
        save("home", Json.object().put("intro", ODD), true);
        ObjectNode document = Json.object().put("slug", "odd").put("body", "Text " + ODD + " end");
        document.putObject("data").put("title", "T").put("summary", ODD).put("x-" + ODD, ODD);
        assertThat(post("guides", document).at("/validation/valid").asBoolean()).isTrue();

        JsonNode content = sync().path("content");
        assertThat(content.path("posts:en").path("odd")).isEqualTo(entry);
        assertThat(content.path("labels:en").path(ODD).asString()).isEqualTo(ODD);
        assertThat(content.path("home:en").path("intro").asString()).isEqualTo(ODD);
        JsonNode stored = content.path("guides:en")
                .valueStream()
                .filter(guide -> guide.path("slug").asString().equals("odd"))
                .findFirst()
                .orElseThrow();
        assertThat(stored.at("/frontmatter/summary").asString()).isEqualTo(ODD);
        assertThat(stored.path("frontmatter").path("x-" + ODD).asString()).isEqualTo(ODD);
        assertThat(stored.path("body").asString()).isEqualTo(("Text " + ODD + " end").replace("\r\n", "\n"));
    }

    @Test
    void largeAndDeepValuesAreStoredOrRefused() {
        ObjectNode deep = Json.object().put("leaf", true);
        for (int level = 0; level < 90; level++) {
            ObjectNode outer = Json.object();
            outer.set("n", deep);
            deep = outer;
        }
        ObjectNode entry = Json.object().put("title", "T").put("body", "x".repeat(1_000_000));
        entry.set("deep", deep);
        save("posts", Json.object().set("large", entry), true);

        assertThat(sync().at("/content/posts:en/large")).isEqualTo(entry);
        ObjectNode many = Json.object();
        for (int i = 0; i < 3_000; i++) {
            many.putObject("m" + i).put("title", "T" + i);
        }
        save("categories", many, true);
        assertThat(sync().at("/contentSummary/categories/count").asInt()).isGreaterThanOrEqualTo(3_000);
    }

    @Test
    void numbersAreStoredAsJavaScriptReadsThem() {
        world.bo()
                .http()
                .sendBytes(
                        "POST",
                        world.p() + "/content/posts",
                        "application/json",
                        "{\"data\":{\"num\":{\"title\":\"T\",\"a\":1.0,\"b\":12345678901234567890,\"c\":-0.0,\"d\":1e21}}}"
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .is(200);

        assertThat(sync().at("/content/posts:en/num").toString())
                .isEqualTo("{\"a\":1,\"b\":12345678901234567000,\"c\":0,\"d\":1.0E21,\"title\":\"T\"}");
    }

    @Test
    void manyWritersOfOneFileLoseNothing() throws Exception {
        List<Callable<JsonNode>> saves = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String id = "w" + i;
            saves.add(() ->
                    post("authors", data(Json.object().set(id, Json.object().put("name", id)))));
        }
        try (var writers = Executors.newFixedThreadPool(8)) {
            for (Future<JsonNode> saved : writers.invokeAll(saves)) {
                assertThat(saved.get().path("merged").asBoolean()).isTrue();
            }
        }

        JsonNode snapshot = sync();
        for (int i = 0; i < 60; i++) {
            assertThat(snapshot.at("/content/authors:en/w" + i + "/name").asString())
                    .isEqualTo("w" + i);
            assertThat(snapshot.at("/meta/authors:en/w" + i).has("createdAt")).isTrue();
        }
    }

    /** The door for pushes refuses a folder with such names, so nobody who clones could send one back. */
    @Test
    void nothingIsWrittenUnderANameThatOtherSystemsCannotKeep() {
        ObjectNode document = data(Json.object().put("title", "T")).put("slug", "aux");
        assertThat(world.bo()
                        .http()
                        .post(world.p() + "/content/guides", document)
                        .is(400)
                        .json()
                        .path("message")
                        .asString())
                .contains("\"aux\" is no name of a file on every system");
        ObjectNode model = Json.object().put("name", "Shops").put("kind", "collection");
        model.put("domain", "Blog")
                .put("i18n", true)
                .putObject("fields")
                .putObject("name")
                .put("type", "string");
        world.ada().http().put(world.p() + "/models/shops", model).is(200);

        ObjectNode shops = data(Json.object().set("one", Json.object().put("name", "One")));
        assertThat(world.bo()
                        .http()
                        .post(world.p() + "/content/shops", shops)
                        .is(409)
                        .json()
                        .path("message")
                        .asString())
                .contains("\".cms/content/Blog\" would differ from \".cms/content/blog\" in capitals alone");
    }

    private static void save(String model, JsonNode members, boolean valid) {
        JsonNode answer = post(model, data(members));
        assertThat(answer.at("/validation/valid").asBoolean())
                .as(answer.path("validation").toString())
                .isEqualTo(valid);
    }

    private static ObjectNode data(JsonNode members) {
        ObjectNode body = Json.object();
        body.set("data", members);
        return body;
    }

    private static JsonNode post(String model, JsonNode body) {
        return world.bo()
                .http()
                .post(world.p() + "/content/" + model, body)
                .is(200)
                .json();
    }

    private static JsonNode sync() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }
}
