package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.OpenApiAnswers;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What concerns a project as a whole: its beginning, its locales, its health, searching it, and previews of text. Seen
 * to fail without the fold of diacritics, the filter of models, the tags of narrowed answers, and what a landing broke.
 */
@Tag("scenario")
class ProjectRoutesTest {
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

    // ---- init ------------------------------------------------------------------------------------------------------

    @Test
    void aProjectIsInitialisedOnce() {
        String p = blank("first");
        JsonNode before = world.ada().http().get(p + "/brain/sync").is(200).json();
        assertThat(before.path("config").isNull()).isTrue();
        assertThat(before.path("schemaValidation").isNull()).isTrue();
        JsonNode sick = OpenApiAnswers.documented(
                        world.ada().http().get(p + "/health").is(200))
                .json();
        assertThat(sick.path("unavailable").asBoolean()).isTrue();
        assertThat(sick.path("valid").isNull()).isTrue();
        assertThat(sick.at("/git/connected").asBoolean()).isTrue();
        String body = "{'stack':'astro','locales':{'default':'de','supported':['de','en']},'domains':['site'],"
                + "'models':[{'id':'news','name':'News','kind':'collection','domain':'site','i18n':true,"
                + "'fields':{'title':{'type':'string','required':true}}}]}";

        JsonNode tried = ada("POST", p + "/init?dryRun=true", body, 200);
        assertThat(tried.path("branch").asString()).isEmpty();
        assertThat(tried.path("diff").size()).isEqualTo(3);
        assertThat(world.ada()
                        .http()
                        .get(p + "/brain/sync")
                        .json()
                        .path("config")
                        .isNull())
                .isTrue();
        JsonNode answer = ada("POST", p + "/init", body, 200);

        assertThat(answer.path("branch").asString()).startsWith("cr/new/init/");
        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.path("diff")).isEqualTo(tried.path("diff"));
        assertThat(answer.at("/commit/message").asString())
                .startsWith("cms: initialize project\n\nstack: astro\nlocales: de, en\ndomains: site\nmodels: news\n");
        JsonNode sync = world.ada().http().get(p + "/brain/sync").is(200).json();
        assertThat(sync.path("config"))
                .isEqualTo(tree("{'stack':'astro','locales':{'default':'de','supported':['de','en']},"
                        + "'domains':['site'],'workflow':'auto-merge'}"));
        assertThat(sync.path("vocabulary")).isEqualTo(tree("{}"));
        assertThat(sync.at("/schemaValidation/healthScore").asInt()).isEqualTo(100);
        assertThat(sync.at("/contentContext/lastOperation/tool").asString()).isEqualTo("init_project");
        ada("POST", p + "/init", body, 409);
        JsonNode save = ada("POST", p + "/content/news", "{'locale':'de','data':{'n1':{'title':'Eins'}}}", 200);
        assertThat(save.path("merged").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'stack':'cobol'} | 400",
                "{'stack':1} | 400",
                "{'models':{}} | 400",
                "{'models':[1]} | 400",
                "{'models':[{'name':'No id'}]} | 400",
                "{'models':[{'id':'../x'}]} | 400",
                "{'models':[{'id':'a'},{'id':'a'}]} | 400",
                "{'locales':'en'} | 400",
                "{'locales':{'default':'english'}} | 422",
                "{'locales':{'default':'en','supported':['de']}} | 422",
                "{'workflow':'yolo'} | 422",
                "{'domains':['..']} | 422"
            })
    void badBeginningsAreRefused(String body, int status) {
        ada("POST", refusing() + "/init", body, status);
        assertThat(world.ada()
                        .http()
                        .get(refusing() + "/brain/sync")
                        .json()
                        .path("config")
                        .isNull())
                .isTrue();
    }

    @Test
    void anUnsoundModelKeepsTheWholeProjectFromBeginning() {
        JsonNode answer = ada(
                "POST",
                refusing() + "/init",
                "{'models':[{'id':'bad','kind':'collection','fields':{'a':{'type':'poem'}}}]}",
                200);

        assertThat(answer.at("/validation/valid").asBoolean()).isFalse();
        assertThat(answer.path("branch").asString()).isEmpty();
        assertThat(world.ada()
                        .http()
                        .get(refusing() + "/brain/sync")
                        .json()
                        .path("config")
                        .isNull())
                .isTrue();
    }

    // ---- locales ---------------------------------------------------------------------------------------------------

    @Test
    void aLocaleIsAddedWithDraftCopiesOfEveryTranslatedModelInOneCommit() {
        String p = blog("translated");
        JsonNode before = sync(p);
        JsonNode tried = ada("POST", p + "/locales?dryRun=true", "{'locale':'nl','copyFrom':'en'}", 200);
        assertThat(sync(p).path("config")).isEqualTo(before.path("config"));

        JsonNode answer = ada("POST", p + "/locales", "{'locale':'nl','copyFrom':'en'}", 200);

        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.path("diff")).isEqualTo(tried.path("diff"));
        JsonNode sync = sync(p);
        assertThat(sync.at("/config/locales/supported")).isEqualTo(tree("['en','de','nl']"));
        assertThat(sync.at("/content/posts:nl")).isEqualTo(before.at("/content/posts:en"));
        assertThat(sync.at("/content/labels:nl")).isEqualTo(before.at("/content/labels:en"));
        assertThat(sync.at("/content/guides:nl").size())
                .isEqualTo(before.at("/content/guides:en").size());
        assertThat(sync.at("/content").has("pages:nl")).isFalse();
        assertThat(sync.at("/meta/posts:nl"))
                .isNotEmpty()
                .allMatch(meta -> meta.path("status").asString().equals("draft"));
        assertThat(sync.at("/contentContext/lastOperation/tool").asString()).isEqualTo("add_locale");
    }

    @Test
    void aLocaleWithoutCopiesLandsAtOnceEvenInReview() {
        String p = blog("reviewed");
        ada("PATCH", p + "/config", "{'workflow':'review'}", 200);

        assertThat(ada("POST", p + "/locales", "{'locale':'nl'}", 200)
                        .path("merged")
                        .asBoolean())
                .isTrue();
        assertThat(ada("POST", p + "/locales", "{'locale':'fr','copyFrom':'en'}", 200)
                        .path("merged")
                        .asBoolean())
                .isFalse();
        assertThat(sync(p).at("/config/locales/supported")).isEqualTo(tree("['en','de','nl']"));
        ada("POST", p + "/locales", "{'locale':'nl'}", 409);
        ada("POST", p + "/locales", "{'locale':'dutch'}", 400);
        ada("POST", p + "/locales", "{'locale':'it','copyFrom':'it'}", 400);
        ada("POST", p + "/locales", "{'locale':'it','copyFrom':'es'}", 422);
        ada("POST", blank("bare") + "/locales", "{'locale':'it'}", 404);
    }

    // ---- health ----------------------------------------------------------------------------------------------------

    @Test
    void healthTellsOfModelsBranchesAndTheHost() {
        JsonNode health = OpenApiAnswers.documented(
                        world.dee().http().get(world.p() + "/health").is(200))
                .json();

        assertThat(health.path("valid").asBoolean()).isTrue();
        assertThat(health.path("healthScore").asInt()).isBetween(90, 100);
        assertThat(health.path("modelCount").asInt()).isEqualTo(10);
        assertThat(health.path("validModels").asInt()).isEqualTo(10);
        assertThat(health.at("/branchHealth/status").asString()).isEqualTo("ok");
        assertThat(health.at("/branchHealth/unmergedCount").asInt()).isZero();
        assertThat(health.path("git")).isEqualTo(tree("{'connected':true}"));
        assertThat(health.has("unavailable")).isFalse();
    }

    @Test
    void healthTellsWhatTheLastLandingBrokeAlsoAfterARestart() {
        String p = blog("broken");
        JsonNode model = sync(p).path("models")
                .valueStream()
                .filter(one -> one.path("id").asString().equals("posts"))
                .findFirst()
                .orElseThrow();
        var next = (tools.jackson.databind.node.ObjectNode) model.deepCopy();
        next.withObject("fields").remove("excerpt");
        ada("PUT", p + "/models/posts", next.toString(), 200);

        app.restart();
        JsonNode health = world.ada().http().get(p + "/health").is(200).json();

        assertThat(health.path("warnings")
                        .valueStream()
                        .filter(item -> item.path("type").asString().equals("field_removed")))
                .singleElement()
                .satisfies(item -> {
                    assertThat(item.path("field").asString()).isEqualTo("excerpt");
                    assertThat(item.path("affectedEntries").asInt()).isPositive();
                });
        assertThat(health.path("valid").asBoolean()).isFalse();
        assertThat(sync(p).at("/schemaValidation/warnings")).isEqualTo(health.path("warnings"));
        ada("POST", p + "/content/posts", "{'data':{'healed':{'title':'Healed'}}}", 200);
        assertThat(types(p)).doesNotContain("field_removed");
    }

    // ---- preview ---------------------------------------------------------------------------------------------------

    @Test
    void aPreviewIsWhatDeliveryMakesOfTheText() {
        Reply reply = world.dee()
                .http()
                .post(world.p() + "/preview", Map.of("markdown", "# A\n\n<b>x</b> [y](javascript:z) *e*"));

        assertThat(OpenApiAnswers.documented(reply.is(200)).json().path("html").asString())
                .isEqualTo("<h1>A</h1>\n<p>&lt;b&gt;x&lt;/b&gt; <a>y</a> <em>e</em></p>\n");
        assertThat(world.dee()
                        .http()
                        .post(world.p() + "/preview", Map.of("markdown", ""))
                        .is(200)
                        .json())
                .isEqualTo(tree("{'html':''}"));
        world.dee().http().post(world.p() + "/preview", Map.of("text", "x")).is(400);
        world.dee().http().post(world.p() + "/preview", Map.of("markdown", 1)).is(400);
        world.dee()
                .http()
                .post(world.p() + "/preview", Map.of("markdown", "x".repeat(2_000_001)))
                .is(400);
        world.nobody()
                .http()
                .post(world.p() + "/preview", Map.of("markdown", "x"))
                .is(404);
    }

    // ---- search ----------------------------------------------------------------------------------------------------

    @Test
    void wordsAreFoundWithoutCaseAndDiacriticsByTheirBeginningsAndBestFirst() {
        ada(
                "POST",
                world.p() + "/content/posts",
                "{'data':{"
                        + "'hit1':{'title':'Das CAFÉ am Fluß','excerpt':'Zürcher Øst'},"
                        + "'hit2':{'title':'Other','excerpt':'Nothing but cafeterias'}}}",
                200);

        JsonNode found = search("q=cafe");
        assertThat(ids(found)).containsExactly("hit1", "hit2");
        assertThat(found.at("/results/0/title").asString()).isEqualTo("Das CAFÉ am Fluß");
        assertThat(found.at("/results/1/field").asString()).isEqualTo("excerpt");
        assertThat(found.at("/results/1/snippet").asString()).contains("cafeterias");
        assertThat(found.path("total").asInt()).isEqualTo(2);
        assertThat(ids(search("q=ZUR+fluss+ost"))).containsExactly("hit1");
        assertThat(ids(search("q=%22am+fluss%22"))).containsExactly("hit1");
        assertThat(ids(search("q=%22fluss+am%22"))).isEmpty();
        assertThat(ids(search("q=%22am+flu%22"))).isEmpty();
        assertThat(ids(search("q=eteria"))).isEmpty();
        assertThat(ids(search("q=cafe&limit=1"))).containsExactly("hit1");
        assertThat(search("q=cafe&limit=1").path("total").asInt()).isEqualTo(2);
        assertThat(ids(search("q=cafe&locale=de"))).isEmpty();
        assertThat(ids(search("q=cafe&model=guides"))).isEmpty();
        ada("POST", world.p() + "/content/posts", "{'data':{'hit2':{'excerpt':'Tea'}}}", 200);
        assertThat(ids(search("q=cafe"))).containsExactly("hit1");
        ada("DELETE", world.p() + "/content/posts", "{'entryIds':['hit1','hit2']}", 200);
        assertThat(ids(search("q=cafe"))).isEmpty();
    }

    @Test
    void everyKindIsSearched() {
        ada("POST", world.p() + "/content/labels", "{'data':{'zebra.one':'Quagga'}}", 200);
        ada("POST", world.p() + "/content/home", "{'data':{'headline':'Okapi'}}", 200);
        ada("POST", world.p() + "/content/guides", "{'slug':'wild','data':{'title':'W'},'body':'On a Gnu.'}", 200);

        assertThat(search("q=quagga").at("/results/0/id").asString()).isEqualTo("zebra.one");
        assertThat(search("q=zebra").at("/results/0/model").asString()).isEqualTo("labels");
        assertThat(search("q=okapi").at("/results/0/id").isNull()).isTrue();
        assertThat(search("q=gnu").at("/results/0/field").asString()).isEqualTo("body");
        assertThat(search("q=gnu").at("/results/0/status").asString()).isEqualTo("draft");
    }

    @ParameterizedTest
    @CsvSource({"''", "q=", "q=%20%20", "q=!!!", "q=a&limit=0", "q=a&limit=101", "q=a&limit=x", "q=a&limit=-1"})
    void badQuestionsAreRefused(String query) {
        world.ada().http().get(world.p() + "/search?" + query).is(400);
    }

    @Test
    void aQuestionIsBoundedAndWhatMayNotBeSeenIsNotFound() {
        world.ada().http().get(world.p() + "/search?q=" + "a".repeat(201)).is(400);
        world.ada().http().get(world.p() + "/search?q=" + "%22".repeat(200)).is(400);
        Person eve = limitedTo("authors");
        String all = world.ada()
                .http()
                .get(world.p() + "/search?q=a&limit=100")
                .is(200)
                .text();
        JsonNode few =
                eve.http().get(world.p() + "/search?q=a&limit=100").is(200).json();
        assertThat(all).contains("\"posts\"");
        assertThat(few.path("results")
                        .valueStream()
                        .map(hit -> hit.path("model").asString()))
                .containsOnly("authors");
        assertThat(eve.http()
                        .get(world.p() + "/search?q=a&model=posts")
                        .is(200)
                        .json()
                        .path("total")
                        .asInt())
                .isZero();
        eve.http().get(world.p() + "/brain/sync?model=posts").is(404);
        eve.http().get(world.p() + "/brain/sync?model=authors").is(200);
    }

    // ---- the narrowed snapshot -------------------------------------------------------------------------------------

    @Test
    void aSnapshotIsNarrowedToAModelALocaleAndTitlesWithTagsOfTheirOwn() {
        Reply whole = world.dee().http().get(world.p() + "/brain/sync").is(200);
        Reply model = OpenApiAnswers.documented(
                world.dee().http().get(world.p() + "/brain/sync?model=guides").is(200));
        Reply locale =
                world.dee().http().get(world.p() + "/brain/sync?locale=de").is(200);
        Reply titles =
                world.dee().http().get(world.p() + "/brain/sync?fields=titles").is(200);

        assertThat(List.of(whole.header("ETag"), model.header("ETag"), locale.header("ETag"), titles.header("ETag")))
                .doesNotHaveDuplicates();
        assertThat(model.json().path("content").propertyNames()).containsExactly("guides:de", "guides:en");
        assertThat(model.json().path("models").size()).isEqualTo(1);
        assertThat(model.json().at("/content/guides:en")).isEqualTo(whole.json().at("/content/guides:en"));
        assertThat(locale.json().path("content").propertyNames()).isNotEmpty().allMatch(key -> key.endsWith(":de"));
        JsonNode posts = titles.json().at("/content/posts:en");
        assertThat(posts.propertyNames())
                .isEqualTo(whole.json().at("/content/posts:en").propertyNames());
        assertThat(posts)
                .isNotEmpty()
                .allMatch(post -> List.copyOf(post.propertyNames()).equals(List.of("title")));
        assertThat(titles.json().at("/content/guides:en/0").has("body")).isFalse();
        assertThat(titles.json().at("/content/guides:en/0/frontmatter").propertyNames())
                .containsExactly("title");
        assertThat(titles.json().path("meta")).isEqualTo(whole.json().path("meta"));
        world.dee()
                .http()
                .with("If-None-Match", model.header("ETag"))
                .get(world.p() + "/brain/sync?model=guides")
                .is(304);
        world.dee()
                .http()
                .with("If-None-Match", model.header("ETag"))
                .get(world.p() + "/brain/sync")
                .is(200);
    }

    @ParameterizedTest
    @CsvSource({
        "model=nowhere, 404",
        "model=..%2Fx, 400",
        "locale=fr, 404",
        "locale=english, 400",
        "fields=all, 400",
        "fields=titles&at=cms, 200",
        "model=posts&locale=de&at=cms, 200",
        "model=posts&at=nowhere, 404"
    })
    void aNarrowingHasToFit(String query, int status) {
        world.dee().http().get(world.p() + "/brain/sync?" + query).is(status);
    }

    private static Person limitedTo(String model) {
        String w = "/api/workspaces/" + world.workspaceId();
        world.ada().http().post(w + "/members", Map.of("email", "eve@example.com", "role", "member"));
        Person eve = Person.signIn(app.url(), "eve@example.com", "web_identity");
        eve.http().get("/api/auth/me").is(200);
        world.narrow(eve, "viewer", model);
        return eve;
    }

    private static List<String> ids(JsonNode found) {
        return found.path("results")
                .valueStream()
                .map(hit -> hit.path("id").asString())
                .toList();
    }

    private static JsonNode search(String query) {
        return OpenApiAnswers.documented(
                        world.dee().http().get(world.p() + "/search?" + query).is(200))
                .json();
    }

    private static List<String> types(String p) {
        return world.ada()
                .http()
                .get(p + "/health")
                .is(200)
                .json()
                .path("warnings")
                .findValuesAsString("type");
    }

    private static String refusing() {
        if (refusing == null) {
            refusing = blank("refusing");
        }
        return refusing;
    }

    private static String refusing;

    private static String blank(String name) {
        return project("starters/blank", name);
    }

    private static String blog(String name) {
        return project("starters/blog", name);
    }

    private static String project(String template, String name) {
        return "/api/workspaces/" + world.workspaceId() + "/projects/"
                + World.connect(world.ada(), world.workspaceId(), template, name);
    }

    private static JsonNode ada(String method, String path, String body, int status) {
        return world.ada().http().send(method, path, tree(body)).is(status).json();
    }

    private static JsonNode sync(String p) {
        return world.ada().http().get(p + "/brain/sync").is(200).json();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
