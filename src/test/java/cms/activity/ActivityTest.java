package cms.activity;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Route.Audit;
import cms.platform.http.Surface;
import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.OpenApiAnswers;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The audit log from outside. */
@Timeout(60)
@Tag("scenario")
class ActivityTest {
    private static TestApp app;
    private static World world;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    /** Its name stands where the route is mounted, so that none is found in a list that somebody forgot. */
    @Test
    void everyRouteThatWritesForASignedInPersonNamesItsAction() {
        assertThat(app.routes().stream()
                        .filter(route -> route.surface() == Surface.SESSION && route.method() != Route.Method.GET)
                        .filter(route -> !route.path().matches(".*/(preview|presence)")) // they store nothing
                        .filter(route -> route.audit().isEmpty())
                        .map(route -> route.method() + " " + route.path()))
                .isEmpty();
    }

    @Test
    void noRouteThatWritesCountsAsARead() {
        assertThat(app.routes().stream()
                        .filter(route -> route.method() != Route.Method.GET)
                        .filter(route -> route.perCaller()
                                .filter(limit -> limit.name().endsWith("-reads"))
                                .isPresent())
                        .map(route -> route.method() + " " + route.path()))
                .isEmpty();
    }

    @Test
    void noTwoRoutesHaveOneActionAndEveryRecordIsAParameterOfItsPath() {
        List<Route> named = app.routes().stream()
                .filter(route -> route.surface() == Surface.SESSION)
                .filter(route -> route.audit().filter(Audit::isOfRequest).isPresent())
                .toList();
        assertThat(named.stream().map(route -> route.audit().orElseThrow().action()))
                .doesNotHaveDuplicates()
                .containsAll(Subscriber.ENDING_RIGHTS)
                .allMatch(name -> name.matches("[a-z]+(_[a-z]+)*"));
        assertThat(named.stream()
                        .filter(route ->
                                !route.audit().orElseThrow().parameter().isEmpty())
                        .filter(route -> !route.path()
                                .contains("{" + route.audit().orElseThrow().parameter() + "}"))
                        .map(Route::path))
                .isEmpty();
    }

    @Test
    void theConnectionOfTheProjectIsInTheLogWithEachRecord() {
        List<String> lines = lines("sort=oldest&limit=100");
        assertThat(lines)
                .containsSubsequence(
                        "connect_installation ada workspaces " + world.workspaceId() + " cli",
                        "create_project ada projects " + world.projectId() + " cli");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("invite_workspace_member ada"))
                .hasSize(3);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("add_project_member ada"))
                .hasSize(3);
        assertThat(lines).noneMatch(line -> line.contains(" null "));
    }

    @Test
    void aKeyIsInTheLogByTheIdThatTheAnswerHas() {
        String id = world.ada()
                .http()
                .post(world.p() + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json()
                .get("id")
                .asString();
        assertThat(lines("limit=1")).containsExactly("create_cdn_key ada api_keys " + id + " cli");
        world.ada().http().delete(world.p() + "/cdn/keys/" + id).is(200);
        assertThat(lines("limit=1")).containsExactly("delete_cdn_key ada api_keys " + id + " cli");
    }

    @Test
    void aSaveIsInTheLogOnceAndOnlyWhenSomethingWasWritten() {
        Map<String, Object> author = Map.of("locale", "en", "data", Map.of("aaaabbbbcccc", Map.of("name", "Logged")));
        int before = total("action=save_content");
        world.bo()
                .http()
                .post(world.p() + "/content/authors", Map.of("data", Map.of("aaaabbbbcccc", Map.of("name", 5))))
                .is(200);
        world.cy().http().post(world.p() + "/content/authors", author).is(403);
        world.bo().http().post(world.p() + "/content/none", author).is(404);
        assertThat(total("action=save_content")).isEqualTo(before);
        JsonNode saved = world.bo()
                .http()
                .post(world.p() + "/content/authors", author)
                .is(200)
                .json();
        assertThat(saved.at("/validation/valid").asBoolean())
                .as(saved.toString())
                .isTrue();
        assertThat(total("action=save_content")).isEqualTo(before + 1);
        assertThat(lines("action=save_content&limit=1")).containsExactly("save_content bo content authors cli");
    }

    @Test
    void whatIsRefusedOrRepeatedIsNotInTheLog() {
        int before = total("");
        world.bo().http().delete(world.p()).is(403);
        world.ada().http().delete(world.p() + "/members/none").is(404);
        world.ada().http().post(world.p() + "/cdn/keys", Map.of("name", "")).is(400);
        world.ada()
                .http()
                .post(w() + "/members", Map.of("email", "bo@example.com", "role", "member"))
                .is(200);
        assertThat(total("")).isEqualTo(before);
    }

    @Test
    void whatGoesWithAWorkspaceIsInTheLogAsACascade() {
        Person eve = Person.signIn(app.url(), "eve@example.com");
        JsonNode second = eve.http()
                .post("/api/workspaces", Map.of("name", "Second", "slug", "second"))
                .is(200)
                .json();
        String workspaceId = second.get("id").asString();
        String projectId = World.connect(eve, workspaceId, "starters/blank", "gone");
        eve.http().delete("/api/workspaces/" + workspaceId).is(200);
        assertThat(rows(workspaceId))
                .contains(
                        "create_workspace cli " + workspaceId,
                        "delete_project cascade " + projectId,
                        "delete_workspace cli " + workspaceId);
    }

    @Test
    void aPushIsInTheLogOfTheProject() {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        clone.write("notes.txt", "by hand\n").commit("Add notes");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/notes");
        assertThat(lines("action=push&limit=1")).containsExactly("push ada branches notes git");
    }

    @Test
    void pagesAreCutInBothDirections() {
        List<String> newest = ids("limit=100");
        List<String> oldest = new ArrayList<>(ids("sort=oldest&limit=100"));
        assertThat(oldest.reversed()).isEqualTo(newest);
        assertThat(ids("limit=2&page=2")).isEqualTo(newest.subList(2, 4));
        JsonNode page = get("limit=2&page=2");
        assertThat(page.get("page").asInt()).isEqualTo(2);
        assertThat(page.get("limit").asInt()).isEqualTo(2);
        assertThat(page.get("total").asInt()).isEqualTo(newest.size());
        assertThat(get("").get("limit").asInt()).isEqualTo(20);
        assertThat(get("page=1000").get("data")).isEmpty();
    }

    @Test
    void nonsenseAboutPagesIsRefused() {
        for (String query : List.of(
                "page=0",
                "page=-1",
                "page=x",
                "limit=0",
                "limit=101",
                "limit=1.5",
                "sort=up",
                "page=99999999999999999999")) {
            world.ada().http().get(world.p() + "/activity?" + query).is(400);
        }
    }

    @Test
    void everyMemberReadsItAndNobodyElse() {
        world.dee().http().get(world.p() + "/activity").is(200);
        world.nobody().http().get(world.p() + "/activity").is(404);
        String primary = world.nobody().primaryWorkspace();
        world.nobody()
                .http()
                .get("/api/workspaces/" + primary + "/projects/" + world.projectId() + "/activity")
                .is(404);
        world.ada().http().get(w() + "/projects/none/activity").is(404);
    }

    @Test
    void entriesAreForgottenAfterNinetyDays() {
        try (TestApp own = TestApp.start()) {
            Person eve = Person.signIn(own.url(), "eve@example.com");
            String projectId = World.connect(eve, eve.primaryWorkspace(), "starters/blank", "old");
            String path = "/api/workspaces/" + eve.primaryWorkspace() + "/projects/" + projectId + "/activity";
            assertThat(eve.http().get(path).is(200).json().get("total").asInt()).isPositive();
            own.clock().advance(Duration.ofDays(91));
            own.restart();
            Person again = Person.signIn(own.url(), "eve@example.com");
            Eventually.eventually(
                    "the old entries are gone",
                    () -> again.http().get(path).is(200).json().get("total").asInt() == 0);
        }
    }

    private static String w() {
        return "/api/workspaces/" + world.workspaceId();
    }

    private static JsonNode get(String query) {
        return OpenApiAnswers.documented(
                        world.ada().http().get(world.p() + "/activity?" + query).is(200))
                .json();
    }

    private static int total(String query) {
        return get(query).get("total").asInt();
    }

    private static List<String> ids(String query) {
        return get(query)
                .get("data")
                .valueStream()
                .map(entry -> entry.get("id").asString())
                .toList();
    }

    /** {@code action actor entity record origin} of each entry, people by name. */
    private static List<String> lines(String query) {
        Map<String, String> names = Map.of(
                world.ada().id(), "ada", world.bo().id(), "bo", world.cy().id(), "cy");
        return get(query)
                .get("data")
                .valueStream()
                .map(entry -> String.join(
                        " ",
                        entry.get("action").asString(),
                        names.getOrDefault(entry.get("actor").asString(), "?"),
                        entry.get("entity").asString(),
                        entry.get("recordId").asString("null"),
                        entry.get("origin").asString()))
                .toList();
    }

    /** What the table keeps of a workspace that is gone. */
    private static Set<String> rows(String workspaceId) {
        Set<String> rows = new TreeSet<>();
        try (var connection = app.rows();
                var query = connection.prepareStatement(
                        "SELECT action, origin, record_id FROM activities WHERE workspace_id = ?")) {
            query.setString(1, workspaceId);
            try (var found = query.executeQuery()) {
                while (found.next()) {
                    rows.add(found.getString(1) + " " + found.getString(2) + " " + found.getString(3));
                }
            }
        } catch (java.sql.SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return rows;
    }
}
