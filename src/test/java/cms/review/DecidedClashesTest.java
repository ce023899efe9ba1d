package cms.review;

import static cms.review.Reviewing.branch;
import static cms.review.Reviewing.decided;
import static cms.review.Reviewing.encode;
import static cms.review.Reviewing.tree;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What lands when a person decides about values that clash (design 5). */
@Tag("scenario")
class DecidedClashesTest {
    private TestApp app;
    private World world;
    private Reviewing review;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        review = new Reviewing(world);
        review.save(world.ada(), "posts", "{'data':{'one':{'title':'A'}}}");
        review.save(world.ada(), "guides", "{'slug':'one','data':{'title':'A'},'body':'text'}");
        review.begin();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /**
     * Without its meta the draft would be published: an entry that has none is delivered. Shown to fail without
     * {@code WholeEntries}.
     */
    @Test
    void anEntryThatIsKeptAgainstItsDeletionKeepsItsMeta() {
        String deletion = delete("posts", "{'entryIds':['one']}");
        String edit = review.save(world.ada(), "posts", "{'data':{'one':{'title':'B'}}}");
        review.merge(deletion, null).is(200);
        review.merge(edit, decisions(edit, "theirs")).is(200);

        assertThat(review.sync().at("/content/posts:en/one/title").asString()).isEqualTo("B");
        assertThat(review.sync().at("/meta/posts:en/one/status").asString()).isEqualTo("draft");
    }

    /** Shown to fail where {@code onto} is not looked at: cy's decision then replaces a value that nobody has seen. */
    @Test
    void aDecisionAboutALiveValueThatHasChangedSinceIsAskedAgain() {
        String live = review.save(world.ada(), "posts", "{'data':{'one':{'title':'B'}}}");
        String waits = review.save(world.bo(), "posts", "{'data':{'one':{'title':'C'}}}");
        String elsewhere = review.save(world.ada(), "posts", "{'data':{'two':{'title':'X'}}}");
        review.merge(live, null).is(200);
        ObjectNode decision = (ObjectNode) decisions(waits, "theirs");
        decision.put("onto", onto(waits));
        review.merge(review.save(world.ada(), "posts", "{'data':{'one':{'title':'D'}}}"), null)
                .is(200);

        JsonNode clash = review.merge(waits, decision).is(409).json().at("/data/conflicts/0");
        assertThat(clash.path("ours").asString()).isEqualTo("D");
        assertThat(review.sync().at("/content/posts:en/one/title").asString()).isEqualTo("D");

        decision.put("onto", onto(waits));
        review.merge(elsewhere, null).is(200);
        review.merge(waits, decision.deepCopy().put("onto", "cms")).is(400);
        review.merge(waits, decision.deepCopy().put("onto", "0".repeat(40))).is(400);
        review.merge(waits, decision).is(200);
        assertThat(review.sync().at("/content/posts:en/one/title").asString()).isEqualTo("C");
    }

    /** The commit of {@code cms} that a reviewer has looked at a change against. */
    private String onto(String branch) {
        return world.cy()
                .http()
                .get(world.p() + "/branches/" + encode(branch) + "/diff")
                .is(200)
                .json()
                .path("onto")
                .asString();
    }

    /** Shown to fail without {@code WholeEntries}. */
    @Test
    void aDocumentThatIsKeptAgainstItsDeletionKeepsItsMetaAsItIs(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        String meta = ".cms/meta/guides/one/en.json";
        clone.git("update-index", "--chmod=+x", meta);
        clone.git("commit", "--quiet", "-m", "A program");
        clone.git("push", "--quiet", "origin", "HEAD:main");
        String deletion = delete("guides", "{'slugs':['one']}");
        String edit = review.save(world.ada(), "guides", "{'slug':'one','data':{'title':'B'}}");
        review.merge(edit, null).is(200);
        review.merge(deletion, decisions(deletion, "ours")).is(200);

        JsonNode guide = guide("one");
        assertThat(guide.at("/frontmatter/title").asString()).isEqualTo("B");
        assertThat(guide.at("/meta/status").asString()).isEqualTo("draft");
        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.git("ls-tree", "origin/main", meta)).startsWith("100755");
    }

    /** Shown to fail without {@code WholeEntries}: then its meta stays behind without an entry. */
    @Test
    void aStatusThatIsKeptAgainstTheDeletionKeepsTheEntry() {
        String deletion = delete("posts", "{'entryIds':['one']}");
        status("posts", "{'entryIds':['one'],'status':'archived'}");
        String status = open().stream()
                .filter(name -> !name.equals(deletion))
                .findFirst()
                .orElseThrow();
        review.merge(deletion, null).is(200);
        review.merge(status, decisions(status, "{'value':5}")).is(422);
        review.merge(status, decisions(status, "theirs")).is(200);

        assertThat(review.sync().at("/content/posts:en/one/title").asString()).isEqualTo("A");
        assertThat(review.sync().at("/meta/posts:en/one/status").asString()).isEqualTo("archived");
    }

    @Test
    void anEntryThatIsGivenUpTakesItsMetaAlong() {
        String deletion = delete("posts", "{'entryIds':['one']}");
        String edit = review.save(world.bo(), "posts", "{'data':{'one':{'title':'B'}}}");
        review.merge(edit, null).is(200);
        review.merge(deletion, decisions(deletion, "theirs")).is(200);

        assertThat(review.sync().at("/content/posts:en/one").isMissingNode()).isTrue();
        assertThat(review.sync().at("/meta/posts:en/one").isMissingNode()).isTrue();
    }

    /** Shown to fail without the check of decided values: then each of them lands. */
    @Test
    void aValueThatAPersonDecidesOnHasToBeValid() {
        String one = review.save(world.ada(), "posts", "{'data':{'one':{'title':'B'}}}");
        String two = review.save(world.bo(), "posts", "{'data':{'one':{'title':'C'}}}");
        review.merge(one, null).is(200);

        for (String wrong : List.of("5", "null", "''", "'" + "x".repeat(121) + "'", "{'a':1}")) {
            Reply refused =
                    review.merge(two, decisions(two, "{'value':" + wrong + "}")).is(422);
            assertThat(refused.json().path("code").asString()).isEqualTo("content.invalid");
            assertThat(refused.json().at("/data/errors/0/field").asString()).isEqualTo("title");
            update(two, "{'value':" + wrong + "}").is(422);
        }
        assertThat(review.sync().at("/content/posts:en/one/title").asString()).isEqualTo("B");
        review.merge(two, decisions(two, "{'value':'D'}")).is(200);
        assertThat(review.sync().at("/content/posts:en/one/title").asString()).isEqualTo("D");
    }

    /** Shown to fail without the check of decided values: then the entry has a status that there is not. */
    @Test
    void aStatusThatAPersonDecidesOnHasToBeOne() {
        status("posts", "{'entryIds':['one'],'status':'published'}");
        String one = open().getFirst();
        status("posts", "{'entryIds':['one'],'status':'archived'}");
        String two =
                open().stream().filter(name -> !name.equals(one)).findFirst().orElseThrow();
        review.merge(one, null).is(200);

        for (String wrong : List.of("'gone'", "5", "['draft']")) {
            review.merge(two, decisions(two, "{'value':" + wrong + "}")).is(422);
        }
        review.merge(two, decisions(two, "{'value':'in_review'}")).is(200);
        assertThat(review.sync().at("/meta/posts:en/one/status").asString()).isEqualTo("in_review");
    }

    /** Shown to fail without the look at both ends: then each of the two merges, and nobody ever sees the entry. */
    @Test
    void aBeginningAndAnEndThatDoNotFitClash() {
        for (String model : List.of("posts", "guides")) {
            String begins = schedule(world.ada(), model, "'publish_at':'2030-06-01T00:00:00Z'");
            String ends = schedule(world.bo(), model, "'expire_at':'2030-01-01T00:00:00Z'");
            review.merge(begins, null).is(200);

            Reply clash = review.merge(ends, null).is(409);
            JsonNode conflicts = clash.json().at("/data/conflicts");
            assertThat(conflicts.at("/0/field").asString()).isEqualTo("publish_at");
            assertThat(conflicts.at("/1/field").asString()).isEqualTo("expire_at");
            ObjectNode mixed = decided(clash, "ours");
            ((ObjectNode) mixed.at("/resolutions/1")).put("take", "theirs");
            review.merge(ends, mixed).is(422);
            review.merge(ends, decided(clash, "{'value':'2029-01-01'}")).is(422);
            review.merge(ends, decided(clash, "theirs")).is(200);
        }
        JsonNode post = review.sync().at("/meta/posts:en/one");
        assertThat(post.path("expire_at").asString()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(post.has("publish_at")).isFalse();
        assertThat(guide("one").path("meta").has("publish_at")).isFalse();
    }

    private String schedule(Person person, String model, String end) {
        return branch(person.http()
                .patch(world.p() + "/content/" + model + "/schedule", tree("{'entryIds':['one']," + end + "}")));
    }

    /** The same decision about every clash of a change. */
    /** Shown to fail when no side can be asked for: such a change could never land, whatever was decided. */
    @Test
    void aFileAgainstAFolderAndTwoLinksAreDecidedAbout(@TempDir Path folder) throws IOException {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        for (String take : List.of("ours", "theirs")) {
            String file = push(clone, take + "-file", () -> clone.write(take, "a file"));
            String inside = push(clone, take + "-folder", () -> clone.write(take + "/inside", "in a folder"));
            review.merge(file, null).is(200);
            review.merge(inside, decisions(inside, take)).is(200);
            String one = push(clone, take + "-one", () -> link(clone, take + "-link", "one"));
            String two = push(clone, take + "-two", () -> link(clone, take + "-link", "two"));
            review.merge(one, null).is(200);
            review.merge(two, decisions(two, "{'value':'three'}")).is(409);
            review.merge(two, decisions(two, take)).is(200);
        }

        clone.git("fetch", "--quiet", "origin");
        assertThat(clone.show("origin/cms", "ours")).isEqualTo("a file");
        assertThat(clone.show("origin/cms", "theirs/inside")).isEqualTo("in a folder");
        assertThat(clone.show("origin/cms", "ours-link")).isEqualTo("one");
        assertThat(clone.show("origin/cms", "theirs-link")).isEqualTo("two");
    }

    /** A change of its own beside what has landed. */
    private static String push(GitClient clone, String name, Runnable change) {
        clone.git("fetch", "--quiet", "origin");
        clone.git("checkout", "--quiet", "--force", "--detach", "origin/main");
        change.run();
        clone.commit(name);
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/" + name);
        return "cr/" + name;
    }

    private static void link(GitClient clone, String name, String target) {
        try {
            Files.createSymbolicLink(clone.folder().resolve(name), Path.of(target));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private JsonNode decisions(String branch, String take) {
        return decided(review.merge(branch, null).is(409), take);
    }

    private Reply update(String branch, String take) {
        String path = world.p() + "/branches/" + encode(branch) + "/update";
        Reply clash = world.ada().http().post(path, Json.object()).is(409);
        return world.ada().http().post(path, decided(clash, take));
    }

    private String delete(String model, String body) {
        return branch(world.ada().http().send("DELETE", world.p() + "/content/" + model, tree(body)));
    }

    private void status(String model, String body) {
        world.ada()
                .http()
                .patch(world.p() + "/content/" + model + "/status", tree(body))
                .is(200);
    }

    private List<String> open() {
        return world.ada().http().get(world.p() + "/branches").json().path("branches").values().stream()
                .map(branch -> branch.path("name").asString())
                .toList();
    }

    private JsonNode guide(String slug) {
        return review.sync().at("/content/guides:en").values().stream()
                .filter(guide -> guide.path("slug").asString().equals(slug))
                .findFirst()
                .orElseThrow();
    }
}
