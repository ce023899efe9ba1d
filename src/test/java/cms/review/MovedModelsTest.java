package cms.review;

import static cms.review.Reviewing.branch;
import static cms.review.Reviewing.decided;
import static cms.review.Reviewing.encode;
import static cms.review.Reviewing.tree;
import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    private Reviewing review;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        review = new Reviewing(world);
        review.put("notes", NOTES);
        review.save(world.bo(), "notes", "{'data':{'one':{'title':'A','text':'B'},'two':{'title':'C'}}}");
        review.begin();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOthersWroteFollowsARenamedModel(boolean renameFirst) {
        String rename = review.put("notes", RENAMED);
        String edit = review.save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'},'new':{'title':'Added'}}}");
        review.land(renameFirst, rename, edit);

        assertThat(review.sync().at("/content/memos:en"))
                .isEqualTo(tree("{'new':{'title':'Added'},'one':{'text':'B','title':'Edited'},'two':{'title':'C'}}"));
        assertThat(review.sync().at("/meta/memos:en/new/status").asString()).isEqualTo("draft");
        nothingIsLeftBehind();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOthersWroteFollowsMovedContent(boolean moveFirst) {
        String move = review.put("notes", MOVED);
        String edit = review.save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'},'new':{'title':'Added'}}}");
        review.land(moveFirst, move, edit);

        assertThat(review.sync().at("/content/notes:en/new/title").asString()).isEqualTo("Added");
        assertThat(review.sync().at("/content/notes:en/one/title").asString()).isEqualTo("Edited");
        nothingIsLeftBehind();
    }

    @Test
    void documentsSingletonsAndDictionariesFollowToo() {
        Map<String, String> edits = Map.of(
                "guides", "{'slug':'brand-new','data':{'title':'New'},'body':'text'}",
                "home", "{'data':{'headline':'New'}}",
                "labels", "{'data':{'nav.new':'New'}}");
        edits.forEach((model, body) -> {
            ObjectNode definition = (ObjectNode) review.model(model).deepCopy();
            String rename =
                    review.put(model, definition.put("newId", model + "-x").toString());
            String edit = review.save(world.bo(), model, body);
            review.merge(rename, null).is(200);
            review.merge(edit, null).is(200);
            assertThat(review.sync().at("/content/" + model + "-x:en").toString())
                    .contains("New");
        });
        nothingIsLeftBehind();
    }

    @Test
    void aClashInARenamedModelIsNamedWhereTheModelIs() {
        String rename = review.put("notes", RENAMED);
        String edit = review.save(world.bo(), "notes", "{'data':{'one':{'title':'His'}}}");
        review.merge(rename, null).is(200);
        review.merge(review.save(world.ada(), "memos", "{'data':{'one':{'title':'Hers'}}}"), null)
                .is(200);

        Reply clash = review.merge(edit, null).is(409);
        JsonNode conflict = clash.json().at("/data/conflicts/0");
        assertThat(conflict.path("model").asString()).isEqualTo("memos");
        assertThat(conflict.path("base").asString()).isEqualTo("A");
        review.merge(edit, decided(clash, "theirs")).is(200);
        assertThat(review.sync().at("/content/memos:en/one/title").asString()).isEqualTo("His");
    }

    @Test
    void anEditIsUndoneWhereTheModelIs() {
        String commit = landedEdit();
        review.merge(review.put("notes", RENAMED), null).is(200);

        String undone = branch(world.bo().http().post(world.p() + "/history/" + commit + "/revert"));
        review.merge(undone, null).is(200);

        assertThat(review.sync().at("/content/memos:en/one/title").asString()).isEqualTo("A");
        nothingIsLeftBehind();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true ours", "true theirs", "false ours", "false theirs"})
    void whoeverRemovesAModelThatOthersWriteIntoIsAsked(String row) {
        boolean removalFirst = row.startsWith("true");
        String take = row.substring(row.indexOf(' ') + 1);
        String removal = branch(world.ada().http().send("DELETE", world.p() + "/models/notes", Json.object()));
        String edit = review.save(world.bo(), "notes", "{'data':{'new':{'title':'Added'}}}");
        review.merge(removalFirst ? removal : edit, null).is(200);
        String second = removalFirst ? edit : removal;

        Reply clash = review.merge(second, null).is(409);
        assertThat(clash.json().at("/data/conflicts").size()).isEqualTo(1);
        assertThat(clash.json().at("/data/conflicts/0/path").asString()).isEqualTo(".cms/models/notes.json");
        review.merge(second, decided(clash, "{'value':5}")).is(422);
        review.merge(second, decided(clash, take)).is(200);

        boolean kept = removalFirst == take.equals("theirs");
        JsonNode notes = review.sync().at("/content/notes:en");
        assertThat(notes.isMissingNode()).isEqualTo(!kept);
        assertThat(notes.at("/new/title").asString("")).isEqualTo(kept ? "Added" : "");
        assertThat(notes.at("/two/title").asString("")).isEqualTo(kept ? "C" : "");
        nothingIsLeftBehind();
    }

    /** Shown to fail where a kept model gets the content of its files alone. */
    @Test
    void aProgramOfAModelThatIsKeptStaysOne(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        String file = ".cms/content/blog/notes/data.json";
        clone.git("update-index", "--chmod=+x", file);
        clone.git("commit", "--quiet", "-m", "A program");
        clone.git("push", "--quiet", "origin", "HEAD:main");
        String removal = branch(world.ada().http().send("DELETE", world.p() + "/models/notes", Json.object()));
        String edit = review.save(world.bo(), "notes", "{'data':{'new':{'title':'Added'}}}");
        review.merge(removal, null).is(200);
        Reply clash = review.merge(edit, null).is(409);
        review.merge(edit, decided(clash, "theirs")).is(200);

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("ls-tree", "origin/main", file)).startsWith("100755");
        assertThat(clone.show("origin/main", file)).contains("Added");
    }

    @Test
    void whoseRoleCoversTheOldNameAloneChangesNothingUnderTheNewOne() {
        String commit = landedEdit();
        Person eli = member("eli", "editor");
        String own = review.save(eli, "notes", "{'data':{'one':{'text':'His'}}}");
        review.merge(review.put("notes", RENAMED), null).is(200);
        eventually("his role follows the model", () -> seenBy(eli).equals(List.of("memos")));

        world.narrow(eli, "editor", "notes");
        eli.http().post(world.p() + "/history/" + commit + "/revert").is(403);
        Person fin = member("fin", "reviewer");
        fin.http().post(world.p() + "/branches/" + encode(own) + "/merge").is(403);
        review.merge(own, null).is(200);
    }

    /** Shown to fail when decisions that nothing asked for are passed over. */
    @Test
    void decisionsThatDecideNothingOrTwoThingsAreRefused() {
        String one = review.save(world.bo(), "notes", "{'data':{'one':{'title':'His'}}}");
        String two = review.save(world.ada(), "notes", "{'data':{'one':{'title':'Hers'}}}");
        review.merge(one, null).is(200);
        Reply clash = review.merge(two, null).is(409);

        ObjectNode twice = decided(clash, "ours");
        ((ArrayNode) twice.path("resolutions"))
                .addAll((ArrayNode) decided(clash, "theirs").path("resolutions"));
        review.merge(two, twice).is(422);
        ObjectNode beside = decided(clash, "ours");
        ((ArrayNode) beside.path("resolutions"))
                .add(tree("{'path':'.cms/content/blog/notes/data.json','entry':'two','field':'title',"
                        + "'take':{'value':'lost'}}"));
        Reply refused = review.merge(two, beside).is(422);
        assertThat(refused.json().path("message").asString()).contains("entry two, field title");
        ObjectNode same = decided(clash, "theirs");
        ((ArrayNode) same.path("resolutions"))
                .addAll((ArrayNode) decided(clash, "theirs").path("resolutions"));
        review.merge(two, same).is(200);
        assertThat(review.sync().at("/content/notes:en/one/title").asString()).isEqualTo("Hers");
    }

    /** The commit in the history of notes by which an edit has landed. */
    private String landedEdit() {
        review.merge(review.save(world.bo(), "notes", "{'data':{'one':{'title':'Edited'}}}"), null)
                .is(200);
        Reply history = world.bo().http().get(world.p() + "/history?model=notes");
        return history.json().at("/history/0/commit").asString();
    }

    /** Somebody whose role covers the model notes alone. */
    private Person member(String name, String role) {
        String email = name + "@example.com";
        String w = "/api/workspaces/" + world.workspaceId();
        world.ada().http().post(w + "/members", Map.of("email", email, "role", "member"));
        Person person = Person.signIn(world.app().url(), email, "web_identity");
        person.http().get("/api/auth/me").is(200);
        world.narrow(person, role, "notes");
        return person;
    }

    private List<String> seenBy(Person person) {
        JsonNode models =
                person.http().get(world.p() + "/brain/sync").is(200).json().get("models");
        return models.valueStream().map(model -> model.get("id").asString()).toList();
    }

    private void nothingIsLeftBehind() {
        List<String> warnings = review.sync().at("/schemaValidation/warnings").values().stream()
                .map(warning -> warning.path("type").asString())
                .filter(type -> type.startsWith("orphan"))
                .toList();
        assertThat(warnings).isEmpty();
    }

    /** Shown to fail before: the second landed, and nobody on Windows or macOS could check the repository out. */
    @Test
    void twoChangesDoNotBothLandFoldersThatDifferInCapitalsAlone() {
        String model =
                "{'name':'Shops','kind':'collection','domain':'shop','i18n':false,'fields':{'title':{'type':'string'}}}";
        for (String each : List.of("shop", "Shop")) {
            String put =
                    review.put(each.equals("shop") ? "stores" : "markets", model.replace("'shop'", "'" + each + "'"));
            review.merge(put, null).is(200);
        }
        String small = review.save(world.bo(), "stores", "{'data':{'one':{'title':'One'}}}");
        String large = review.save(world.bo(), "markets", "{'data':{'two':{'title':'Two'}}}");
        review.merge(small, null).is(200);

        Reply second = review.merge(large, null).is(409);
        assertThat(second.json().path("message").asString())
                .contains("\".cms/content/Shop\" would differ from \".cms/content/shop\" in capitals alone")
                .contains("another domain");
        review.merge(large, decided(second, "theirs")).is(409);

        String moved = review.put("markets", model.replace("'shop'", "'market'"));
        review.merge(moved, null).is(200);
        review.merge(large, null).is(200);
        assertThat(review.sync().at("/content/markets:en").toString()).contains("Two");
    }
}
