package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Writes that name several things, or nothing that is still there: none of them is taken for fresh when one is stale.
 */
class StaleTagsTest {
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        save(world.bo(), "posts", "{'data':{'one':{'title':'1'},'two':{'title':'2'}}}")
                .is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail when only an operation of one locale names its entries: then both count, and one is lost. */
    @Test
    void aBatchAsksEachEntryThatItNamesInEachLocale() {
        String batch = "{'items':[{'locale':'en','data':{'one':{'title':'3'}}},"
                + "{'locale':'de','data':{'one':{'title':'3'}}}]}";
        save(world.bo(), "posts", "{'locale':'de','data':{'one':{'title':'1'}}}")
                .is(200);
        List<String> seen = List.of(tag("posts:en", "one"), tag("posts:de", "one"));
        save(world.bo(), "posts", "{'locale':'de','data':{'one':{'title':'3'}}}")
                .is(200);

        Reply refused = save(as(seen), "posts/batch", batch).is(412);
        assertThat(refused.json().at("/data/current/locale").asString()).isEqualTo("de");
        save(as(List.of(seen.getFirst(), tag("posts:de", "one"))), "posts/batch", batch)
                .is(200);
        save(as(List.of(tag("posts:en", "one"), seen.getLast())), "posts/batch", batch)
                .is(412);
    }

    /** Shown to fail when the tag is made of what an entry holds alone. */
    @Test
    void theTagOfOneEntrySaysNothingAboutAnotherThatHoldsTheSame() {
        List<String> seen = List.of(tag("posts:en", "one"), tag("posts:en", "two"));
        save(world.bo(), "posts", "{'data':{'two':{'title':'1'}}}").is(200);
        assertThat(tag("posts:en", "two")).isNotEqualTo(tag("posts:en", "one"));

        save(as(seen), "posts", "{'data':{'one':{'title':'2'},'two':{'title':'3'}}}")
                .is(412);

        save(world.bo(), "home", "{'locale':'de','data':{'headline':'H','intro':'I'}}")
                .is(200);
        JsonNode tags = snapshot().at("/etags/entries");
        assertThat(tags.path("home:de")).isNotEqualTo(tags.path("home:en"));
    }

    @Test
    void whatHoldsTheSentValueAlreadyIsAskedWhateverItsKind() {
        List<String> kinds = List.of(
                "guides|reading-a-map|{'slug':'reading-a-map','data':{'title':'Next'}}",
                "home||{'data':{'headline':'Next'}}",
                "labels||{'data':{'nav.home':'Next'}}");
        for (String kind : kinds) {
            String[] parts = kind.split("\\|");
            List<String> seen = List.of(tag(parts[0] + ":en", parts[1]));
            save(as(seen), parts[0], parts[2]).is(200);
            save(as(seen), parts[0], parts[2]).is(412);
        }
    }

    /** Shown to fail when blank headers are taken for none. */
    @Test
    void aBlankHeaderMatchesNothing() {
        for (String blank : List.of("", " ", ",", "\"\"")) {
            Http http = world.bo().http().with("If-Match", blank);
            http.post(world.p() + "/content/posts", tree("{'data':{'one':{'title':'X'}}}"))
                    .is(412);
        }
    }

    /** Shown to fail without the look at the base: then the answer says that a field is missing. */
    @Test
    void aPartOfAnEntryThatSomebodyHasDeletedSinceIsAClash() {
        String base = head();
        Person ada = world.ada();
        ada.http()
                .send("DELETE", world.p() + "/content/posts", tree("{'entryIds':['one']}"))
                .is(200);
        ada.http()
                .send("DELETE", world.p() + "/content/guides", tree("{'slugs':['reading-a-map']}"))
                .is(200);

        Reply entry = save(world.bo(), "posts", "{'base':'" + base + "','data':{'one':{'excerpt':'E'}}}")
                .is(409);
        assertThat(entry.json().path("code").asString()).isEqualTo("content.conflict");
        assertThat(entry.json().at("/data/conflicts/0/entry").asString()).isEqualTo("one");
        String part = "{'base':'" + base + "','slug':'reading-a-map','data':{'level':'beginner'}}";
        save(world.bo(), "guides", part).is(409);
        save(world.bo(), "guides?dryRun=true", part).is(409);
        save(world.bo(), "posts", "{'data':{'one':{'excerpt':'E'}}}").is(200);
    }

    /** Shown to fail when the base's "there is no such model" is the answer: there is one. */
    @Test
    void aBaseFromBeforeThereWasSuchAThingIsAConflictAndNotAnUnknownModel() {
        String base = head();
        Object notes = tree("{'id':'notes','name':'N','kind':'collection','domain':'blog','i18n':false,"
                + "'fields':{'title':{'type':'string'}}}");
        world.ada().http().send("PUT", world.p() + "/models/notes", notes).is(200);

        Reply refused = save(world.bo(), "notes", "{'base':'" + base + "','data':{'one':{'title':'A'}}}")
                .is(409);

        assertThat(refused.json().path("message").asString()).contains("`base`");
    }

    @Test
    void aBaseInsideOfABatchIsRefusedAndNotPassedOver() {
        String base = head();
        String item = "{'base':'" + base + "','data':{'one':{'title':'X'}}}";

        Reply refused =
                save(world.bo(), "posts/batch", "{'items':[" + item + "]}").is(400);

        assertThat(refused.json().path("message").asString()).contains("`base`");
    }

    private Http as(List<String> tags) {
        return world.bo().http().with("If-Match", "\"" + String.join("\", \"", tags) + "\"");
    }

    private Reply save(Person person, String path, String body) {
        return save(person.http(), path, body);
    }

    private Reply save(Http http, String path, String body) {
        return http.post(world.p() + "/content/" + path, tree(body));
    }

    private JsonNode snapshot() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private String head() {
        return world.dee().http().get(world.p() + "/brain/sync").header("ETag").substring(1, 41);
    }

    private String tag(String key, String entry) {
        return snapshot()
                .at("/etags/entries/" + key + (entry.isEmpty() ? "" : "/" + entry))
                .asString();
    }

    private static JsonNode tree(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
