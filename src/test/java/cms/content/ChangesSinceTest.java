package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code brain/changes}: a reader who keeps the snapshot and takes in what differs holds what a new reader gets. */
@Tag("scenario")
class ChangesSinceTest {
    private static final String NOWHERE = "0123456789012345678901234567890123456789";

    private TestApp app;
    private World world;

    /** A snapshot and the tag that was answered with it. */
    private record Kept(ObjectNode snapshot, String tag) {
        String commit() {
            return tag.substring(1, 41);
        }
    }

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aKeptSnapshotThatTakesInWhatDiffersIsTheNewOne() {
        Http ada = world.ada().http();
        save("posts", "{'data':{'one':{'title':'One'},'two':{'title':'Two'}}}");
        follows(() -> save("posts", "{'data':{'one':{'title':'Other'},'new':{'title':'New'}}}"));
        follows(() -> save("posts", "{'locale':'de','data':{'one':{'title':'Eins'}}}"));
        follows(() -> ada.send("DELETE", at("content/posts"), tree("{'entryIds':['two']}"))
                .is(200));
        follows(() -> ada.patch(
                        at("content/posts/status"),
                        tree("{'model':'posts','locale':'en','entryIds':['one'],'status':'published'}"))
                .is(200));
        follows(() -> save("home", "{'data':{'headline':'H'}}"));
        follows(() -> save("labels", "{'data':{'nav.home':'Start'}}"));
        follows(() -> save("guides", "{'slug':'short','data':{'title':'Short'},'body':'Text'}"));
        follows(() -> ada.send("DELETE", at("content/guides"), tree("{'slugs':['short']}"))
                .is(200));
        follows(() ->
                ada.patch(at("config"), tree("{'domains':['blog','shop']}")).is(200));
        follows(() -> ada.put(
                        at("models/notes"),
                        tree(
                                "{'name':'Notes','kind':'collection','domain':'blog','i18n':false,'fields':{'text':'string'}}"))
                .is(200));
        follows(() -> save("notes", "{'data':{'n':{'text':'T'}}}"));
        follows(() -> ada.put(at("vocabulary"), tree("{'terms':{'ok':{'en':'Fine'}}}")));
        follows(() -> ada.send("DELETE", at("models/notes"), tree("{'force':true}")));
    }

    @Test
    void brokenFilesAndRelationsThatLeadNowhereAreToldAndTakenBack(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        follows(() -> {
            clone.write(".cms/content/blog/posts/en.json", "{ not json");
            clone.commit("Break the posts");
            clone.git("push", "origin", "HEAD");
        });
        follows(() -> {
            clone.git("revert", "--no-edit", "HEAD");
            clone.git("push", "origin", "HEAD");
        });
        follows(() -> save("posts", "{'data':{'lost':{'title':'Lost','author':'nobody'}}}"));
        follows(() -> save("authors", "{'data':{'nobody':{'name':'Somebody'}}}"));
        follows(() ->
                world.ada().http().send("DELETE", at("content/authors"), tree("{'entryIds':['nobody'],'force':true}")));
    }

    @Test
    void anEntryThatWasChangedBackSaysWhenItChanged() {
        save("posts", "{'data':{'one':{'title':'One'}}}");
        follows(() -> {
            save("posts", "{'data':{'one':{'title':'Other'}}}");
            save("posts", "{'data':{'one':{'title':'One'}}}");
        });
    }

    @Test
    void nothingHasChangedSinceNow() {
        Kept kept = read(world.dee().http());

        JsonNode changes = changes(world.dee().http(), kept);

        assertThat(changes.path("reset").asBoolean()).isFalse();
        for (String part : List.of("content", "meta", "etags")) {
            assertThat(changes.path(part)).isEmpty();
        }
        assertThat(changes.at("/models/set")).isEmpty();
        assertThat(changes.has("schemaValidation")).isFalse();
        assertThat(changes.path("tag").asString()).isEqualTo(kept.tag());
    }

    /** Shown to fail when the tag is not compared: what the caller has been allowed since then would be missing. */
    @Test
    void whoMaySeeOthersModelsThanBeforeBeginsAnew() {
        save("posts", "{'data':{'one':{'title':'One'}}}");
        world.narrow(world.bo(), "editor", "authors");
        Kept narrow = read(world.bo().http());
        save("posts", "{'data':{'one':{'title':'Hidden'}}}");
        JsonNode unseen = changes(world.bo().http(), narrow);
        assertThat(unseen.toString()).doesNotContain("Hidden").doesNotContain("posts");
        assertThat(unseen.path("reset").asBoolean()).isFalse();

        world.narrow(world.bo(), "editor", "authors", "posts");

        assertThat(changes(world.bo().http(), narrow).path("reset").asBoolean()).isTrue();
        Kept wide = read(world.bo().http());
        world.narrow(world.bo(), "editor", "authors");
        assertThat(changes(world.bo().http(), wide).path("reset").asBoolean()).isTrue();
    }

    @Test
    void whatIsNoCommitIsRefusedAndAnothersBeginsAnew() {
        Http dee = world.dee().http();
        for (String since : List.of("", "?since=", "?since=HEAD", "?since=cms", "?since=" + NOWHERE + "0", "?at=cms")) {
            dee.get(at("brain/changes") + since).is(400);
        }
        JsonNode reset = dee.get(at("brain/changes?since=") + NOWHERE).is(200).json();
        assertThat(reset.path("reset").asBoolean()).isTrue();
        assertThat(reset.has("content")).isFalse();
        assertThat(reset.path("commit").asString()).isEqualTo(read(dee).commit());

        world.ada().http().patch(at("config"), Map.of("workflow", "review")).is(200);
        String open = save("posts", "{'data':{'open':{'title':'Not landed'}}}")
                .json()
                .at("/commit/sha")
                .asString();
        assertThat(dee.get(at("brain/changes?since=") + open)
                        .is(200)
                        .json()
                        .path("reset")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void moreThanHalfOfEverythingIsNotWorthIt() {
        Kept kept = read(world.dee().http());
        ObjectNode body = Json.object();
        ObjectNode entries = body.putObject("data");
        for (int i = 0; i < 1_000; i++) {
            entries.putObject("many" + i).put("title", "Number " + i);
        }
        Reply saved = world.bo().http().post(at("content/posts"), body).is(200);
        assertThat(saved.json().path("merged").asBoolean()).as(saved.text()).isTrue();

        assertThat(changes(world.dee().http(), kept).path("reset").asBoolean()).isTrue();
    }

    private void follows(Runnable work) {
        Kept before = read(world.dee().http());
        work.run();
        JsonNode changes = changes(world.dee().http(), before);
        Kept after = read(world.dee().http());
        assertThat(changes.path("reset").asBoolean()).isFalse();
        assertThat(changes.path("tag").asString()).isEqualTo(after.tag());
        assertThat(changes.path("commit").asString()).isEqualTo(after.commit());
        takeInAll(before.snapshot(), changes);
        for (String part : List.of("models", "content", "meta", "etags", "config", "vocabulary", "schemaValidation")) {
            assertThat(before.snapshot().path(part))
                    .as(part)
                    .isEqualTo(after.snapshot().path(part));
        }
    }

    /** As a program would: in words that are only about JSON. */
    private static void takeInAll(ObjectNode kept, JsonNode changes) {
        Map<String, JsonNode> models = new TreeMap<>();
        kept.path("models").forEach(model -> models.put(model.path("id").asString(), model));
        changes.at("/models/set").forEach(model -> models.put(model.path("id").asString(), model));
        changes.at("/models/removed").forEach(id -> models.remove(id.asString()));
        models.values().forEach(kept.putArray("models")::add);
        takeIn((ObjectNode) kept.path("content"), changes.path("content"));
        takeIn((ObjectNode) kept.path("meta"), changes.path("meta"));
        takeIn((ObjectNode) kept.at("/etags/entries"), changes.path("etags"));
        ObjectNode tags = (ObjectNode) kept.path("etags");
        JsonNode settings = changes.path("settingTags");
        settings.path("models").forEachEntry((id, tag) -> ((ObjectNode) tags.path("models")).set(id, tag));
        changes.at("/models/removed").forEach(id -> ((ObjectNode) tags.path("models")).remove(id.asString()));
        for (String setting : List.of("config", "vocabulary")) {
            if (settings.has(setting)) {
                tags.set(setting, settings.get(setting));
            }
        }
        for (String part : List.of("config", "vocabulary", "schemaValidation")) {
            if (changes.has(part)) {
                kept.set(part, changes.get(part));
            }
        }
    }

    private static void takeIn(ObjectNode kept, JsonNode changes) {
        changes.forEachEntry((key, change) -> {
            if (change.path("whole").isNull()) {
                kept.remove(key);
            } else if (change.has("whole")) {
                kept.set(key, change.get("whole"));
            } else if (kept.path(key) instanceof ArrayNode documents) {
                Map<String, JsonNode> bySlug = new TreeMap<>();
                documents.forEach(document -> bySlug.put(document.path("slug").asString(), document));
                change.path("set").forEachEntry(bySlug::put);
                change.path("removed").forEach(slug -> bySlug.remove(slug.asString()));
                bySlug.values().forEach(kept.putArray(key)::add);
            } else {
                ObjectNode entries = kept.path(key) instanceof ObjectNode known ? known : kept.putObject(key);
                change.path("set").forEachEntry(entries::set);
                change.path("removed").forEach(id -> entries.remove(id.asString()));
            }
        });
    }

    private JsonNode changes(Http reader, Kept kept) {
        return reader.get(at("brain/changes?since=" + kept.commit() + "&tag=%22"
                        + kept.tag().replace("\"", "") + "%22"))
                .is(200)
                .json();
    }

    private Kept read(Http reader) {
        Reply answer = reader.get(at("brain/sync")).is(200);
        return new Kept((ObjectNode) answer.json(), answer.header("ETag"));
    }

    private Reply save(String model, String body) {
        return world.ada().http().post(at("content/" + model), tree(body)).is(200);
    }

    private String at(String path) {
        return world.p() + "/" + path;
    }

    private static JsonNode tree(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
