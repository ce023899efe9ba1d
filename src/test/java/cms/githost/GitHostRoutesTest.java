package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The connection flow, by each kind of caller (spec 4.7). */
@Tag("scenario")
class GitHostRoutesTest {
    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void availableListsTheOneInstallationOfTheAccountAndWhomItServes() {
        JsonNode json =
                available(world.ada(), world.workspaceId()).is(200).json().at("/installations");

        assertThat(json.size()).isEqualTo(1);
        JsonNode one = json.get(0);
        assertThat(one.get("id").isIntegralNumber()).isTrue();
        assertThat(one.at("/account/login").asString()).isEqualTo("ada");
        assertThat(one.get("account").has("avatarUrl")).isTrue();
        assertThat(one.at("/account/type").asString()).isEqualTo("User");
        assertThat(one.get("repositorySelection").asString()).isEqualTo("all");
        assertThat(one.get("targetType").asString()).isEqualTo("User");
        assertThat(one.at("/boundWorkspace/id").asString()).isEqualTo(world.workspaceId());
        assertThat(one.at("/boundWorkspace/slug").isString()).isTrue();
    }

    @Test
    void availableAsksForTheWorkspaceBeforeItAsksForATokenOfTheHost() {
        world.ada().http().get("/api/git_host/installations/available").is(400);
        available(world.bo(), world.workspaceId()).is(404);
        available(world.nobody(), world.workspaceId()).is(404);
        available(world.ada(), "00000000-0000-4000-8000-000000000000").is(404);
        new Http(app.url()).get("/api/git_host/installations/available").is(401);
        Reply withoutAccount =
                available(world.bo(), world.bo().primaryWorkspace()).is(401);
        assertThat(withoutAccount.json().at("/data/code").asString()).isEqualTo("GITHUB_REAUTH_REQUIRED");
    }

    @Test
    void connectAnswersInTheOrderOfTheDesign() {
        long ofAda = installation(world.ada(), world.workspaceId());
        Person eve = Person.signIn(app.url(), "eve@example.com");
        String w = eve.primaryWorkspace();
        long ofEve = installation(eve, w);

        connect(eve, Map.of("workspaceId", w)).is(400);
        connect(eve, Map.of("workspaceId", w, "installationId", "1")).is(400);
        connect(eve, Map.of("installationId", ofEve)).is(400);
        connect(eve, Map.of("workspaceId", world.workspaceId(), "installationId", ofEve))
                .is(404);
        Reply reauth = connect(world.bo(), Map.of("workspaceId", world.bo().primaryWorkspace(), "installationId", 1))
                .is(401);
        assertThat(reauth.json().at("/data/code").asString()).isEqualTo("GITHUB_REAUTH_REQUIRED");
        connect(eve, Map.of("workspaceId", w, "installationId", ofAda)).is(403);
        JsonNode connected = connect(eve, Map.of("workspaceId", w, "installationId", ofEve))
                .is(200)
                .json();
        assertThat(connected.get("connected").asBoolean()).isTrue();
        assertThat(connected.get("installationId").asLong()).isEqualTo(ofEve);
        assertThat(connected.get("workspaceId").asString()).isEqualTo(w);
        connect(eve, Map.of("workspaceId", w, "installationId", ofEve)).is(200);

        String other = eve.http()
                .post("/api/workspaces", Map.of("name", "Other", "slug", "eve-other"))
                .json()
                .get("id")
                .asString();
        connect(eve, Map.of("workspaceId", other, "installationId", ofEve)).is(409);
    }

    @Test
    void installationTellsWhatItReachesAndFallsBackToThePrimaryWorkspace() {
        JsonNode json =
                world.ada().http().get("/api/git_host/installation").is(200).json();

        assertThat(json.get("installed").asBoolean()).isTrue();
        assertThat(json.at("/repos/0/fullName").asString()).isEqualTo("ada/blog");
        assertThat(json.get("selection").asString()).isEqualTo("all");
        assertThat(json.get("permissions").isObject()).isTrue();
        assertThat(json.has("suspendedAt") && json.has("settingsUrl")).isTrue();
        JsonNode none =
                world.bo().http().get("/api/git_host/installation").is(200).json();
        assertThat(none.get("installed").asBoolean()).isFalse();
        JsonNode member = world.bo()
                .http()
                .get("/api/git_host/installation?workspaceId=" + world.workspaceId())
                .is(200)
                .json();
        assertThat(member.get("installed").asBoolean()).isTrue();
        assertThat(member.get("repos").size()).as("names of private ones").isZero();
        world.nobody()
                .http()
                .get("/api/git_host/installation?workspaceId=" + world.workspaceId())
                .is(404);
    }

    @Test
    void reposAndScanAreForOwnersAndAdmins() {
        String w = "workspaceId=" + world.workspaceId();
        JsonNode repos =
                world.ada().http().get("/api/git_host/repos?" + w).is(200).json();
        assertThat(repos.get(0).get("fullName").asString()).isEqualTo("ada/blog");
        assertThat(repos.get(0).get("owner").asString()).isEqualTo("ada");
        assertThat(repos.get(0).get("defaultBranch").asString()).isEqualTo("main");
        world.bo().http().get("/api/git_host/repos?" + w).is(403);
        world.nobody().http().get("/api/git_host/repos?" + w).is(404);
        world.bo().http().get("/api/git_host/repos").is(400);

        JsonNode scan = scan("ada/blog").is(200).json();
        assertThat(scan.get("hasContentDir").asBoolean()).isTrue();
        assertThat(scan.get("hasI18n").asBoolean()).isTrue();
        assertThat(scan.get("defaultBranch").asString()).isEqualTo("main");
        assertThat(scan.get("stack").asString()).isEqualTo("unknown");
        assertThat(scan.at("/suggestedContentPaths/default").isString()).isTrue();
        scan("ada/none").is(404);
        scan("eve/blog").is(404);
        scan("ada").is(400);
        scan("../../etc").is(400);
        scan("ada/..").is(400);
        world.ada().http().get("/api/git_host/scan?" + w).is(400);
    }

    @Test
    void aTemplateBecomesARepositoryOnce() {
        JsonNode made = create("starters/blank", "fresh.site").is(200).json();

        assertThat(made.get("fullName").asString()).isEqualTo("ada/fresh.site");
        assertThat(made.get("id").isIntegralNumber()).isTrue();
        assertThat(made.get("defaultBranch").asString()).isEqualTo("main");
        assertThat(made.get("needsAccess").asBoolean()).isFalse();
        assertThat(made.get("htmlUrl").asString()).endsWith("/git/ada/fresh.site.git");
        create("starters/blank", "Fresh.Site").is(422);
        assertThat(scan("ada/fresh.site").json().get("hasContentDir").asBoolean())
                .isFalse();
    }

    @Test
    void unknownTemplatesAndNamesThatClimbAreRefused() {
        create("starters/nothing", "one").is(404);
        create("../starters/blog", "one").is(404);
        create("starters/blog/../blank", "one").is(404);
        create("starters/blog", "../one").is(400);
        create("starters/blog", "one.git").is(400);
        create("starters/blog", ".one").is(400);
        create("starters/blog", "").is(400);
        world.ada().http().post("/api/git_host/create-from-template", "text").is(400);
        String w = world.workspaceId();
        Map<String, Object> body = Map.of("workspaceId", w, "templateRepo", "starters/blank", "name", "bo-site");
        world.bo().http().post("/api/git_host/create-from-template", body).is(403);
        world.nobody().http().post("/api/git_host/create-from-template", body).is(404);
    }

    @Test
    void setupBindsAndLeadsIntoTheWorkspace() {
        Person fay = Person.signIn(app.url(), "fay@example.com");
        String w = fay.primaryWorkspace();
        long id = installation(fay, w);

        Reply reply = fay.http()
                .get("/api/git_host/setup?installation_id=" + id + "&setup_action=install&state=" + w)
                .is(302);

        assertThat(reply.header("Location")).startsWith("/w/");
        assertThat(installation(fay, w)).isEqualTo(id);
        fay.http().get("/api/git_host/setup?installation_id=x&state=" + w).is(400);
        fay.http().get("/api/git_host/setup?installation_id=" + id).is(400);
        fay.http()
                .get("/api/git_host/setup?installation_id=" + id + "&state=" + world.workspaceId())
                .is(404);
        String other = fay.http()
                .post("/api/workspaces", Map.of("name", "Other", "slug", "fay-other"))
                .json()
                .get("id")
                .asString();
        fay.http()
                .get("/api/git_host/setup?installation_id=" + id + "&state=" + other)
                .is(409);
    }

    /** Shown to fail before: a person in a browser got JSON. */
    @Test
    void whoComesBackInABrowserReadsWhatIsWrong() {
        Browser browser = new Browser(app);
        browser.signIn("git_host", "gil@example.com");
        browser.with("Accept", "text/html,*/*;q=0.8");
        for (String query :
                List.of("installation_id=1&state=a&state=b", "installation_id=1&installation_id=2&state=a.b")) {
            Browser.Seen page = browser.get("/api/git_host/setup?" + query);
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.text()).startsWith("<!doctype html>").contains("The Git host could not be connected");
            Http program = world.ada().http().with("Accept", "text/html");
            assertThat(program.get("/api/git_host/setup?" + query)
                            .is(400)
                            .json()
                            .has("message"))
                    .isTrue();
        }
    }

    private static Reply available(Person person, String workspaceId) {
        return person.http().get("/api/git_host/installations/available?workspaceId=" + workspaceId);
    }

    private static long installation(Person person, String workspaceId) {
        return available(person, workspaceId)
                .is(200)
                .json()
                .at("/installations/0/id")
                .asLong();
    }

    private static Reply connect(Person person, Map<String, ?> body) {
        return person.http().post("/api/git_host/installations/connect", body);
    }

    private static Reply scan(String repo) {
        return world.ada().http().get("/api/git_host/scan?repo=" + repo + "&workspaceId=" + world.workspaceId());
    }

    private static Reply create(String template, String name) {
        return world.ada()
                .http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", world.workspaceId(), "templateRepo", template, "name", name));
    }
}
