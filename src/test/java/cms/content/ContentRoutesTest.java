package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Saving content of every kind and changing its status, over HTTP, on a blog that merges at once. */
@Tag("scenario")
class ContentRoutesTest {
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
    void aSavedEntryIsCommittedMergedAndVisible() {
        JsonNode answer = save("posts", "{'data':{'0123456789ab':{'title':'Night trains','featured':true}}}");

        assertThat(answer.path("branch").asString()).matches("cr/content/posts/en/\\d+-[0-9a-f]{4}");
        assertThat(answer.path("commit").path("sha").asString()).hasSize(40);
        assertThat(answer.path("commit").path("message").asString())
                .startsWith("cms: save posts [en]\n")
                .contains("Co-Authored-By: bo@example.com");
        assertThat(answer.path("commit").path("author").propertyNames()).containsExactlyInAnyOrder("name", "email");
        assertThat(answer.path("commit").path("timestamp").asString()).endsWith("Z");
        assertThat(answer.path("diff"))
                .isEqualTo(tree("[{'path':'.cms/content/blog/posts/en.json','status':'modified'},"
                        + "{'path':'.cms/meta/posts/en.json','status':'modified'}]"));
        assertThat(answer.path("validation")).isEqualTo(tree("{'valid':true,'errors':[]}"));
        assertThat(answer.path("merged").asBoolean()).isTrue();
        assertThat(answer.path("workflow").asString()).isEqualTo("auto-merge");
        assertThat(answer.path("pullRequestUrl").isNull()).isTrue();
        assertThat(sync().at("/content/posts:en/0123456789ab"))
                .isEqualTo(tree("{'featured':true,'title':'Night trains'}"));
        JsonNode meta = sync().at("/meta/posts:en/0123456789ab");
        assertThat(meta.path("status").asString()).isEqualTo("draft");
        assertThat(meta.path("source").asString()).isEqualTo("human");
        assertThat(meta.path("updated_by").asString()).isEqualTo("bo@example.com");
        assertThat(meta.path("createdBy").asString()).isEqualTo("bo@example.com");
        assertThat(meta.path("createdAt").asString()).isNotEmpty();
    }

    @Test
    void onlySentMembersChangeAndNullClears() {
        save("posts", "{'data':{'merge':{'title':'One','excerpt':'Two','featured':true}}}");
        save("posts", "{'data':{'merge':{'excerpt':null,'tags':['x']}}}");

        assertThat(sync().at("/content/posts:en/merge"))
                .isEqualTo(tree("{'featured':true,'tags':['x'],'title':'One'}"));
    }

    /**
     * No writer prints a null, so only a dictionary, whose values must be texts, tells whether it was cleared before
     * the check. Shown to fail with the null left in.
     */
    @Test
    void nullClearsAKeyOfADictionary() {
        save("labels", "{'data':{'null.gone':'1','null.stays':'2'}}");

        JsonNode answer = save("labels", "{'data':{'null.gone':null}}");

        assertThat(answer.at("/validation/errors")).isEmpty();
        assertThat(sync().at("/content/labels:en").has("null.gone")).isFalse();
        assertThat(sync().at("/content/labels:en/null.stays").asString()).isEqualTo("2");
    }

    @Test
    void aSaveKeepsTheStatus() {
        save("posts", "{'data':{'kept':{'title':'One'}}}");
        status("posts", "{'entryIds':['kept'],'status':'published'}").path("merged");
        save("posts", "{'data':{'kept':{'title':'Two'}}}");

        assertThat(sync().at("/meta/posts:en/kept/status").asString()).isEqualTo("published");
    }

    @Test
    void anInvalidEntryWritesNothing() {
        JsonNode answer = save(
                "posts",
                "{'data':{'bad':{'reading_minutes':0,'format':'novel','published_on':'2026-02-30','featured':1},"
                        + "'fine':{'title':'T'}}}");

        assertThat(answer.path("branch").asString()).isEmpty();
        assertThat(answer.path("diff").isEmpty()).isTrue();
        assertThat(answer.path("merged").asBoolean()).isFalse();
        assertThat(answer.at("/validation/valid").asBoolean()).isFalse();
        assertThat(answer.at("/validation/errors")
                        .valueStream()
                        .map(error -> error.path("field").asString()))
                .contains("title", "reading_minutes", "format", "published_on", "featured");
        assertThat(sync().at("/content/posts:en").has("fine")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'data':{'not an id':{'title':'T'}}} | id",
                "{'data':{'a1':'text'}} | ''",
                "{'locale':'fr','data':{'a1':{'title':'T'}}} | ''",
                "{'locale':'../x','data':{'a1':{'title':'T'}}} | ''"
            })
    void badNamesAreFindings(String body, String field) {
        JsonNode answer = save("posts", body.strip());

        assertThat(answer.at("/validation/valid").asBoolean()).isFalse();
        assertThat(answer.at("/validation/errors/0/field").asString()).isEqualTo(field);
        assertThat(answer.path("branch").asString()).isEmpty();
    }

    @Test
    void singletonsMergeByMember() {
        save("settings", "{'data':{'posts_per_page':7}}");

        JsonNode settings = sync().at("/content/settings:en");
        assertThat(settings.path("posts_per_page").asInt()).isEqualTo(7);
        assertThat(settings.path("site_name").asString()).isNotEmpty();
        assertThat(save("settings", "{'data':{'posts_per_page':70}}")
                        .at("/validation/errors/0/field")
                        .asString())
                .isEqualTo("posts_per_page");
    }

    @Test
    void dictionariesTakeStringsOnly() {
        save("labels", "{'locale':'de','data':{'zz.new':'Neu'}}");

        assertThat(sync().at("/content/labels:de").path("zz.new").asString()).isEqualTo("Neu");
        assertThat(save("labels", "{'data':{'count':3}}")
                        .at("/validation/errors/0/field")
                        .asString())
                .isEqualTo("count");
    }

    @Test
    void documentsKeepTheirBodyUntilItIsSent() {
        save("guides", "{'slug':'Packing','data':{'title':'Packing'},'body':'# Pack\\n\\nLight.'}");
        JsonNode answer = save("guides", "{'slug':'packing','data':{'summary':'Short: very'}}");

        assertThat(answer.at("/commit/message").asString()).startsWith("cms: save document guides/packing [en]\n");
        assertThat(answer.at("/diff/0/path").asString()).isEqualTo(".cms/content/blog/guides/packing/en.md");
        JsonNode document = document("guides:en", "packing");
        assertThat(document.path("body").asString()).isEqualTo("# Pack\n\nLight.");
        assertThat(document.path("frontmatter"))
                .isEqualTo(tree("{'title':'Packing','slug':'packing','summary':'Short: very'}"));
        assertThat(document.at("/meta/status").asString()).isEqualTo("draft");
        assertThat(document.at("/meta/createdBy").asString()).isEqualTo("bo@example.com");
        save("guides", "{'slug':'packing','data':{},'body':''}");
        assertThat(document("guides:en", "packing").path("body").asString()).isEmpty();
    }

    @Test
    void documentsMayComeBySlug() {
        save("pages", "{'data':{'terms':{'title':'Terms','body':'Text'},'help':{'title':'Help'}}}");

        assertThat(document("pages:en", "terms").path("body").asString()).isEqualTo("Text");
        assertThat(document("pages:en", "help").at("/frontmatter/slug").asString())
                .isEqualTo("help");
    }

    @Test
    void frontmatterInABodyIsFoldedIntoTheHead() {
        save(
                "pages",
                "{'slug':'folded','data':{'title':'Wins'},'body':'---\\ntitle: Loses\\nextra: 1\\n---\\n\\nText'}");

        JsonNode document = document("pages:en", "folded");
        assertThat(document.path("frontmatter")).isEqualTo(tree("{'title':'Wins','extra':1,'slug':'folded'}"));
        assertThat(document.path("body").asString()).isEqualTo("Text");
    }

    @Test
    void frontmatterIsFoldedOutOfASentBodyAloneAndOnce() {
        save("pages", "{'slug':'once','data':{'title':'T'},'body':'\\n---\\na: 1\\n---\\n---\\nb: 2\\n---\\nText'}");
        JsonNode first = document("pages:en", "once");
        JsonNode again = save("pages", "{'slug':'once','data':{'title':'T'}}");

        assertThat(first.path("frontmatter")).isEqualTo(tree("{'title':'T','a':1,'slug':'once'}"));
        assertThat(first.path("body").asString()).isEqualTo("---\nb: 2\n---\nText");
        assertThat(again.path("diff")).isEmpty();
        assertThat(document("pages:en", "once").path("body")).isEqualTo(first.path("body"));
    }

    @Test
    void aBadSlugIsAFindingAndAMissingOneABadRequest() {
        assertThat(save("guides", "{'slug':'../etc','data':{'title':'T'}}")
                        .at("/validation/errors/0/field")
                        .asString())
                .isEqualTo("slug");
        world.bo().http().post(path("guides"), tree("{'data':{'title':'T'}}")).is(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'data':[]}",
                "{'data':'x'}",
                "{'data':null}",
                "{'data':{}}",
                "{'data':{'a':{}},'locale':1}",
                "{'data':{'a':{}},'slug':[]}"
            })
    void malformedBodiesAreBadRequests(String body) {
        world.bo().http().post(path("posts"), tree(body)).is(400);
    }

    @Test
    void whoMaySave() {
        Object body = tree("{'data':{'who':{'title':'T'}}}");

        world.ada().http().post(path("posts"), body).is(200);
        world.bo().http().post(path("posts"), body).is(200);
        world.cy().http().post(path("posts"), body).is(403);
        world.dee().http().post(path("posts"), body).is(403);
        world.nobody().http().post(path("posts"), body).is(404);
        new Http(app.url()).post(path("posts"), body).is(401);
        world.bo().http().post(path("no-such-model"), body).is(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "posts | s1 | {'data':{'s1':{'title':'T'}}}",
                "guides | s2 | {'slug':'s2','data':{'title':'T'}}",
                "home | home | {'data':{'headline':'H'}}",
                "labels | labels | {'data':{'k':'v'}}"
            })
    void everyKindHasAStatus(String model, String id, String body) {
        save(model.strip(), body.strip());
        JsonNode answer = status(model.strip(), "{'entryIds':['" + id.strip() + "'],'status':'archived'}");

        String commit = answer.path("commit").asString();
        assertThat(answer)
                .isEqualTo(tree("{'merged':true,'status':'archived','entryIds':['" + id.strip() + "'],'commit':'"
                        + commit + "'}"));
        assertThat(commit).hasSize(40);
        JsonNode snapshot = sync();
        String status = switch (model.strip()) {
            case "posts" -> snapshot.at("/meta/posts:en/s1/status").asString();
            case "guides" -> document("guides:en", "s2").at("/meta/status").asString();
            default -> snapshot.at("/meta/" + model.strip() + ":en/status").asString();
        };
        assertThat(status).isEqualTo("archived");
    }

    @ParameterizedTest
    @CsvSource({"home, ghost", "labels, any", "guides, ghost", "posts, ghost"})
    void aStatusOfWhatIsNotThereIsRefusedForEveryKind(String model, String id) {
        JsonNode answer = world.bo()
                .http()
                .patch(path(model) + "/status", tree("{'entryIds':['" + id + "'],'status':'published'}"))
                .is(404)
                .json();

        assertThat(answer.at("/data/entryIds")).isEqualTo(tree("['" + id + "']"));
    }

    @Test
    void saveWithoutMembersIsCheckedLikeAnyOther() {
        JsonNode document = world.bo()
                .http()
                .post(path("guides"), tree("{'slug':'without-anything','data':{}}"))
                .is(200)
                .json();
        assertThat(document.at("/validation/valid").asBoolean()).isFalse();
        assertThat(document.path("branch").asString()).isEmpty();
        JsonNode singleton = world.bo()
                .http()
                .post(path("home"), tree("{'data':{}}"))
                .is(200)
                .json();
        assertThat(singleton.at("/validation").has("valid")).isTrue();
        world.bo().http().post(path("posts"), tree("{'data':{}}")).is(400);
        world.bo().http().post(path("labels"), tree("{'data':{}}")).is(400);
    }

    @Test
    void theBranchOfAModelWithoutTranslationNamesTheDefaultLocale() {
        world.ada()
                .http()
                .patch(
                        "/api/workspaces/" + world.workspaceId() + "/projects/" + world.projectId() + "/config",
                        tree("{'locales':{'default':'de','supported':['en','de']}}"))
                .is(200);

        JsonNode answer = world.bo()
                .http()
                .post(path("authors"), tree("{'data':{'who':{'name':'Who'}}}"))
                .is(200)
                .json();

        assertThat(answer.path("branch").asString()).startsWith("cr/content/authors/de/");
        world.ada()
                .http()
                .patch(
                        "/api/workspaces/" + world.workspaceId() + "/projects/" + world.projectId() + "/config",
                        tree("{'locales':{'default':'en','supported':['en','de']}}"))
                .is(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'one':'a1'                                | true  |",
                "'one':{'model':'posts','ref':'a1'}        | false | one",
                "'poly':{'model':'posts','ref':'a1'}       | true  |",
                "'poly':'a1'                               | false | poly",
                "'poly':{'model':'home','ref':'a1'}        | false | poly",
                "'poly':{'model':'posts'}                  | false | poly",
                "'many':['a1','a2']                        | true  |",
                "'many':['a1',{'model':'posts','ref':'x'}] | false | many[1]",
                "'many':['1','2','3']                      | false | many",
                "'mixed':[{'model':'guides','ref':'g'}]    | true  |",
                "'mixed':['g']                             | false | mixed[0]",
                "'note':'key sk_live_abcdef1234567890'     | false | note",
                "'note':'use the sk_live prefix'           | true  |",
                "'rows':[{'deep':'ghp_0123456789abcdef0123456789abcdef0123'}] | false | rows[0].deep",
                "'day':'2023-02-30'                        | false | day",
                "'day':'2024-02-29'                        | true  |"
            })
    void relationsSecretsAndDatesAreCheckedThroughTheRoute(String member, boolean valid, String field) {
        world.ada()
                .http()
                .send(
                        "PUT",
                        world.p() + "/models/links",
                        tree(
                                "{'name':'Links','kind':'collection',"
                                        + "'domain':'blog','i18n':false,'fields':{'note':{'type':'text'},'day':{'type':'date'},"
                                        + "'one':{'type':'relation','model':'posts'},'poly':{'type':'relation','model':['posts','guides']},"
                                        + "'many':{'type':'relations','model':'posts','max':2},"
                                        + "'mixed':{'type':'relations','model':['posts','guides']},"
                                        + "'rows':{'type':'array','items':{'type':'object','fields':{'deep':{'type':'string'}}}}}}"))
                .is(200);

        JsonNode answer = world.bo()
                .http()
                .post(path("links"), tree("{'data':{'l1':{" + member + "}}}"))
                .is(200)
                .json();

        assertThat(answer.at("/validation/valid").asBoolean())
                .as(answer.toString())
                .isEqualTo(valid);
        if (!valid) {
            assertThat(answer.at("/validation/errors/0/field").asString()).isEqualTo(field);
            assertThat(answer.path("branch").asString()).isEmpty();
        }
    }

    @Test
    void unknownEntriesAreListedAndNothingIsWritten() {
        save("posts", "{'data':{'known':{'title':'T'}}}");
        JsonNode answer = world.bo()
                .http()
                .patch(path("posts") + "/status", tree("{'entryIds':['known','ghost'],'status':'published'}"))
                .is(404)
                .json();

        assertThat(answer.at("/data/entryIds")).isEqualTo(tree("['ghost']"));
        assertThat(sync().at("/meta/posts:en/known/status").asString()).isEqualTo("draft");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'entryIds':[],'status':'draft'}",
                "{'status':'draft'}",
                "{'entryIds':['a']}",
                "{'entryIds':['a'],'status':'in_review'}",
                "{'entryIds':'a','status':'draft'}"
            })
    void malformedStatusChangesAreBadRequests(String body) {
        world.bo().http().patch(path("posts") + "/status", tree(body)).is(400);
    }

    @Test
    void contextTellsTheLastLandedWrite() {
        save("posts", "{'data':{'ctx':{'title':'T'}}}");

        JsonNode context = sync().path("contentContext");
        assertThat(context.path("version").asString()).isEqualTo("1");
        assertThat(context.at("/lastOperation/tool").asString()).isEqualTo("save_content");
        assertThat(context.at("/lastOperation/entries")).isEqualTo(tree("['ctx']"));
        assertThat(context.at("/lastOperation/source").asString()).isEqualTo("app-ui");
        assertThat(context.at("/stats/models").asInt()).isEqualTo(10);
        assertThat(context.at("/stats/locales")).isEqualTo(tree("['en','de']"));
    }

    private static JsonNode save(String model, String body) {
        return world.bo().http().post(path(model), tree(body)).is(200).json();
    }

    private static JsonNode status(String model, String body) {
        return world.bo()
                .http()
                .patch(path(model) + "/status", tree(body))
                .is(200)
                .json();
    }

    private static JsonNode sync() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private static JsonNode document(String key, String slug) {
        return sync().path("content")
                .path(key)
                .valueStream()
                .filter(document -> document.path("slug").asString().equals(slug))
                .findFirst()
                .orElseThrow();
    }

    private static String path(String model) {
        return world.p() + "/content/" + model;
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
