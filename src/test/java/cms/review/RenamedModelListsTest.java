package cms.review;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Lists of models that say what somebody may see, or hears of, follow a model to its new id. */
@Tag("rows")
class RenamedModelListsTest {
    private static final String RENAMED = "{'id':'authors','newId':'writers','name':'Writers','kind':'collection',"
            + "'domain':'blog','i18n':false,'fields':{'name':{'type':'string','required':true}}}";

    private static final List<String> ALL =
            List.of("one", "same", "two", "split", "part", "small", "ids", "huge", "empty", "later", "moved");

    private TestApp app;
    private World world;
    private Reviewing review;
    private Http ada;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        review = new Reviewing(world);
        ada = world.ada().http();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail before: who could see the model alone saw nothing any more. */
    @Test
    void membersKeysAndReceiversFollowAModelWhoseChangeIsMerged() {
        List<String> both = List.of("authors", "posts");
        ada.post(
                        world.p() + "/members",
                        Map.of("userId", world.dee().id(), "role", "viewer", "allowedModels", List.of("authors")))
                .is(200);
        world.narrow(world.bo(), "editor", "authors", "posts");
        String key = "/conversation-keys";
        ada.post(world.p() + key, Map.of("name", "robot", "allowedModels", both, "allowedLocales", List.of("en")))
                .is(200);
        ada.post(world.p() + key, Map.of("name", "other", "allowedModels", List.of("posts")))
                .is(200);
        ada.post(
                        world.p() + "/webhooks",
                        Map.of(
                                "name",
                                "site",
                                "url",
                                "https://example.com/",
                                "events",
                                List.of("model.saved"),
                                "models",
                                both))
                .is(200);
        assertThat(models()).isEqualTo(List.of("authors"));

        review.begin();
        String branch = review.put("authors", RENAMED);
        assertThat(models()).as("a change that waits renames nothing").isEqualTo(List.of("authors"));
        review.merge(branch, null).is(200);

        eventually("who may see the model sees it", () -> models().equals(List.of("writers")));
        world.bo().http().get(world.p() + "/content/writers").is(200);
        world.bo().http().get(world.p() + "/content/posts").is(200);
        JsonNode keys = ada.get(world.p() + key).is(200).json();
        assertThat(keys.valueStream().map(row -> row.get("allowedModels").toString()))
                .containsExactlyInAnyOrder("[\"writers\",\"posts\"]", "[\"posts\"]");
        assertThat(keys.valueStream().map(row -> row.get("allowedLocales").toString()))
                .as("nothing else of a key changes")
                .containsExactlyInAnyOrder("[\"en\"]", "[]");
        assertThat(ada.get(world.p() + "/webhooks")
                        .is(200)
                        .json()
                        .at("/0/models")
                        .toString())
                .isEqualTo("[\"writers\",\"posts\"]");
    }

    /** Decision 185. */
    @Test
    void whoSeesAModelAloneSeesWhatWaitedAcrossItsRenameOnceItHasLanded() {
        world.narrow(world.cy(), "reviewer", "authors");
        Http cy = world.cy().http();
        review.begin();
        String waiting = review.save(world.bo(), "authors", "{'data':{'aaaabbbbcccd':{'name':'Waits'}}}");
        String branch = world.p() + "/branches/" + Reviewing.encode(waiting);
        cy.get(branch + "/diff").is(200);
        String rename = review.put("authors", RENAMED);
        ada.post(world.p() + "/branches/" + Reviewing.encode(rename) + "/merge", Map.of())
                .is(200);
        eventually(
                "the list follows", () -> cy.get(world.p() + "/content/writers").status() == 200);

        assertThat(cy.get(world.p() + "/branches").is(200).json().get("branches"))
                .isEmpty();
        cy.get(branch + "/diff").is(404);
        cy.post(branch + "/merge", Map.of()).is(404);
        ada.post(branch + "/merge", Map.of()).is(200);
        JsonNode landed = cy.get(world.p() + "/history?limit=1").is(200).json().at("/history/0/changes/0");
        assertThat(landed.get("model").asString()).isEqualTo("writers");
        assertThat(landed.get("entry").asString()).isEqualTo("aaaabbbbcccd");
    }

    /** Shown to fail where the news of a rename are told before lists follow it. */
    @Test
    void aReceiverHearsOfTheRenameOfItsModel() {
        String hook = world.p() + "/webhooks/"
                + ada.post(
                                world.p() + "/webhooks",
                                Map.of(
                                        "name",
                                        "site",
                                        "url",
                                        "https://example.com/",
                                        "events",
                                        List.of("model.saved"),
                                        "models",
                                        List.of("authors")))
                        .is(200)
                        .json()
                        .get("id")
                        .asString();
        review.put("authors", RENAMED);
        eventually(
                "it is told",
                () -> ada.get(hook + "/deliveries").is(200).json().get("total").asInt() == 1);
    }

    /** Shown to fail before: whoever had such a model alone had nothing any more. */
    @ParameterizedTest
    @CsvSource({"settings,dictionary,false", "labels,dictionary,false", "guides,collection,true"})
    void whoSeesAModelAloneSeesItWithAnotherKindOrTranslationAsWell(String model, String kind, boolean i18n) {
        world.narrow(world.dee(), "viewer", model);
        String definition = "{'newId':'other','name':'Other','kind':'%s','domain':'other','i18n':%s%s}";
        String fields = kind.equals("collection") ? ",'fields':{'title':{'type':'string'}}" : "";
        review.put(model, definition.formatted(kind, i18n, fields));
        eventually("who may see the model sees it", () -> models().equals(List.of("other")));
    }

    /** Rights follow what is certain; where content says as much of another model, nobody gains any. */
    @Test
    void nobodyGainsAModelByWhatAPushMakesOfTheirs(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        String four = "{'a':{'t':'1'},'b':{'t':'2'},'c':{'t':'3'},'d':{'t':'4'}}";
        for (String model : ALL) {
            String own =
                    own(model, four).replace("'4'", model.equals("huge") ? "'" + "y".repeat(9_000_000) + "'" : "'4'");
            write(clone, model, model.equals("empty") ? "{}" : model.equals("same") ? four : own);
        }
        write(clone, "one", four);
        push(clone, "models");
        world.narrow(
                world.dee(),
                "viewer",
                Stream.concat(ALL.stream(), Stream.of("authors")).toArray(String[]::new));

        // Two models of the same content end, and one begins: it is either.
        remove(clone, "one", "same");
        write(clone, "either", four);
        push(clone, "either");
        // One ends, and two begin with its content.
        remove(clone, "split");
        write(clone, "left", own("split", four));
        write(clone, "right", own("split", four));
        push(clone, "left or right");
        // The new one has an entry of the old one, and three that it never had.
        remove(clone, "part");
        write(clone, "secret", own("part", four).replaceAll("part-[bcd]", "secret-$0"));
        push(clone, "a part");
        // The new one has all entries of the old one, and more that it never had.
        remove(clone, "small");
        write(
                clone,
                "large",
                own("small", four).replace("}}", "},") + own("large", four).substring(1) + "}");
        push(clone, "more");
        // The new one has the ids of the old one, with other fields and values.
        remove(clone, "ids");
        write(clone, "wages", own("ids", four).replaceAll("'t':'", "'pay':'9"));
        clone.write(".cms/models/wages.json", definition("wages", "pay"));
        push(clone, "ids");
        // What is larger than is read for this has no heir, and everything after it is told all the same.
        remove(clone, "huge");
        write(clone, "vast", own("huge", four).replace("'4'", "'" + "x".repeat(9_000_000) + "'"));
        push(clone, "huge");
        // An old one without content says nothing of a new one with some.
        remove(clone, "empty");
        write(clone, "full", own("full", four));
        push(clone, "full");
        // What one commit removes and the next one adds was not renamed.
        remove(clone, "later");
        clone.commit("ends");
        write(clone, "anew", own("later", four));
        push(clone, "begins");
        // A model that is there already inherits nothing from one of the same content.
        write(clone, "two-a", own("two", four));
        push(clone, "two");
        remove(clone, "two");
        push(clone, "one of two");
        remove(clone, "moved");
        write(clone, "kept", own("moved", four).replace("'4'", "'5'"));
        push(clone, "renamed");

        review.put("authors", RENAMED);
        eventually("the last rename is known", () -> models().contains("writers"));
        assertThat(models()).containsExactlyInAnyOrder("kept", "writers");
    }

    private static String own(String model, String content) {
        return content.replaceAll("'([abcd])':", "'" + model + "-$1':");
    }

    private static void write(GitClient clone, String model, String content) {
        clone.write(".cms/models/" + model + ".json", definition(model, "t"))
                .write(".cms/content/blog/" + model + "/data.json", content.replace('\'', '"'));
    }

    private static String definition(String model, String field) {
        return ("{'id':'" + model + "','name':'" + model + "','kind':'collection','domain':'blog','i18n':false,"
                        + "'fields':{'" + field + "':{'type':'string'}}}")
                .replace('\'', '"');
    }

    private static void remove(GitClient clone, String... models) {
        for (String model : models) {
            clone.git("rm", "-q", "-r", ".cms/models/" + model + ".json", ".cms/content/blog/" + model);
        }
    }

    private static void push(GitClient clone, String message) {
        clone.commit(message);
        clone.git("pull", "--rebase");
        clone.git("push");
    }

    /** The models that dee sees. */
    private List<String> models() {
        return world.dee()
                .http()
                .get(world.p() + "/brain/sync")
                .is(200)
                .json()
                .get("models")
                .valueStream()
                .map(model -> model.get("id").asString())
                .toList();
    }
}
