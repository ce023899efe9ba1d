package cms.review;

import static cms.review.Reviewing.decided;
import static cms.review.Reviewing.tree;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * A field is renamed while others write under its old name: what they wrote is found under the new one (decision 50).
 * Shown to fail without {@code FieldMoves}: what was added stays under a name that no model declares, and an edit
 * clashes with a removal that nobody meant.
 */
class RenamedFieldsTest {
    private static final String NOTES = "{'id':'notes','name':'Notes','kind':'collection','domain':'blog','i18n':false,"
            + "'fields':{'title':{'type':'string'},'text':{'type':'string'},'more':{'type':'string'}}}";
    private static final String RENAMED = renaming("text", "body");

    private TestApp app;
    private World world;
    private Reviewing review;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        review = new Reviewing(world);
        review.put("notes", NOTES);
        review.save(world.bo(), "notes", "{'data':{'one':{'title':'A','text':'B'},'two':{'title':'C','text':'D'}}}");
        review.begin();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOthersWroteIsUnderTheNewName(boolean renameFirst) {
        String rename = review.put("notes", RENAMED);
        String edit = review.save(
                world.bo(), "notes", "{'data':{'one':{'text':'Edited'},'new':{'title':'Added','text':'T'}}}");
        review.land(renameFirst, rename, edit);

        assertThat(content())
                .isEqualTo(tree("{'new':{'body':'T','title':'Added'},'one':{'body':'Edited','title':'A'},"
                        + "'two':{'body':'D','title':'C'}}"));
        assertThat(review.model("notes").path("fields"))
                .isEqualTo(tree("{'title':{'type':'string'},'body':{'type':'string'},'more':{'type':'string'}}"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void documentsAndSingletonsFollowToo(boolean renameFirst) {
        review.land(
                true,
                review.put("sheets", NOTES.replace("notes", "sheets").replace("collection", "document")),
                review.put("front", NOTES.replace("notes", "front").replace("collection", "singleton")));
        String page = review.save(world.bo(), "sheets", "{'slug':'one','data':{'title':'A','text':'B'},'body':'x'}");
        String front = review.save(world.bo(), "front", "{'data':{'title':'A','text':'B'}}");
        review.land(true, page, front);

        for (String model : new String[] {"sheets", "front"}) {
            boolean sheets = model.equals("sheets");
            String rename = review.put(
                    model, RENAMED.replace("notes", model).replace("collection", sheets ? "document" : "singleton"));
            String edit = review.save(
                    world.bo(),
                    model,
                    sheets ? "{'slug':'one','data':{'text':'New'},'body':'y'}" : "{'data':{'text':'New'}}");
            review.land(renameFirst, rename, edit);
        }
        JsonNode one = review.sync().at("/content/sheets:en/0");
        assertThat(one.path("frontmatter")).isEqualTo(tree("{'title':'A','body':'New','slug':'one'}"));
        assertThat(one.path("body").asString()).isEqualTo("y");
        assertThat(review.sync().at("/content/front:en")).isEqualTo(tree("{'body':'New','title':'A'}"));
    }

    @Test
    void aClashIsNamedByTheNewName() {
        String rename = review.put("notes", RENAMED);
        String edit = review.save(world.bo(), "notes", "{'data':{'one':{'text':'His'}}}");
        review.merge(rename, null).is(200);
        review.merge(review.save(world.ada(), "notes", "{'data':{'one':{'body':'Hers'}}}"), null)
                .is(200);

        Reply clash = review.merge(edit, null).is(409);
        JsonNode conflict = clash.json().at("/data/conflicts/0");
        assertThat(conflict.path("field").asString()).isEqualTo("body");
        assertThat(conflict.path("base").asString()).isEqualTo("B");
        assertThat(clash.json().at("/data/conflicts").size()).isEqualTo(1);
        review.merge(edit, decided(clash, "theirs")).is(200);
        assertThat(content().path("one")).isEqualTo(tree("{'body':'His','title':'A'}"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoWhoRenameDifferentFieldsAreBothHeard(boolean inOrder) {
        String one = review.put("notes", RENAMED);
        String two = review.put("notes", renaming("title", "name"));
        review.land(inOrder, one, two);

        assertThat(content()).isEqualTo(tree("{'one':{'body':'B','name':'A'},'two':{'body':'D','name':'C'}}"));
        assertThat(review.model("notes").path("fields").propertyNames())
                .containsExactlyInAnyOrder("name", "body", "more");
    }

    @Test
    void twoWhoGiveTheSameNameAgree() {
        String one = review.put("notes", RENAMED);
        String two = review.put("notes", RENAMED);
        review.merge(two, null).is(200);
        review.merge(review.save(world.bo(), "notes", "{'data':{'one':{'body':'Edited'}}}"), null)
                .is(200);
        review.merge(one, null).is(200);
        assertThat(content().path("one")).isEqualTo(tree("{'body':'Edited','title':'A'}"));
    }

    /** A field without any content is known by its definition, and only when there is one that it can be. */
    @Test
    void aFieldThatNoEntryHoldsFollowsItsDefinition() {
        String rename = review.put("notes", renaming("more", "rest"));
        String edit = review.save(world.bo(), "notes", "{'data':{'new':{'more':'M'}}}");
        review.merge(rename, null).is(200);
        review.merge(edit, null).is(200);
        assertThat(content().path("new")).isEqualTo(tree("{'rest':'M'}"));
    }

    /** A form that was opened before the rename is saved over what has landed since. */
    @Test
    void aFormThatWasOpenedBeforeIsSavedUnderTheNewName() {
        Reply opened = world.bo().http().get(world.p() + "/brain/sync");
        String base = opened.header("ETag").substring(1, 41);
        review.merge(review.put("notes", RENAMED), null).is(200);
        String late = review.save(world.bo(), "notes", "{'base':'" + base + "','data':{'one':{'text':'Late'}}}");
        review.merge(late, null).is(200);
        assertThat(content().path("one")).isEqualTo(tree("{'body':'Late','title':'A'}"));
    }

    /** One field goes and another comes: what entries hold says that it is not the same. */
    @Test
    void aFieldThatWasReplacedIsNotTakenForARename() {
        String replaced = review.put("notes", NOTES.replace("'text':{'type':'string'}", "'note':{'type':'string'}"));
        String edit = review.save(world.bo(), "notes", "{'data':{'new':{'title':'Added','text':'T'}}}");
        review.merge(replaced, null).is(200);
        review.merge(edit, null).is(200);
        assertThat(content().path("new")).isEqualTo(tree("{'text':'T','title':'Added'}"));
    }

    private static String renaming(String old, String name) {
        return NOTES.replace("'" + old + "':", "'" + name + "':")
                .replace("'id'", "'renameFields':{'" + old + "':'" + name + "'},'id'");
    }

    private JsonNode content() {
        return review.sync().at("/content/notes:en");
    }
}
