package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two people, one project: what one of them saves neither vanishes nor gets in the other's way. */
class ConcurrentEditsTest {
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        save(world.bo(), "posts", "{'data':{'mine':{'title':'One'},'other':{'title':'Two'}}}")
                .is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aModelThatHasToBeNewIsRefusedWhereSomebodyMadeItMeanwhile() {
        JsonNode body = Json.parse("{\"name\":\"News\",\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true,"
                + "\"fields\":{\"title\":{\"type\":\"string\"}}}");
        Http asNew = world.ada().http().with("If-None-Match", "*");

        asNew.put(world.p() + "/models/news", body).is(200);
        asNew.put(world.p() + "/models/news", body).is(412);
        world.ada().http().put(world.p() + "/models/news", body).is(200);
    }

    @Test
    void aColleaguesSaveOfAnotherEntryMakesMineNotStale() {
        String seen = tag("posts:en", "mine");
        save(world.ada(), "posts", "{'data':{'other':{'title':'Three'}}}").is(200);

        save(as(seen), "posts", "{'data':{'mine':{'title':'Mine'}}}").is(200);

        assertThat(content("posts:en", "mine").path("title").asString()).isEqualTo("Mine");
        assertThat(content("posts:en", "other").path("title").asString()).isEqualTo("Three");
    }

    @Test
    void aStaleSaveIsRefusedWithTheCurrentState() {
        String seen = tag("posts:en", "mine");
        save(world.ada(), "posts", "{'data':{'mine':{'title':'Hers'}}}").is(200);

        Reply refused =
                save(as(seen), "posts", "{'data':{'mine':{'excerpt':'x'}}}").is(412);

        JsonNode current = refused.json().at("/data/current");
        assertThat(current.path("entry").asString()).isEqualTo("mine");
        assertThat(current.path("locale").asString()).isEqualTo("en");
        assertThat(current.at("/data/title").asString()).isEqualTo("Hers");
        assertThat(current.at("/meta/updated_by").asString()).isEqualTo("ada@example.com");
        assertThat(current.path("tag").asString())
                .isEqualTo(tag("posts:en", "mine"))
                .isNotEqualTo(seen);
        assertThat(content("posts:en", "mine").has("excerpt")).isFalse();
        save(as(current.path("tag").asString()), "posts", "{'data':{'mine':{'excerpt':'x'}}}")
                .is(200);
    }

    /**
     * Two people count one up from the same state: only one of them has counted. Shown to fail when only what would
     * change is asked: the second save changes nothing, and both hear that they have done it.
     */
    @Test
    void aStaleSaveOfWhatSomebodyElseHasJustSavedIsRefusedToo() {
        String seen = tag("posts:en", "mine");
        String sent = "{'data':{'mine':{'title':'One more'}}}";
        save(as(seen), "posts", sent).is(200);
        save(as(seen), "posts", sent).is(412);
        String status = world.p() + "/content/posts/status";
        Object archived = tree("{'entryIds':['mine'],'status':'archived'}");
        String before = tag("posts:en", "mine");
        as(before).patch(status, archived).is(200);
        as(before).patch(status, archived).is(412);
        as(tag("posts:en", "mine")).patch(status, archived).is(200);
        world.bo()
                .http()
                .with("If-Match", "\"")
                .post(world.p() + "/content/posts", tree(sent))
                .is(412);
    }

    @Test
    void anEntryThatIsNotThereMatchesNoTag() {
        save(as("*"), "posts", "{'data':{'fresh':{'title':'T'}}}").is(412);
        save(as(tag("posts:en", "mine")), "posts", "{'data':{'fresh':{'title':'T'}}}")
                .is(412);
        save(as("*"), "posts", "{'data':{'mine':{'title':'T'}}}").is(200);
    }

    @Test
    void everyKindOfWriteTakesTheTagsOfItsTarget() {
        Map<String, String> writes = Map.of(
                "labels:en", "{'data':{'nav.home':'Start'}}",
                "home:en", "{'data':{'title':'Start'}}");
        writes.forEach((key, body) -> {
            String model = key.split(":")[0];
            String seen = snapshot().at("/etags/entries/" + key).asString();
            save(as("0000000000000000"), model, body).is(412);
            save(as(seen), model, body).is(200);
        });
        String guide = tag("guides:en", "reading-a-map");
        String body = "{'slug':'reading-a-map','data':{'title':'Maps'}}";
        save(as("0000000000000000"), "guides", body).is(412);
        save(as(guide), "guides", body).is(200);
        save(as(guide), "guides", "{'slug':'reading-a-map','data':{'title':'Other'}}")
                .is(412);
        String status = world.p() + "/content/posts/status";
        Object published = tree("{'entryIds':['mine'],'status':'published'}");
        as("0000000000000000").patch(status, published).is(412);
        as(tag("posts:en", "mine")).patch(status, published).is(200);
    }

    @Test
    void settingsTakeTagsToo() {
        Http ada = world.ada().http();
        String config = snapshot().at("/etags/config").asString();
        Object domains = tree("{'domains':['blog','site','shop']}");
        ada.with("If-Match", "\"" + config + "\"")
                .patch(world.p() + "/config", domains)
                .is(200);
        Reply stale = ada.with("If-Match", "\"" + config + "\"")
                .patch(world.p() + "/config", tree("{'domains':['blog']}"))
                .is(412);
        assertThat(stale.json().at("/data/current/setting").asString()).isEqualTo("config");
        String terms = snapshot().at("/etags/vocabulary").asString();
        Object term = tree("{'terms':{'night-train':{'en':'Night train'}}}");
        ada.with("If-Match", "\"wrong\"").patch(world.p() + "/vocabulary", term).is(412);
        ada.with("If-Match", "\"" + terms + "\"")
                .patch(world.p() + "/vocabulary", term)
                .is(200);
    }

    /**
     * Each with a body that would be carried out; a route that is missing here fails the test as well. Shown to fail
     * when tags are not compared.
     */
    @Test
    void everyRouteThatWritesContentRefusesAnotherStateThanTheOneThatWasSeen() {
        Map<String, String> bodies = new TreeMap<>();
        bodies.put("POST /content/{modelId}", "{'data':{'mine':{'title':'New'}}}");
        bodies.put("POST /content/{modelId}/batch", "{'items':[{'data':{'mine':{'title':'New'}}}]}");
        bodies.put("PATCH /content/{modelId}/status", "{'entryIds':['mine'],'status':'published'}");
        bodies.put("PATCH /content/{modelId}/schedule", "{'entryIds':['mine'],'publish_at':'2030-01-01T00:00:00Z'}");
        bodies.put("POST /content/{modelId}/copy-locale", "{'from':'en','to':'fr'}");
        bodies.put("DELETE /content/{modelId}", "{'entryIds':['mine']}");
        bodies.put(
                "PUT /models/{modelId}",
                "{'id':'posts','name':'P','kind':'collection','domain':'blog','i18n':true,"
                        + "'fields':{'title':{'type':'string'}}}");
        bodies.put("PATCH /models/{modelId}", "{'form':{'enabled':true,'exposedFields':['title']}}");
        bodies.put("DELETE /models/{modelId}", "{'force':true}");
        bodies.put("PATCH /config", "{'domains':['blog','site','shop']}");
        bodies.put("PATCH /vocabulary", "{'terms':{'night-train':{'en':'Night train'}}}");
        bodies.put("POST /locales", "{'locale':'nl'}");
        List<String> routes = world.app().routes().stream()
                .filter(route -> route.method() != Route.Method.GET)
                .map(route -> route.method() + " " + route.path())
                .filter(route -> route.matches(".*/\\{projectId}/(content|models|config|vocabulary|locales).*"))
                .map(route -> route.replaceFirst(" .*\\{projectId}", " "))
                .toList();
        assertThat(bodies.keySet()).containsExactlyInAnyOrderElementsOf(routes);
        world.ada().http().post(world.p() + "/locales", tree("{'locale':'fr'}")).is(200);
        String before = head();
        bodies.forEach((route, body) -> {
            String model = route.startsWith("DELETE /models") ? "redirects" : "posts"; // others point into posts
            String[] words = route.replace("{modelId}", model).split(" ");
            Reply reply = world.ada()
                    .http()
                    .with("If-Match", "\"0000000000000000\"")
                    .send(words[0], world.p() + words[1], tree(body));
            assertThat(reply.status()).as(route + ": " + reply.text()).isEqualTo(412);
            assertThat(reply.json().at("/data/current").isObject()).as(route).isTrue();
        });
        assertThat(head()).isEqualTo(before);
    }

    @Test
    void aFormThatWasOpenedEarlierIsMergedByField() {
        String base = head();
        save(world.ada(), "posts", "{'data':{'mine':{'title':'Hers'}}}").is(200);

        String form = "{'base':'" + base + "','data':{'mine':{'title':'One','excerpt':'Mine'}}}";
        save(world.bo(), "posts", form).is(200);

        assertThat(content("posts:en", "mine").path("title").asString()).isEqualTo("Hers");
        assertThat(content("posts:en", "mine").path("excerpt").asString()).isEqualTo("Mine");
    }

    @Test
    void aBaseThatIsNoCommitIsRefusedByItsName() {
        Reply refused = save(world.bo(), "posts", "{'base':'cms','data':{'mine':{'title':'T'}}}")
                .is(400);
        assertThat(refused.json().path("message").asString()).contains("`base`");
    }

    @Test
    void onlyTwoChangesOfOneValueClash() {
        String base = head();
        save(world.ada(), "posts", "{'data':{'mine':{'title':'Hers'}}}").is(200);

        Reply clash = save(world.bo(), "posts", "{'base':'" + base + "','data':{'mine':{'title':'His'}}}")
                .is(409);

        assertThat(clash.json().path("code").asString()).isEqualTo("content.conflict");
        assertThat(clash.json().at("/data/conflicts/0"))
                .isEqualTo(tree("{'path':'.cms/content/blog/posts/en.json','model':'posts','locale':'en',"
                        + "'entry':'mine','field':'title','base':'One','ours':'Hers','theirs':'His'}"));
        save(world.bo(), "posts", "{'base':'no commit','data':{'mine':{'title':'His'}}}")
                .is(400);
        save(world.bo(), "posts", "{'base':'" + "1".repeat(40) + "','data':{'mine':{'title':'His'}}}")
                .is(404);
    }

    @Test
    void savesGatherOnAnOpenChange() {
        review();
        JsonNode first = save(world.bo(), "posts", "{'data':{'mine':{'title':'A'}}}")
                .is(200)
                .json();
        String branch = first.path("branch").asString();

        JsonNode second = save(world.bo(), "posts", "{'branch':'" + branch + "','data':{'mine':{'excerpt':'B'}}}")
                .is(200)
                .json();
        patchStatus(world.bo(), "{'branch':'" + branch + "','entryIds':['mine'],'status':'published'}")
                .is(200);

        assertThat(second.path("branch").asString()).isEqualTo(branch);
        assertThat(second.path("merged").asBoolean()).isFalse();
        assertThat(world.bo()
                        .http()
                        .get(world.p() + "/branches")
                        .json()
                        .path("branches")
                        .size())
                .isEqualTo(1);
        JsonNode draft = world.dee()
                .http()
                .get(world.p() + "/brain/sync?at=" + encode(branch))
                .is(200)
                .json();
        assertThat(draft.at("/content/posts:en/mine/title").asString()).isEqualTo("A");
        assertThat(draft.at("/content/posts:en/mine/excerpt").asString()).isEqualTo("B");
        assertThat(draft.at("/meta/posts:en/mine/status").asString()).isEqualTo("published");
        assertThat(content("posts:en", "mine").path("title").asString()).isEqualTo("One");
        world.cy()
                .http()
                .post(world.p() + "/branches/" + encode(branch) + "/merge")
                .is(200);
        assertThat(content("posts:en", "mine").path("excerpt").asString()).isEqualTo("B");
    }

    @Test
    void onlyWhoOpenedAChangeOrRunsTheProjectAddsToIt() {
        review();
        JsonNode hers = save(world.ada(), "posts", "{'data':{'mine':{'title':'A'}}}")
                .is(200)
                .json();
        String branch = hers.path("branch").asString();
        String more = "{'branch':'" + branch + "','data':{'mine':{'excerpt':'B'}}}";

        save(world.bo(), "posts", more).is(403);
        save(world.bo(), "posts", more.replace(branch, "cms")).is(400);
        save(world.bo(), "posts", more.replace(branch, "cr/none")).is(404);
        JsonNode his = save(world.bo(), "posts", "{'data':{'other':{'title':'A'}}}")
                .is(200)
                .json();
        String own = "{'branch':'" + his.path("branch").asString() + "','data':{'other':{'excerpt':'B'}}}";
        save(world.ada(), "posts", own).is(200);
        save(world.bo(), "posts", own.replace("'B'", "'C'")).is(200);
    }

    /** Shown to fail when the branch is passed over: what was meant to wait for a review had landed. */
    @Test
    void whatLandsAtOnceIsRefusedWhereItNamesAChangeToWaitOn() {
        review();
        String branch = save(world.bo(), "posts", "{'data':{'mine':{'title':'A'}}}")
                .is(200)
                .json()
                .path("branch")
                .asString();
        String before = head();

        Map.of(
                        "/vocabulary", "{'terms':{'word':{'en':'x'}}}",
                        "/config", "{'domains':['blog','site','more']}",
                        "/models/messages", "{'form':{'enabled':false}}")
                .forEach((path, wanted) -> {
                    String named = wanted.replaceFirst("\\{", "{'branch':'" + branch + "',");
                    world.ada()
                            .http()
                            .send("PATCH", world.p() + path, tree(named))
                            .is(400);
                    world.ada()
                            .http()
                            .send("PATCH", world.p() + path + "?dryRun=true", tree(named))
                            .is(400);
                });

        assertThat(head()).isEqualTo(before);
        world.ada()
                .http()
                .send("PATCH", world.p() + "/vocabulary", tree("{'terms':{'word':{'en':'x'}}}"))
                .is(200);
    }

    @Test
    void theSnapshotIsReadAtEveryPlaceOfTheProjectAndAtNoOther() {
        String before = head();
        save(world.bo(), "posts", "{'data':{'mine':{'title':'Later'}}}").is(200);

        Reply then =
                world.dee().http().get(world.p() + "/brain/sync?at=" + before).is(200);

        assertThat(then.json().at("/content/posts:en/mine/title").asString()).isEqualTo("One");
        assertThat(world.dee()
                        .http()
                        .with("If-None-Match", then.header("ETag"))
                        .get(world.p() + "/brain/sync?at=" + before)
                        .status())
                .isEqualTo(304);
        assertThat(content("posts:en", "mine").path("title").asString()).isEqualTo("Later");
        for (String at :
                new String[] {"1".repeat(40), "cr/none", "refs/heads/cms", "HEAD", "..%2F", before.substring(9)}) {
            world.dee().http().get(world.p() + "/brain/sync?at=" + at).is(404);
        }
        world.dee().http().get(world.p() + "/brain/sync?at=cms").is(200);
        world.dee().http().get(world.p() + "/brain/sync?at=main").is(200);
    }

    private void review() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
    }

    private Http as(String tag) {
        return world.bo().http().with("If-Match", tag.equals("*") ? tag : "\"" + tag + "\"");
    }

    private Reply save(Person person, String model, String body) {
        return save(person.http(), model, body);
    }

    private Reply save(Http http, String model, String body) {
        return http.post(world.p() + "/content/" + model, tree(body));
    }

    private Reply patchStatus(Person person, String body) {
        return person.http().patch(world.p() + "/content/posts/status", tree(body));
    }

    private JsonNode snapshot() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    /** The commit that the snapshot was made of. */
    private String head() {
        return world.dee().http().get(world.p() + "/brain/sync").header("ETag").substring(1, 41);
    }

    private String tag(String key, String entry) {
        return snapshot().at("/etags/entries/" + key + "/" + entry).asString();
    }

    private JsonNode content(String key, String entry) {
        return snapshot().at("/content/" + key + "/" + entry);
    }

    private static String encode(String branch) {
        return URLEncoder.encode(branch, StandardCharsets.UTF_8);
    }

    private static JsonNode tree(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
