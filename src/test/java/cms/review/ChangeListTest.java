package cms.review;

import static cms.review.Reviewing.branch;
import static cms.review.Reviewing.encode;
import static cms.review.Reviewing.tree;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Open changes as people see them in a list, what clashes in one, and why one was discarded. */
@Tag("scenario")
class ChangeListTest {
    @TempDir
    private Path folder;

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        save(world.ada(), "posts", "{'data':{'one':{'title':'One'}}}");
        new Reviewing(world).begin();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aChangeSaysWhoWhenAboutWhatAndThatItFits() {
        String opened = save(world.bo(), "posts", "{'data':{'one':{'title':'Other'},'two':{'title':'Two'}}}");

        JsonNode change = list(world.dee().http(), "").get(0);

        assertThat(change.path("name").asString()).isEqualTo(opened);
        assertThat(change.at("/author/id").asString()).isEqualTo(world.bo().id());
        assertThat(change.at("/author/email").asString()).isEqualTo("bo@example.com");
        assertThat(change.path("tool").asString()).isEqualTo("save_content");
        assertThat(change.path("createdAt").asString())
                .isEqualTo(change.path("updatedAt").asString());
        assertThat(change.path("commits").asInt()).isEqualTo(1);
        assertThat(change.path("models")).isEqualTo(tree("['posts']"));
        assertThat(change.path("entries").values())
                .contains(tree("{'model':'posts','locale':'en','entry':'one'}"))
                .contains(tree("{'model':'posts','locale':'en','entry':'two'}"));
        assertThat(change.at("/counts/entries").asInt()).isEqualTo(2);
        assertThat(change.path("state").asString()).isEqualTo("fits");
        assertThat(change.path("conflicts").asInt()).isZero();
        assertThat(change.path("pullRequestUrl").isNull()).isTrue();
        assertThat(world.dee().http().get(world.p() + "/branches?details=false").is(200))
                .isNotNull();
        world.dee().http().get(world.p() + "/branches?details=").is(400);
    }

    @Test
    void aChangeThatClashesSaysSoAndItsDifferenceNamesTheValues() {
        String waits = save(world.bo(), "posts", "{'data':{'one':{'title':'Bo'}}}");
        assertThat(list(world.dee().http(), "").get(0).path("state").asString()).isEqualTo("fits");
        assertThat(conflicts(waits)).isEmpty();
        String lands = save(world.ada(), "posts", "{'data':{'one':{'title':'Ada'}}}");
        new Reviewing(world).merge(lands, null).is(200);

        JsonNode change = list(world.dee().http(), "").get(0);

        assertThat(change.path("state").asString()).isEqualTo("conflicts");
        assertThat(change.path("conflicts").asInt()).isEqualTo(conflicts(waits).size());
        JsonNode refused =
                new Reviewing(world).merge(waits, null).is(409).json().at("/data/conflicts");
        assertThat(conflicts(waits)).isEqualTo(refused);
        assertThat(refused.get(0).path("ours").asString()).isEqualTo("Ada");
    }

    @Test
    void pagesShowEveryChangeOnceNewestFirst() {
        List<String> opened = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            opened.add(save(world.bo(), "posts", "{'data':{'new" + i + "':{'title':'New'}}}"));
        }
        List<String> seen = new ArrayList<>();
        String from = "";
        do {
            JsonNode page = world.dee()
                    .http()
                    .get(world.p() + "/branches?details=true&limit=2" + from)
                    .is(200)
                    .json();
            page.path("branches").forEach(change -> seen.add(change.path("name").asString()));
            from = page.path("next").isNull()
                    ? ""
                    : "&from=" + encode(page.path("next").asString());
        } while (!from.isEmpty());
        assertThat(seen).containsExactlyInAnyOrderElementsOf(opened);
        for (String wrong :
                List.of("details=yes", "details=true&limit=0", "details=true&limit=101", "details=true&from=x")) {
            world.dee().http().get(world.p() + "/branches?" + wrong).is(400);
        }
    }

    @Test
    void changesAreFoundByTheContentThatTheyAlterThoughItIsNoneOfTheFirstTwentyEntries() {
        StringBuilder many = new StringBuilder("{'data':{'one':{'title':'Other'}");
        for (int i = 0; i < 25; i++) {
            many.append(",'new").append(i).append("':{'title':'New'}");
        }
        String bulk = save(world.bo(), "posts", many + "}}");
        String single = save(world.ada(), "posts", "{'data':{'one':{'title':'Third'}}}");
        ObjectNode model = (ObjectNode) new Reviewing(world).model("posts");
        String defined = new Reviewing(world)
                .put("posts", model.put("description", "What happened").toString());
        String author = save(world.ada(), "authors", "{'data':{'one':{'name':'One'}}}");

        assertThat(about("model=posts&locale=en&entry=one")).containsExactlyInAnyOrder(bulk, single);
        assertThat(about("model=posts&entry=new24")).containsExactly(bulk);
        assertThat(about("model=posts"))
                .as("not the change of the model itself")
                .hasSize(2);
        assertThat(list(world.dee().http(), "").findValuesAsString("name")).contains(defined);
        assertThat(about("model=authors&locale=en")).containsExactly(author);
        assertThat(about("model=posts&locale=de&entry=one")).isEmpty();
        assertThat(about("model=posts&entry=none")).isEmpty();
        assertThat(about("model=none")).isEmpty();
        world.narrow(world.bo(), "editor", "authors");
        assertThat(list(world.bo().http(), "&model=posts")).isEmpty();
        for (String wrong : List.of("model=posts", "details=true&entry=one", "details=true&locale=en")) {
            world.dee().http().get(world.p() + "/branches?" + wrong).is(400);
        }
    }

    /** Shown to fail where they stand among the first twenty entries over all models. */
    @Test
    void aChangeThatIsAskedForByContentNamesAllThatItAltersOfThat() {
        StringBuilder many = new StringBuilder("{'locale':'en','data':{'one':{'title':'Other'}");
        for (int i = 0; i < 250; i++) {
            many.append(",'new").append(1000 + i).append("':{'title':'New'}");
        }
        save(world.bo(), "posts", many + "}}");
        String query = "/branches?details=true&model=posts&locale=en";

        JsonNode all = world.dee().http().get(world.p() + query).is(200).json().at("/branches/0/matches");
        JsonNode one = world.dee()
                .http()
                .get(world.p() + query + "&entry=one")
                .is(200)
                .json()
                .at("/branches/0/matches");

        assertThat(all.path("count").asInt()).isEqualTo(251);
        assertThat(all.path("entries")).hasSize(100);
        assertThat(all.at("/entries/99").asString()).isEqualTo("new1099");
        assertThat(one).isEqualTo(tree("{'entries':['one'],'count':1}"));
        assertThat(list(world.dee().http(), "").get(0).has("matches")).isFalse();
    }

    /** Shown to fail where a file has to be compared for its entries to be found: such a change stood in no form. */
    @Test
    void aFileThatCannotBeReadMayHoldAnyEntry() throws Exception {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        String path = clone.git("ls-files")
                .lines()
                .filter(file -> file.endsWith("/posts/en.json") && !file.contains("/meta/"))
                .findFirst()
                .orElseThrow();
        clone.write(path, "{").commit("broken");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/broken");
        clone.write(path, "{\"x\":\"" + "x".repeat(17 * 1024 * 1024) + "\"}").commit("large");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/large");

        assertThat(about("model=posts&locale=en&entry=one")).containsExactlyInAnyOrder("cr/broken", "cr/large");
        assertThat(about("model=posts")).hasSize(2);
        assertThat(about("model=posts&locale=de")).isEmpty();
        assertThat(about("model=authors")).isEmpty();
    }

    /** Shown to fail where the memory does not tell the folders of a repository apart. */
    @Test
    void aRepositoryThatIsConnectedAnewWithAnotherContentRootHasOtherChanges() {
        String opened = save(world.bo(), "posts", "{'data':{'one':{'title':'Other'}}}");
        assertThat(about("model=posts")).containsExactly(opened);
        assertThat(list(world.ada().http(), "").get(0).path("models")).isEqualTo(tree("['posts']"));
        String workspace = "/api/workspaces/" + world.workspaceId();
        String repository = world.repository();
        world.ada().http().delete(world.p()).is(200);
        String other = world.ada()
                .http()
                .post(
                        workspace + "/projects",
                        Map.of("repoFullName", repository, "name", "Site", "contentRoot", "site"))
                .is(200)
                .json()
                .path("id")
                .asString();
        String list = workspace + "/projects/" + other + "/branches?details=true";

        JsonNode change = world.ada().http().get(list).is(200).json().at("/branches/0");
        assertThat(change.path("name").asString()).isEqualTo(opened);
        assertThat(change.path("models")).isEmpty();
        assertThat(world.ada().http().get(list + "&model=posts").is(200).json().path("branches"))
                .isEmpty();
    }

    @Test
    void whatIsAskedForByContentIsNotTriedAndTellsWhatIsKnown() {
        save(world.bo(), "posts", "{'data':{'one':{'title':'Bo'}}}");
        Http dee = world.dee().http();

        assertThat(list(dee, "&model=posts").get(0).path("state").asString()).isEqualTo("unknown");
        assertThat(list(dee, "").get(0).path("state").asString()).isEqualTo("fits");
        assertThat(list(dee, "&model=posts").get(0).path("state").asString()).isEqualTo("fits");
    }

    /** Names of the changes about some content, read to the end. */
    private List<String> about(String content) {
        List<String> names = new ArrayList<>();
        JsonNode next = null;
        do {
            String from = next == null ? "" : "&from=" + encode(next.asString());
            JsonNode page = world.dee()
                    .http()
                    .get(world.p() + "/branches?details=true&" + content + from)
                    .is(200)
                    .json();
            page.path("branches")
                    .forEach(change -> names.add(change.path("name").asString()));
            next = page.path("next");
        } while (!next.isNull());
        return names;
    }

    @Test
    void whoMaySeeOneModelSeesChangesOfThatModelAlone() {
        save(world.ada(), "posts", "{'data':{'hidden':{'title':'Hidden'}}}");
        save(world.ada(), "authors", "{'data':{'seen':{'name':'Seen'}}}");
        world.narrow(world.bo(), "editor", "authors");

        JsonNode seen = list(world.bo().http(), "");

        assertThat(seen).hasSize(1);
        assertThat(seen.get(0).path("models")).isEqualTo(tree("['authors']"));
        assertThat(list(world.cy().http(), "")).hasSize(2);
    }

    @Test
    void whyAChangeWasDiscardedStandsInTheLogAndReachesWhoMadeIt() {
        String opened = save(world.bo(), "posts", "{'data':{'one':{'title':'Other'}}}");
        Http cy = world.cy().http();
        String path = world.p() + "/branches/" + encode(opened) + "/reject";
        cy.post(path, Map.of("reason", "x".repeat(501))).is(400);
        cy.post(path, Map.of("reason", 5)).is(400);
        world.dee().http().post(path, Map.of("reason", "Mine")).is(403);

        cy.post(path, Map.of("reason", "Too long\nCms-Actor: 😀" + "x".repeat(400)))
                .is(200);

        JsonNode entry = world.ada()
                .http()
                .get(world.p() + "/activity?action=reject_branch")
                .is(200)
                .json()
                .at("/data/0");
        assertThat(entry.path("note").asString()).startsWith("Too long Cms-Actor: 😀x");
        assertThat(entry.path("actor").asString()).isEqualTo(world.cy().id());
    }

    private JsonNode conflicts(String branch) {
        return world.dee()
                .http()
                .get(world.p() + "/branches/" + encode(branch) + "/diff")
                .is(200)
                .json()
                .path("conflicts");
    }

    private JsonNode list(Http reader, String more) {
        return reader.get(world.p() + "/branches?details=true" + more)
                .is(200)
                .json()
                .path("branches");
    }

    private String save(Person person, String model, String body) {
        return branch(person.http().post(world.p() + "/content/" + model, tree(body)));
    }
}
