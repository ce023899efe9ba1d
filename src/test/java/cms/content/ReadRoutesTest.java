package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Models, entries and configuration one by one, over HTTP. */
@Tag("scenario")
class ReadRoutesTest {
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
    void modelsAndTheConfigurationAreWhatTheSnapshotHolds() {
        JsonNode snapshot = read("/brain/sync");

        assertThat(read("/models").path("models")).isEqualTo(snapshot.path("models"));
        assertThat(read("/models/authors").path("model"))
                .isEqualTo(snapshot.path("models")
                        .valueStream()
                        .filter(model -> model.path("id").asString().equals("authors"))
                        .findFirst()
                        .orElseThrow());
        assertThat(read("/config").at("/config/locales")).isEqualTo(snapshot.at("/config/locales"));
    }

    @Test
    void anEntryOfEachKindIsReadByItself() {
        JsonNode snapshot = read("/brain/sync");
        String post =
                snapshot.at("/content/posts:de").propertyNames().iterator().next();
        JsonNode entry = read("/content/posts/" + post + "?locale=de");
        assertThat(entry.path("data")).isEqualTo(snapshot.at("/content/posts:de/" + post));
        assertThat(entry.path("id").asString()).isEqualTo(post);

        JsonNode guide = snapshot.at("/content/guides:en/0");
        JsonNode document = read("/content/guides/" + guide.path("slug").asString());
        assertThat(document.path("data")).isEqualTo(guide.path("frontmatter"));
        assertThat(document.path("body")).isEqualTo(guide.path("body"));

        assertThat(read("/content/home/home").path("data")).isEqualTo(snapshot.at("/content/home:en"));
        assertThat(read("/content/labels/labels?locale=de").path("data")).isEqualTo(snapshot.at("/content/labels:de"));
        assertThat(read("/content/labels").path("entries")).hasSize(1);
    }

    @Test
    void aListIsReadPageByPageAndFiltered() {
        StringBuilder entries = new StringBuilder();
        for (int i = 10; i < 35; i++) {
            entries.append(i == 10 ? "" : ",")
                    .append("'paged-")
                    .append(i)
                    .append("':{'title':'Paged ")
                    .append(i)
                    .append("'}");
        }
        save("{'data':{" + entries + "}}");
        List<String> found = new ArrayList<>();
        String query = "/content/posts?search=PAGED&fields=title&limit=10";
        JsonNode page = read(query);
        String commit = page.path("commit").asString();
        assertThat(page.path("total").asInt()).isEqualTo(25);
        while (true) {
            page.path("entries").forEach(entry -> {
                assertThat(entry.path("data").propertyNames()).containsExactly("title");
                found.add(entry.path("id").asString());
            });
            if (page.path("next").isNull()) {
                break;
            }
            page = read(query + "&at=" + commit + "&cursor=" + page.path("next").asString());
        }
        assertThat(found).hasSize(25).doesNotHaveDuplicates().isSorted();

        assertThat(read("/content/posts?ids=paged-11,paged-12,no").path("total").asInt())
                .isEqualTo(2);
        assertThat(read("/content/posts?ids=paged-11&status=published")
                        .path("total")
                        .asInt())
                .isZero();
        assertThat(read("/content/posts?ids=paged-11&status=draft")
                        .path("total")
                        .asInt())
                .isEqualTo(1);
    }

    /** Shown to fail with a tag of the whole content. */
    @Test
    void theTagOfAnEntryIsTheOneThatASaveExpectsAndOnlyItsOwnSaveChangesIt() {
        save("{'data':{'one':{'title':'One'},'two':{'title':'Two'}}}");
        Reply one = world.dee().http().get(world.p() + "/content/posts/one").is(200);
        String tag = one.header("ETag");
        save("{'data':{'two':{'title':'Changed'}}}");
        world.dee()
                .http()
                .with("If-None-Match", tag)
                .get(world.p() + "/content/posts/one")
                .is(304);
        assertThat(read("/content/posts?ids=one").at("/entries/0/etag").asString())
                .isEqualTo(tag.replace("\"", ""));

        world.bo()
                .http()
                .with("If-Match", tag)
                .post(world.p() + "/content/posts", Json.parse("{\"data\":{\"one\":{\"title\":\"Mine\"}}}"))
                .is(200);
        world.bo()
                .http()
                .with("If-Match", tag)
                .post(world.p() + "/content/posts", Json.parse("{\"data\":{\"one\":{\"title\":\"Late\"}}}"))
                .is(412);
        String model =
                world.dee().http().get(world.p() + "/models/posts").is(200).header("ETag");
        world.dee()
                .http()
                .with("If-None-Match", model)
                .get(world.p() + "/models/posts")
                .is(304);
        String list = world.dee().http().get(world.p() + "/models").is(200).header("ETag");
        world.dee()
                .http()
                .with("If-None-Match", list)
                .get(world.p() + "/models")
                .is(304);
    }

    @Test
    void whatIsNotThereAndWhatIsNotAllowedLookAlike() {
        for (String path : List.of(
                "/models/none",
                "/content/none",
                "/content/none/x",
                "/content/posts/none",
                "/content/posts?locale=fr",
                "/models?at=" + "0".repeat(40))) {
            world.dee().http().get(world.p() + path).is(404);
        }
        for (String path : List.of(
                "/content/posts?limit=0",
                "/content/posts?limit=101",
                "/content/posts?limit=many",
                "/content/posts?status=live",
                "/content/posts?page=2",
                "/models?locale=en")) {
            world.dee().http().get(world.p() + path).is(400);
        }
    }

    private static JsonNode read(String path) {
        return world.dee().http().get(world.p() + path).is(200).json();
    }

    private static void save(String json) {
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Json.parse(json.replace('\'', '"')))
                .is(200);
    }
}
