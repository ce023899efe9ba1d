package cms.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.content.api.WriteOptions;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What lands where a member sees nothing looks to that member as if nothing had landed. */
@Tag("scenario")
class NarrowedViewTest {
    private static final String AUTHOR = "aaaabbbbcccc";
    private static final String LABELS = ".cms/content/site/labels/en.json";

    private TestApp app;
    private World world;

    /** {@code bo} edits posts, and sees nothing of authors, whom posts name. */
    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        save(world.ada().http(), "authors", "{'data':{'%s':{'name':'A'}}}".formatted(AUTHOR));
        save(world.ada().http(), "posts", "{'data':{'one':{'title':'One','author':'%s'}}}".formatted(AUTHOR));
        world.narrow(world.bo(), "editor", "posts");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** What the service answers that names a commit or its time, as far as it does not tell the present one. */
    private record View(
            String tag,
            String snapshot,
            String changes,
            String list,
            JsonNode health,
            String project,
            String projects) {
        String commit() {
            return tag.substring(1, 41);
        }
    }

    @Test
    void aLandingInAnotherModelMovesNeitherTagNorCommitNorBody(@TempDir Path folder) {
        View before = view(world.bo().http());
        app.clock().advance(Duration.ofMinutes(1));
        try (Events stream = world.bo().http().events("GET", world.p() + "/events", null)) {
            save(world.ada().http(), "authors", "{'data':{'%s':{'name':'Other'}}}".formatted(AUTHOR));
            save(world.ada().http(), "home", "{'data':{'headline':'H'}}");
            GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
            clone.write("README.md", "outside").commit("outside");
            clone.git("push", "--quiet", "origin", "HEAD");

            assertThat(sync(world.bo().http().with("If-None-Match", before.tag()), 304)
                            .header("ETag"))
                    .isEqualTo(before.tag());
            assertThat(view(world.bo().http())).isEqualTo(before);
            assertThat(sync(world.ada().http(), 200).header("ETag")).doesNotContain(before.commit());
            app.restart();
            assertThat(view(world.bo().http())).as("after a restart").isEqualTo(before);
            assertThat(stream.rest()).as("events").isEmpty();
        }
    }

    @Test
    void aSaveOnTheCommitThatIsShownMergesAndClashesAsOnTheNewest() {
        View before = view(world.bo().http());
        save(world.ada().http(), "authors", "{'data':{'%s':{'name':'Other'}}}".formatted(AUTHOR));
        String named = "{'base':'" + before.commit() + "','data':{'one':{'title':'%s'}}}";

        JsonNode saved = save(world.bo().http(), "posts", named.formatted("Mine"));

        assertThat(saved.get("merged").asBoolean()).isTrue();
        View after = view(world.bo().http());
        assertThat(after.tag()).isNotEqualTo(before.tag());
        assertThat(after.snapshot()).contains("\"Mine\"");
        JsonNode news = changes(world.bo().http(), before.tag());
        assertThat(news.get("reset").asBoolean()).isFalse();
        assertThat(news.at("/content/posts:en/set/one/title").asString()).isEqualTo("Mine");
        assertThat(news.get("commit").asString()).isEqualTo(after.commit());
        assertThat(sync(world.ada().http(), 200).header("ETag")).contains(after.commit());
        world.bo()
                .http()
                .post(world.p() + "/content/posts", tree(named.formatted("Late")))
                .is(409);
    }

    /** A finding of hers is hers, whoever caused it: the commit stays, as nothing that she sees was written. */
    @Test
    void whatALandingElsewhereBreaksOfHersIsToldAndItsCommitIsNot() {
        View before = view(world.bo().http());
        ObjectNode gone = tree("{'entryIds':['%s'],'force':true}".formatted(AUTHOR));
        world.ada().http().send("DELETE", world.p() + "/content/authors", gone).is(200);

        Reply now = sync(world.bo().http().with("If-None-Match", before.tag()), 200);

        assertThat(now.header("ETag")).isNotEqualTo(before.tag()).contains(before.commit());
        assertThat(now.json().at("/schemaValidation/warnings").toString()).contains("one");
        JsonNode news = changes(world.bo().http(), before.tag());
        assertThat(news.get("schemaValidation")).isEqualTo(now.json().get("schemaValidation"));
        assertThat(news.get("tag").asString()).isEqualTo(now.header("ETag"));
        assertThat(news.get("content")).isEmpty();
        assertThat(changes(world.bo().http(), now.header("ETag")).has("schemaValidation"))
                .isFalse();
    }

    @Test
    void whatALandingBrokeIsToldUntilTheNextOneThatSheSees() {
        world.ada()
                .http()
                .put(
                        world.p() + "/models/posts",
                        tree("{'name':'Posts','kind':'collection','domain':'blog','i18n':true,'force':true,"
                                + "'fields':{'title':{'type':'string'}}}"))
                .is(200);
        View before = view(world.bo().http());
        save(world.ada().http(), "home", "{'data':{'headline':'H'}}");
        assertThat(view(world.bo().http())).isEqualTo(before);
    }

    @Test
    void theDifferenceOfAChangeNamesTheCommitThatIsShown() {
        View before = view(world.bo().http());
        ObjectNode held = tree("{'data':{'one':{'title':'Held'}}}");
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        String branch = world.bo()
                .http()
                .post(world.p() + "/content/posts", held)
                .is(200)
                .json()
                .get("branch")
                .asString();
        String diff = world.p() + "/branches/" + branch.replace("/", "%2F") + "/diff";
        String onto = view(world.bo().http()).commit();
        assertThat(onto).isNotEqualTo(before.commit());
        JsonNode seen = world.bo().http().get(diff).is(200).json();
        assertThat(seen.get("onto").asString()).isEqualTo(onto);
        String other = save(world.ada().http(), "home", "{'data':{'headline':'H'}}")
                .get("branch")
                .asString();
        world.ada()
                .http()
                .post(world.p() + "/branches/" + other.replace("/", "%2F") + "/merge")
                .is(200);
        assertThat(world.bo().http().get(diff).is(200).json()).isEqualTo(seen);
        assertThat(world.ada().http().get(diff).is(200).json().get("onto").asString())
                .isNotEqualTo(onto);
    }

    /** Before, the tip of cms itself was asked for: 412, which told the hidden one. */
    @Test
    void anUndoNamesTheCommitThatIsShownAndIsToldNoOther() {
        Http bo = world.bo().http();
        save(bo, "posts", "{'data':{'two':{'title':'Two'}}}");
        String landed = history(bo).at("/history/0/commit").asString();
        String shown = view(bo).commit();
        String hidden = hidden();

        String revert = world.p() + "/history/" + landed + "/revert";
        JsonNode stale = bo.post(revert, Map.of("sha", "1".repeat(40))).is(412).json();
        assertThat(stale.at("/data/current/sha").asString()).isEqualTo(shown);
        assertThat(bo.post(revert, Map.of("sha", hidden)).is(412).json()).isEqualTo(stale);
        assertThat(bo.with("If-Match", "\"" + hidden + "\"")
                        .post(revert)
                        .is(412)
                        .json())
                .isEqualTo(stale);
        bo.with("If-Match", "\"" + shown + "\"")
                .post(revert, Map.of("sha", shown))
                .is(200);
        assertThat(view(bo).snapshot()).doesNotContain("\"Two\"");
    }

    /** Whatever names a commit to her can be asked for by it, though hidden ones lie between. */
    @Test
    void everyCommitThatIsToldCanBeNamed() {
        Http bo = world.bo().http();
        JsonNode atOnce = save(bo, "posts", "{'data':{'two':{'title':'Two'}}}");
        hidden();
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        merge(save(world.ada().http(), "home", "{'data':{'headline':'H'}}"));
        JsonNode held = save(bo, "posts", "{'data':{'one':{'title':'Held'}}}");
        merge(save(world.ada().http(), "home", "{'data':{'headline':'Later'}}"));
        String branch = world.p() + "/branches/" + held.get("branch").asString().replace("/", "%2F");
        JsonNode difference = bo.get(branch + "/diff").is(200).json();
        JsonNode updated = bo.post(branch + "/update").is(200).json();
        assertThat(updated.get("updated").asBoolean()).isTrue();
        JsonNode page = bo.get(world.p() + "/history?limit=1").is(200).json();
        List<String> told = List.of(
                view(bo).commit(),
                atOnce.at("/commit/sha").asString(),
                held.at("/commit/sha").asString(),
                difference.get("sha").asString(),
                difference.get("base").asString(),
                difference.get("onto").asString(),
                updated.get("sha").asString(),
                page.at("/history/0/commit").asString(),
                page.at("/history/0/change").asString(),
                page.get("next").asString());
        JsonNode merged = merge(held);
        for (String commit : told) {
            bo.get(world.p() + "/content/posts?at=" + commit).is(200);
            bo.get(world.p() + "/history?from=" + commit).is(200);
            ObjectNode onIt = tree("{'base':'%s','data':{'one':{'author':null}}}".formatted(commit));
            bo.post(world.p() + "/content/posts?dryRun=true", onIt).is(200);
        }
        String landed = merged.get("sha").asString();
        bo.get(world.p() + "/content/posts?at=" + landed).is(200);
        assertThat(bo.get(world.p() + "/history?limit=1&from="
                                + page.get("next").asString())
                        .is(200)
                        .json()
                        .at("/history/0/changes/0/model")
                        .asString())
                .isEqualTo("posts");
    }

    /** A form may have opened at any of them. Before, the tip alone was told of. */
    @Test
    void eachCommitOfAPushedChangeThatIsSeenCanBeNamed(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        List<String> seen = push(clone, "posts");
        List<String> hidden = push(clone, "authors");
        for (String commit : seen) {
            world.bo().http().get(world.p() + "/content/posts?at=" + commit).is(200);
        }
        for (String commit : hidden) {
            world.bo().http().get(world.p() + "/content/posts?at=" + commit).is(404);
        }
    }

    /** Two commits outside of the content, on a change of a model. */
    private static List<String> push(GitClient clone, String model) {
        clone.git("checkout", "--quiet", "--detach", "origin/HEAD");
        String first = clone.write("README.md", "first of " + model).commit("first");
        String second = clone.write("README.md", "second of " + model).commit("second");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/content/" + model + "/pushed");
        return List.of(first, second);
    }

    /** As another instance does not know it either. Before, it was so of {@code base} alone. */
    @Test
    void theCommitThatStoodForALongLineCanBeNamedAfterAStart(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        for (int n = 0; n < 501; n++) {
            clone.git("commit", "--quiet", "--allow-empty", "--message", "nothing");
        }
        clone.git("push", "--quiet", "origin", "HEAD");
        String told = view(world.bo().http()).commit();
        assertThat(told).isEqualTo(clone.git("rev-parse", "HEAD"));
        hidden();
        app.restart();
        world.bo().http().get(world.p() + "/history?from=" + told).is(200);
        world.bo().http().get(world.p() + "/content/posts?at=" + told).is(200);
    }

    /** Before, all that point into it were named. */
    @Test
    void aRefusalToDeleteAModelNamesNoneThatIsHidden() {
        Project project = app.doors().projects().find(world.projectId()).orElseThrow();
        for (List<String> seen : List.of(List.of("authors"), List.of("authors", "posts"))) {
            ProjectAccess key = app.doors()
                    .projects()
                    .access()
                    .ofKey(project, KeyRole.ADMIN, AllowedModels.only(seen), AllowedLocales.all());
            Author author = Author.person(world.ada().id(), world.ada().email());
            assertThatThrownBy(() -> app.doors().content().deleteModel(key, author, WriteOptions.none(), "authors"))
                    .isInstanceOfSatisfying(
                            Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.CONFLICT))
                    .satisfies(refused ->
                            assertThat(refused.getMessage().contains("posts")).isEqualTo(seen.contains("posts")));
        }
    }

    /** It concerns her, as nothing reaches the default branch. Before, tags had its tip, and findings its branch. */
    @Test
    void aParkedPushIsToldWithoutItsBranchAndItsCommits(@TempDir Path folder) {
        Http ada = world.ada().http();
        Http bo = world.bo().http();
        ada.patch(world.p(), Map.of("allow_force_pushes", true)).is(200);
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        String labels = clone.show("HEAD", LABELS) + "\n";
        save(ada, "labels", "{'data':{'nav.home':'Saved'}}");
        View before = view(bo);
        clone.write(LABELS, labels.replace("\"Home\"", "\"Pushed\"")).commit("clash");
        clone.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/main");
        String parked = ada.get(world.p() + "/branches/health")
                .is(200)
                .json()
                .get("parkedPush")
                .asString();
        assertThat(parked).startsWith("cr/push/");
        assertThat(sync(ada, 200).text()).contains(parked);
        String pushed = sync(ada, 200).header("ETag").substring(42, 82);

        View after = view(bo);

        assertThat(after.tag()).isNotEqualTo(before.tag()).contains(before.commit());
        assertThat(after.snapshot()).contains("push_conflict");
        assertThat(after.toString()).doesNotContain("cr/push").doesNotContain(pushed);
        assertThat(changes(bo, before.tag()).at("/schemaValidation/warnings").toString())
                .contains("push_conflict");
        save(ada, "labels", "{'branch':'%s','data':{'nav.home':'Later'}}".formatted(parked));
        assertThat(sync(ada, 200).header("ETag")).doesNotContain(pushed);
        sync(bo.with("If-None-Match", after.tag()), 304);
        assertThat(view(bo)).isEqualTo(after);
    }

    /** Another landing that she sees nothing of; the tip of cms after it. */
    private String hidden() {
        save(world.ada().http(), "authors", "{'data':{'%s':{'name':'Other'}}}".formatted(AUTHOR));
        return sync(world.ada().http(), 200).header("ETag").substring(1, 41);
    }

    private JsonNode merge(JsonNode held) {
        String branch = held.get("branch").asString().replace("/", "%2F");
        return world.ada()
                .http()
                .post(world.p() + "/branches/" + branch + "/merge")
                .is(200)
                .json();
    }

    private JsonNode history(Http http) {
        return http.get(world.p() + "/history").is(200).json();
    }

    private View view(Http http) {
        Reply sync = sync(http, 200);
        String tag = sync.header("ETag");
        String list = http.get(world.p() + "/content/posts").is(200).text();
        ObjectNode health = (ObjectNode) http.get(world.p() + "/health").is(200).json();
        health.remove("timestamp");
        ((ObjectNode) health.get("branchHealth")).remove("lastChecked");
        return new View(
                tag,
                sync.text(),
                changes(http, tag).toString(),
                list,
                health,
                http.get(world.p()).is(200).text(),
                http.get("/api/workspaces/" + world.workspaceId() + "/projects")
                        .is(200)
                        .text());
    }

    private Reply sync(Http http, int status) {
        return http.get(world.p() + "/brain/sync").is(status);
    }

    private JsonNode changes(Http http, String tag) {
        return http.get(world.p() + "/brain/changes?since=" + tag.substring(1, 41) + "&tag=" + tag.replace("\"", "%22"))
                .is(200)
                .json();
    }

    private JsonNode save(Http http, String model, String body) {
        return http.post(world.p() + "/content/" + model, tree(body)).is(200).json();
    }

    private static ObjectNode tree(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }
}
