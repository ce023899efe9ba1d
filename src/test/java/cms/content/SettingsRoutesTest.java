package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Changing the configuration and the vocabulary, over HTTP. */
@Tag("scenario")
class SettingsRoutesTest {
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
    void aChangedConfigurationLandsAtOnceAndRulesTheNextSave() {
        JsonNode answer = patch("config", "{'workflow':'review'}", 200);

        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.path("pullRequestUrl").isNull()).isTrue();
        assertThat(answer.path("config"))
                .isEqualTo(tree("{'domains':['blog','site'],'locales':{'default':'en','supported':['en','de']},"
                        + "'stack':'other','version':1,'workflow':'review'}"));
        JsonNode save = world.bo()
                .http()
                .post(world.p() + "/content/posts", tree("{'data':{'pending':{'title':'T'}}}"))
                .is(200)
                .json();
        assertThat(save.path("merged").asBoolean()).isFalse();
        assertThat(save.path("workflow").asString()).isEqualTo("review");
        assertThat(sync().at("/content/posts:en").has("pending")).isFalse();
        assertThat(patch("config", "{'domains':['blog','site','shop']}", 200)
                        .path("merged")
                        .asBoolean())
                .isTrue();
        JsonNode status = world.bo()
                .http()
                .patch(
                        world.p() + "/content/posts/status",
                        Map.of("entryIds", sync().at("/content/posts:en").propertyNames(), "status", "archived"))
                .is(200)
                .json();
        assertThat(status.path("merged").asBoolean()).isFalse();
        patch("config", "{'workflow':'auto-merge','domains':['blog','site']}", 200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 400",
                "{'workflow':1} | 400",
                "{'locales':'en'} | 400",
                "{'domains':'blog'} | 400",
                "{'workflow':'yolo'} | 422",
                "{'locales':{'supported':[]}} | 422",
                "{'locales':{'default':'english'}} | 422",
                "{'domains':['a/b']} | 422"
            })
    void badConfigurationsAreRefused(String body, int status) {
        patch("config", body.strip(), status);

        assertThat(sync().at("/config/workflow").asString()).isEqualTo("auto-merge");
    }

    @Test
    void localesAreMergedMemberByMember() {
        JsonNode answer = patch("config", "{'locales':{'supported':['en','de','fr']}}", 200);

        assertThat(answer.at("/config/locales")).isEqualTo(tree("{'default':'en','supported':['en','de','fr']}"));
        patch("config", "{'locales':{'supported':['en','de']}}", 200);
    }

    /** Under another default nobody would look for that file, and drafts without meta count as published. */
    @Test
    void metaThatOlderWritersNamedAfterTheDefaultLocaleStaysWithItsEntries(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        clone.write(".cms/models/notes.json", model("collection"));
        clone.write(".cms/content/blog/notes/data.json", "{\"n1\":{\"title\":\"Not yet\"}}");
        clone.write(".cms/meta/notes/en.json", "{\"n1\":{\"status\":\"draft\"}}");
        clone.write(".cms/models/papers.json", model("document"));
        clone.write(".cms/content/blog/papers/first.md", "---\ntitle: Not yet\n---\n");
        clone.write(".cms/meta/papers/first/en.json", "{\"status\":\"archived\"}");
        clone.commit("Add notes and papers as an older writer had them");
        clone.git("push", "origin", "HEAD");
        List<JsonNode> before = List.of(meta("notes"), meta("papers"));
        assertThat(before.toString()).contains("draft").contains("archived");

        patch("config", "{'locales':{'default':'de'}}", 200);

        assertThat(List.of(meta("notes"), meta("papers"))).isEqualTo(before);
        patch("config", "{'locales':{'default':'en'}}", 200);
        assertThat(List.of(meta("notes"), meta("papers"))).isEqualTo(before);
    }

    private static String model(String kind) {
        return "{\"name\":\"M\",\"kind\":\"" + kind
                + "\",\"domain\":\"blog\",\"i18n\":false,\"fields\":{\"title\":{\"type\":\"string\"}}}";
    }

    private static JsonNode meta(String model) {
        return world.ada()
                .http()
                .get(world.p() + "/content/" + model)
                .is(200)
                .json()
                .at("/entries/0/meta");
    }

    @Test
    void whoMayChangeSettings() {
        Object config = tree("{'domains':['blog','site']}");
        Object terms = tree("{'terms':{'t':{'en':'T'}}}");

        world.bo().http().patch(world.p() + "/config", config).is(403);
        world.dee().http().patch(world.p() + "/vocabulary", terms).is(403);
        world.cy().http().patch(world.p() + "/vocabulary", terms).is(403);
        world.bo().http().patch(world.p() + "/vocabulary", terms).is(200);
        world.nobody().http().patch(world.p() + "/config", config).is(404);
    }

    @Test
    void termsAreMergedByLocaleAndNullDeletes() {
        patch("vocabulary", "{'terms':{'basket':{'en':'Basket','de':'Korb'}}}", 200);
        patch("vocabulary", "{'terms':{'basket':{'de':'Warenkorb'},'till':{'en':'Till'}}}", 200);
        JsonNode answer = patch("vocabulary", "{'terms':{'till':null,'basket':{'en':null}}}", 200);

        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.at("/vocabulary/version").asInt()).isEqualTo(1);
        assertThat(answer.at("/vocabulary/terms/basket")).isEqualTo(tree("{'de':'Warenkorb'}"));
        assertThat(answer.at("/vocabulary/terms").has("till")).isFalse();
        assertThat(sync().at("/vocabulary/basket")).isEqualTo(tree("{'de':'Warenkorb'}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{'terms':{}}",
                "{'terms':[]}",
                "{'terms':{'a':'text'}}",
                "{'terms':{'a':{'en':1}}}",
                "{'terms':{' ':{'en':'x'}}}",
                "{'terms':{'a':{'english':'x'}}}"
            })
    void malformedTermsAreBadRequests(String body) {
        patch("vocabulary", body, 400);
    }

    private static JsonNode patch(String file, String body, int status) {
        return world.ada()
                .http()
                .patch(world.p() + "/" + file, tree(body))
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
