package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the agent finds in stored content: relations, old entries, all pages, and the same entry in another locale. */
class AgentReadsTest {
    private static final String AUTHOR = "3f1c8a5b2d90";

    private final Chat chat = new Chat();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    @Test
    void anEntryKeepsItsIdInEveryLocaleWhateverItsForm() {
        save("posts", "{'data':{'anna':{'title':'Anna'}}}");
        JsonNode saved = result(
                chat.world.bo(),
                "save_content",
                Map.of("model", "posts", "locale", "de", "data", Map.of("anna", Map.of("title", "Anna auf Deutsch"))));
        assertThat(saved.at("/saved/0/id").asString()).isEqualTo("anna");
        assertThat(saved.at("/saved/0/action").asString()).isEqualTo("created");
        assertThat(sync("posts:de").at("/anna/title").asString()).isEqualTo("Anna auf Deutsch");
    }

    @Test
    void whatNobodyHasChangedForNinetyDaysIsStale() {
        Map<String, Object> asked = Map.of("type", "stale_content", "model", "authors");
        assertThat(result(chat.world.dee(), "brain_analyze", asked)
                        .path("total")
                        .asInt())
                .isZero();
        chat.app.advance(Duration.ofDays(91));
        Person bo = Person.signIn(chat.app.url(), "bo@example.com", "web_identity");
        bo.http()
                .post(chat.path("/content/authors"), tree("{'data':{'" + AUTHOR + "':{'bio':'Newly written.'}}}"))
                .is(200);
        JsonNode found = result(bo, "brain_analyze", asked);
        assertThat(found.path("checked").asInt()).isGreaterThan(1);
        assertThat(found.path("total").asInt()).isEqualTo(found.path("checked").asInt() - 1);
        assertThat(found.path("issues").toString()).doesNotContain(AUTHOR);
    }

    @Test
    void aMemberThatHasItsDefaultIsNotEmpty() {
        chat.world
                .ada()
                .http()
                .send(
                        "PUT",
                        chat.path("/models/teas"),
                        tree("{'name':'Teas','kind':'collection','domain':'blog','i18n':false,'fields':"
                                + "{'name':{'type':'string'},'hot':{'type':'boolean','default':true}}}"))
                .is(200);
        save("teas", "{'data':{'sencha':{'name':'Sencha','hot':true}}}");
        JsonNode found = result(chat.world.dee(), "brain_analyze", Map.of("type", "quality_score", "model", "teas"));
        assertThat(found.path("checked").asInt()).isEqualTo(1);
        assertThat(found.path("issues")).isEmpty();
    }

    @Test
    void everyEntryIsReachedPageByPage() {
        ObjectNode entries = Json.object();
        for (int i = 0; i < 101; i++) {
            entries.putObject("aaaabbbb%04d".formatted(i)).put("title", "Post " + i);
        }
        chat.world
                .bo()
                .http()
                .post(chat.path("/content/posts"), Json.object().set("data", entries))
                .is(200);
        JsonNode first = result(chat.world.dee(), "brain_query", Map.of("model", "posts"));
        List<String> ids = new ArrayList<>(ids(first));
        assertThat(ids).hasSize(100);
        JsonNode second = result(
                chat.world.dee(),
                "brain_query",
                Map.of("model", "posts", "cursor", first.path("cursor").asString()));
        ids.addAll(ids(second));
        assertThat(second.has("cursor")).isFalse();
        assertThat(ids).doesNotHaveDuplicates().hasSize(first.path("total").asInt());
    }

    @Test
    void relationsLeadToTheLocaleOfTheCallOrElseToTheDefaultOne() {
        String post = "0a8d5e27c419";
        save("categories", "{'data':{'only-en':{'title':'Only English'}}}");
        save("posts", "{'locale':'de','data':{'" + post + "':{'categories':['1d7e93a0b5c4','only-en']}}}");
        JsonNode german =
                result(chat.world.dee(), "relation_expand", Map.of("model", "posts", "entryId", post, "locale", "de"));
        assertThat(lines(german))
                .contains(
                        "categories categories/1d7e93a0b5c4 Auf Schienen",
                        "categories categories/only-en Only English");
        JsonNode pointing = result(
                chat.world.dee(),
                "relation_expand",
                Map.of("model", "categories", "entryId", "only-en", "locale", "de", "direction", "reverse"));
        assertThat(lines(pointing)).hasSize(1).allMatch(line -> line.startsWith("categories posts/" + post + " "));
    }

    @Test
    void relationsNameTheirModelAndAreFoundInsideLists() {
        chat.world
                .ada()
                .http()
                .send(
                        "PUT",
                        chat.path("/models/notes"),
                        tree("{'name':'Notes','kind':'collection','domain':'blog','i18n':false,'fields':{"
                                + "'title':{'type':'string'},"
                                + "'related':{'type':'relation','model':['guides','pages']},"
                                + "'blocks':{'type':'array','items':{'type':'object','fields':"
                                + "{'author':{'type':'relation','model':'authors'}}}}}}"))
                .is(200);
        save("guides", "{'slug':'imprint','data':{'title':'How to print'}}");
        save(
                "notes",
                "{'data':{'one':{'title':'One','related':{'model':'pages','ref':'imprint'},'blocks':" + "[{'author':'"
                        + AUTHOR + "'},{'author':'" + AUTHOR + "'}]}}}");
        JsonNode forward = result(chat.world.dee(), "relation_expand", Map.of("model", "notes", "entryId", "one"));
        assertThat(forward.path("relations").valueStream().map(AgentReadsTest::place))
                .containsExactlyInAnyOrder("related pages/imprint", "blocks[].author authors/" + AUTHOR);
        assertThat(lines(reverse("guides", "imprint"))).isEmpty();
        assertThat(lines(reverse("pages", "imprint"))).containsExactly("related notes/one One");
        assertThat(lines(reverse("authors", AUTHOR))).contains("blocks[].author notes/one One");
    }

    private JsonNode reverse(String model, String entry) {
        return result(
                chat.world.dee(), "relation_expand", Map.of("model", model, "entryId", entry, "direction", "reverse"));
    }

    private static List<String> lines(JsonNode found) {
        return found.path("relations")
                .valueStream()
                .map(relation -> place(relation) + " " + relation.path("title").asString())
                .toList();
    }

    private static String place(JsonNode relation) {
        return relation.path("field").asString() + " "
                + relation.path("modelId").asString() + "/"
                + relation.path("entryId").asString();
    }

    private static List<String> ids(JsonNode page) {
        return page.path("entries")
                .valueStream()
                .map(entry -> entry.path("id").asString())
                .toList();
    }

    private JsonNode result(Person person, String tool, Map<String, Object> input) {
        chat.models.calls(tool, input).says("Done.");
        JsonNode result = Chat.results(chat.ask(person, "Do it")).getFirst();
        assertThat(result.has("error")).as(result.toString()).isFalse();
        return result;
    }

    private JsonNode sync(String place) {
        return chat.world
                .ada()
                .http()
                .get(chat.path("/brain/sync"))
                .is(200)
                .json()
                .path("content")
                .path(place);
    }

    private void save(String model, String body) {
        chat.world.bo().http().post(chat.path("/content/" + model), tree(body)).is(200);
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
