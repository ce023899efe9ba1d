package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model is renamed, moved or removed while others write into it: what they wrote is found where the model is, or
 * somebody is asked (decision 50). Shown to fail without {@code ModelMoves} and {@code ModelRemovals}: what was added
 * lands in a folder that no model explains, and whoever added it has heard that it was merged.
 */
class MovedModelsTest {
    private static final String NOTES = "{'id':'notes','name':'Notes','kind':'collection','domain':'blog','i18n':false,"
            + "'fields':{'title':{'type':'string'},'text':{'type':'string'}}}";
    private static final String RENAMED = NOTES.replace("'id':'notes'", "'id':'notes','newId':'memos'");
    private static final String MOVED = NOTES.replace("'domain'", "'content_path':'texts/notes','domain'");

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        put("notes", NOTES);
        save(world.bo(), "notes", "{'data':{'one':{'title':'A','text':'B'},'two':{'title':'C'}}}");
        world.ada()
                .http()
                .patch(world.p() + "/config", tree("{'workflow':'review'}"))
                .is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOthersWroteFollowsARenamedModel(boolean renameFirst) {
        String rename = put("notes", RENAMED);
        String edit = save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'},'new':{'title':'Added'}}}");
        land(renameFirst, rename, edit);

        assertThat(sync().at("/content/memos:en"))
                .isEqualTo(tree("{'new':{'title':'Added'},'one':{'text':'B','title':'Edited'},'two':{'title':'C'}}"));
        assertThat(sync().at("/meta/memos:en/new/status").asString()).isEqualTo("draft");
        nothingIsLeftBehind();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOthersWroteFollowsMovedContent(boolean moveFirst) {
        String move = put("notes", MOVED);
        String edit = save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'},'new':{'title':'Added'}}}");
        land(moveFirst, move, edit);

        assertThat(sync().at("/content/notes:en/new/title").asString()).isEqualTo("Added");
        assertThat(sync().at("/content/notes:en/one/title").asString()).isEqualTo("Edited");
        nothingIsLeftBehind();
    }

    @Test
    void documentsSingletonsAndDictionariesFollowToo() {
        Map<String, String> edits = Map.of(
                "guides", "{'slug':'brand-new','data':{'title':'New'},'body':'text'}",
                "home", "{'data':{'headline':'New'}}",
                "labels", "{'data':{'nav.new':'New'}}");
        edits.forEach((model, body) -> {
            ObjectNode definition = (ObjectNode) model(model).deepCopy();
            String rename = put(model, definition.put("newId", model + "-x").toString());
            String edit = save(world.bo(), model, body);
            merge(rename, null).is(200);
            merge(edit, null).is(200);
            assertThat(sync().at("/content/" + model + "-x:en").toString()).contains("New");
        });
        nothingIsLeftBehind();
    }

    @Test
    void aClashInARenamedModelIsNamedWhereTheModelIs() {
        String rename = put("notes", RENAMED);
        String edit = save(world.bo(), "notes", "{'data':{'one':{'title':'His'}}}");
        merge(rename, null).is(200);
        merge(save(world.ada(), "memos", "{'data':{'one':{'title':'Hers'}}}"), null)
                .is(200);

        Reply clash = merge(edit, null).is(409);
        JsonNode conflict = clash.json().at("/data/conflicts/0");
        assertThat(conflict.path("model").asString()).isEqualTo("memos");
        assertThat(conflict.path("base").asString()).isEqualTo("A");
        merge(edit, decided(clash, "theirs")).is(200);
        assertThat(sync().at("/content/memos:en/one/title").asString()).isEqualTo("His");
    }

    @Test
    void anEditIsUndoneWhereTheModelIs() {
        merge(save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'}}}"), null)
                .is(200);
        String commit = world.bo()
                .http()
                .get(world.p() + "/history?model=notes")
                .json()
                .at("/history/0/commit")
                .asString();
        merge(put("notes", RENAMED), null).is(200);

        String undone = world.bo()
                .http()
                .post(world.p() + "/history/" + commit + "/revert")
                .is(200)
                .json()
                .path("branch")
                .asString();
        merge(undone, null).is(200);

        assertThat(sync().at("/content/memos:en/one/title").asString()).isEqualTo("A");
        nothingIsLeftBehind();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true ours", "true theirs", "false ours", "false theirs"})
    void whoeverRemovesAModelThatOthersWriteIntoIsAsked(String row) {
        boolean removalFirst = row.startsWith("true");
        String take = row.substring(row.indexOf(' ') + 1);
        String removal = world.ada()
                .http()
                .send("DELETE", world.p() + "/models/notes", Json.object())
                .is(200)
                .json()
                .path("branch")
                .asString();
        String edit = save(world.bo(), "notes", "{'data':{'new':{'title':'Added'}}}");
        merge(removalFirst ? removal : edit, null).is(200);
        String second = removalFirst ? edit : removal;

        Reply clash = merge(second, null).is(409);
        assertThat(clash.json().at("/data/conflicts").size()).isEqualTo(1);
        assertThat(clash.json().at("/data/conflicts/0/path").asString()).isEqualTo(".cms/models/notes.json");
        merge(second, decided(clash, "{'value':5}")).is(422);
        merge(second, decided(clash, take)).is(200);

        boolean kept = removalFirst == take.equals("theirs");
        JsonNode notes = sync().at("/content/notes:en");
        assertThat(notes.isMissingNode()).isEqualTo(!kept);
        assertThat(notes.at("/new/title").asString("")).isEqualTo(kept ? "Added" : "");
        assertThat(notes.at("/two/title").asString("")).isEqualTo(kept ? "C" : "");
        nothingIsLeftBehind();
    }

    @Test
    void whoseRoleCoversTheOldNameAloneChangesNothingUnderTheNewOne() {
        merge(save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'}}}"), null)
                .is(200);
        String commit = world.bo()
                .http()
                .get(world.p() + "/history?model=notes")
                .json()
                .at("/history/0/commit")
                .asString();
        Person eli = member("eli", "editor");
        String own = save(eli, "notes", "{'data':{'one':{'text':'His'}}}");
        merge(put("notes", RENAMED), null).is(200);

        eli.http().post(world.p() + "/history/" + commit + "/revert").is(403);
        Person fin = member("fin", "reviewer");
        fin.http().post(world.p() + "/branches/" + encode(own) + "/merge").is(403);
        merge(own, null).is(200);
    }

    /** Shown to fail when decisions that nothing asked for are passed over. */
    @Test
    void decisionsThatDecideNothingOrTwoThingsAreRefused() {
        String one = save(world.bo(), "notes", "{'data':{'one':{'title':'His'}}}");
        String two = save(world.ada(), "notes", "{'data':{'one':{'title':'Hers'}}}");
        merge(one, null).is(200);
        Reply clash = merge(two, null).is(409);

        ObjectNode twice = decided(clash, "ours");
        ((ArrayNode) twice.path("resolutions"))
                .addAll((ArrayNode) decided(clash, "theirs").path("resolutions"));
        merge(two, twice).is(422);
        ObjectNode beside = decided(clash, "ours");
        ((ArrayNode) beside.path("resolutions"))
                .add(tree("{'path':'.cms/content/blog/notes/data.json','entry':'two','field':'title',"
                        + "'take':{'value':'lost'}}"));
        Reply refused = merge(two, beside).is(422);
        assertThat(refused.json().path("message").asString()).contains("entry two, field title");
        ObjectNode same = decided(clash, "theirs");
        ((ArrayNode) same.path("resolutions"))
                .addAll((ArrayNode) decided(clash, "theirs").path("resolutions"));
        merge(two, same).is(200);
        assertThat(sync().at("/content/notes:en/one/title").asString()).isEqualTo("Hers");
    }

    /** Somebody whose role covers the model notes alone. */
    private Person member(String name, String role) {
        String email = name + "@example.com";
        String w = "/api/workspaces/" + world.workspaceId();
        world.ada().http().post(w + "/members", Map.of("email", email, "role", "member"));
        Person person = Person.signIn(world.app().url(), email, "web_identity");
        person.http().get("/api/auth/me").is(200);
        world.ada()
                .http()
                .post(
                        world.p() + "/members",
                        Map.of(
                                "userId",
                                person.id(),
                                "role",
                                role,
                                "specificModels",
                                true,
                                "allowedModels",
                                List.of("notes")))
                .is(200);
        return person;
    }

    private void land(boolean inOrder, String one, String other) {
        merge(inOrder ? one : other, null).is(200);
        merge(inOrder ? other : one, null).is(200);
    }

    private void nothingIsLeftBehind() {
        List<String> warnings = sync().at("/schemaValidation/warnings").values().stream()
                .map(warning -> warning.path("type").asString())
                .filter(type -> type.startsWith("orphan"))
                .toList();
        assertThat(warnings).isEmpty();
    }

    private JsonNode model(String id) {
        return sync().path("models").values().stream()
                .filter(model -> model.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private String put(String model, String body) {
        return world.ada()
                .http()
                .send("PUT", world.p() + "/models/" + model, tree(body))
                .is(200)
                .json()
                .path("branch")
                .asString();
    }

    private String save(Person person, String model, String body) {
        JsonNode saved = person.http()
                .post(world.p() + "/content/" + model, tree(body))
                .is(200)
                .json();
        assertThat(saved.at("/validation/valid").asBoolean())
                .as(saved.toString())
                .isTrue();
        return saved.path("branch").asString();
    }

    private Reply merge(String branch, @Nullable ObjectNode body) {
        return world.cy()
                .http()
                .post(world.p() + "/branches/" + encode(branch) + "/merge", body == null ? Json.object() : body);
    }

    private static ObjectNode decided(Reply clash, String take) {
        ObjectNode body = Json.object();
        ArrayNode list = body.putArray("resolutions");
        for (JsonNode conflict : clash.json().at("/data/conflicts").values()) {
            ObjectNode decision = list.addObject();
            for (String member : List.of("path", "entry", "field")) {
                decision.set(member, conflict.get(member));
            }
            decision.set("take", take.startsWith("{") ? tree(take) : Json.parse("\"" + take + "\""));
        }
        return body;
    }

    private JsonNode sync() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    private static String encode(String branch) {
        return URLEncoder.encode(branch, StandardCharsets.UTF_8);
    }

    private static JsonNode tree(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
