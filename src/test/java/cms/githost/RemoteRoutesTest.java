package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.HostWorld.Installed;
import cms.testing.HostWorld.Repo;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The connection flow at a remote host (spec 4.7), the calls that it costs, and what its errors become. Shown to fail
 * without the check of coverage, renewal before the end and after 401, the circuit, the host's own limits, the pages
 * after the first, and the two checks of whose installation it is and whom it serves.
 */
class RemoteRoutesTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static StandInHost host;
    private static TestApp app;

    private Person ada;
    private String workspace;
    private Installed installed;
    private String account;

    @BeforeAll
    static void start() {
        host = StandInHost.in(folder);
        app = TestApp.start(host.settings());
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
    }

    @AfterAll
    static void stop() {
        app.close();
        host.close();
    }

    @BeforeEach
    void connect() {
        app.clock().advance(Duration.ofMinutes(2));
        account = "org" + NAMES.incrementAndGet();
        installed = host.world.install(account, "ada");
        ada = host.signIn(app, "ada");
        workspace = ada.http()
                .post("/api/workspaces", Map.of("name", account, "slug", account))
                .is(200)
                .json()
                .get("id")
                .asString();
        connect(ada, workspace, installed.id).is(200);
        host.calls();
    }

    @AfterEach
    void nothingOddWasAsked() {
        host.noFaults();
        assertThat(host.unexpected()).isEmpty();
    }

    @Test
    void availableListsEveryInstallationOfThePersonAndWhomItServes() {
        for (int i = 0; i < 120; i++) {
            host.world.install("many" + i + account, "bo");
        }
        Person bo = host.signIn(app, "bo");
        host.calls();
        JsonNode all = bo.http()
                .get("/api/git_host/installations/available?workspaceId=" + bo.primaryWorkspace())
                .is(200)
                .json()
                .get("installations");
        assertThat(all.size()).isEqualTo(120);
        assertThat(host.calls())
                .filteredOn(call -> !call.equals("GET /app")) // asked for once, by whoever comes first
                .hasSize(2)
                .allMatch(call -> call.startsWith("GET /user/installations"));

        JsonNode mine = available(ada).is(200).json().get("installations");
        JsonNode one = mine.valueStream()
                .filter(it -> it.get("id").asLong() == installed.id)
                .findFirst()
                .orElseThrow();
        assertThat(one.at("/account/login").asString()).isEqualTo(account);
        assertThat(one.at("/account/type").asString()).isEqualTo("Organization");
        assertThat(one.get("targetType").asString()).isEqualTo("Organization");
        assertThat(one.get("repositorySelection").asString()).isEqualTo("all");
        assertThat(one.at("/boundWorkspace/id").asString()).isEqualTo(workspace);
    }

    @Test
    void whoLeavesForTheHostCarriesAStateThatBindsWhatComesBack() {
        JsonNode offered = available(ada).is(200).json();
        String state = offered.get("state").asString();
        assertThat(offered.get("installUrl").asString()).endsWith("/apps/cms/installations/new?state=" + state);
        Installed second = host.world.install("second" + account, "ada");
        String way = "/api/git_host/setup?setup_action=install&installation_id=" + second.id + "&state=";
        Http browser = host.browser(app.url(), "ada");
        assertThat(browser.get(way + workspace).is(400).json().get("code").asString())
                .as("a cookie comes from any page")
                .isEqualTo("git_host.state");
        assertThat(browser.with("Authorization", "Basic eDp5")
                        .get(way + workspace)
                        .is(400)
                        .json()
                        .get("code")
                        .asString())
                .as("also beside what is no token; shown to fail where any such header counted as one")
                .isEqualTo("git_host.state");
        browser.get(way + state.substring(0, state.length() - 2)).is(400);
        assertThat(host.signIn(app, "bo")
                        .http()
                        .get(way + state)
                        .is(400)
                        .json()
                        .get("code")
                        .asString())
                .as("somebody else's")
                .isEqualTo("git_host.state");
        browser.get(way + state).is(302);
        String old = available(ada).json().get("state").asString();
        app.clock().advance(Duration.ofMinutes(61));
        host.browser(app.url(), "ada").get(way + old).is(400);
    }

    @Test
    void aTokenThatTheHostRefusesAsksForANewSignIn() {
        host.revokeUserTokens();
        Reply refused = available(ada).is(401);
        assertThat(refused.json().at("/data/code").asString()).isEqualTo("GITHUB_REAUTH_REQUIRED");
        Reply connect = connect(ada, workspace, installed.id).is(401);
        assertThat(connect.json().at("/data/code").asString()).isEqualTo("GITHUB_REAUTH_REQUIRED");
        ada.http()
                .get("/api/git_host/setup?installation_id=" + installed.id + "&state=" + workspace)
                .is(401);
    }

    @Test
    void onlyOnesOwnInstallationIsConnectedAndOnlyToOneWorkspace() {
        Installed ofEve = host.world.install("eves" + account, "eve");
        connect(ada, workspace, ofEve.id).is(403);
        String other = ada.http()
                .post("/api/workspaces", Map.of("name", "Other", "slug", "other-" + account))
                .json()
                .get("id")
                .asString();
        connect(ada, other, installed.id).is(409);
        connect(ada, workspace, installed.id).is(200);
        ada.http()
                .get("/api/git_host/setup?setup_action=install&installation_id=" + installed.id + "&state=" + workspace)
                .is(302);
        ada.http()
                .get("/api/git_host/setup?setup_action=request&state=" + workspace)
                .is(302);
        ada.http().get("/api/git_host/setup?state=" + workspace).is(400);
    }

    @Test
    void allPagesOfRepositoriesAreReadWithOneTokenForAll() {
        for (int i = 0; i < 230; i++) {
            host.world.known(account + "/site" + i);
        }
        JsonNode repos = get("/api/git_host/repos").is(200).json();
        assertThat(repos.size()).isEqualTo(230);
        assertThat(repos.get(0).get("owner").asString()).isEqualTo(account);
        assertThat(repos.get(0).get("defaultBranch").asString()).isEqualTo("main");
        assertThat(host.calls())
                .filteredOn(call -> call.startsWith("GET /installation/repositories"))
                .hasSize(3);
        get("/api/git_host/repos").is(200);
        assertThat(host.calls())
                .filteredOn(call -> call.endsWith("access_tokens"))
                .isEmpty();
    }

    @Test
    void anInstallationTellsWhatItReachesThatItIsSuspendedAndThatItIsGone() {
        host.world.known(account + "/site");
        JsonNode json = get("/api/git_host/installation").is(200).json();
        assertThat(json.get("installed").asBoolean()).isTrue();
        assertThat(json.get("installationId").asLong()).isEqualTo(installed.id);
        assertThat(json.at("/repos/0/fullName").asString()).isEqualTo(account + "/site");
        assertThat(json.at("/account/type").asString()).isEqualTo("Organization");
        assertThat(json.get("suspendedAt").isNull()).isTrue();
        assertThat(json.get("settingsUrl").asString()).contains("/settings/installations/");

        installed.suspended = true;
        assertThat(get("/api/git_host/installation")
                        .is(200)
                        .json()
                        .get("suspendedAt")
                        .asString())
                .isEqualTo("2026-01-01T00:00:00Z");
        get("/api/git_host/repos").is(409);
        installed.suspended = false;
        host.world.installations.remove(installed.id);
        assertThat(get("/api/git_host/installation").is(200).json().get("error").asString())
                .isEqualTo("installation_not_accessible");
    }

    @Test
    void aScanNeedsAHandfulOfCalls() {
        host.world.create(
                account + "/shop",
                "package.json",
                "{\"dependencies\":{\"vue\":\"3\",\"nuxt\":\"4\"}}",
                "src/locales/de.json",
                "{}",
                ".cms/config.json",
                "{\"locales\":{\"default\":\"en\",\"supported\":[\"en\"]}}");
        JsonNode scan = scan(account + "/shop").is(200).json();
        assertThat(scan.get("stack").asString()).isEqualTo("nuxt");
        assertThat(scan.get("hasContentDir").asBoolean()).isTrue();
        assertThat(scan.get("hasI18n").asBoolean()).isTrue();
        assertThat(scan.get("defaultBranch").asString()).isEqualTo("main");
        assertThat(host.calls()).as("with the token").hasSizeLessThanOrEqualTo(9);
    }

    @Test
    void whatTheInstallationDoesNotCoverIsNotThereEvenWhenItIsPublic() {
        Repo open = host.world.create("elsewhere" + account + "/open", ".cms/config.json", "{}");
        open.isPrivate = false;
        scan(open.fullName).is(404);
        scan(account + "/none").is(404);
        createProject(open.fullName).is(404);
        createProject(account + "/none").is(404);
    }

    @Test
    void aRepositoryIsMadeFromATemplateOfTheHostOrFromAStarterOfOurs() {
        host.world.create("starters" + account + "/shop").isTemplate = true;
        JsonNode made = create("starters" + account + "/shop", "one").is(200).json();
        assertThat(made.get("fullName").asString()).isEqualTo(account + "/one");
        assertThat(made.get("needsAccess").asBoolean()).isFalse();
        assertThat(made.get("htmlUrl").asString()).isEqualTo(host.url() + "/" + account + "/one");
        create("starters" + account + "/shop", "one").is(422);
        create("nobody/nothing", "two").is(404);

        assertThat(create("starters/blank", "own")
                        .is(200)
                        .json()
                        .get("fullName")
                        .asString())
                .isEqualTo(account + "/own");
        assertThat(GitClient.at(host.world.bare(account + "/own")).git("ls-tree", "--name-only", "main"))
                .contains("package.json", ".gitignore");
        create("../../etc", "two").is(404);
    }

    @Test
    void aRepositoryOutsideOfASelectionNeedsAccess() {
        installed.all = false;
        host.world.create("starters" + account + "/shop").isTemplate = true;
        assertThat(create("starters" + account + "/shop", "one")
                        .is(200)
                        .json()
                        .get("needsAccess")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aTokenThatEndedEarlyIsRenewedOnceAndThenItIsTheHostsWord() {
        get("/api/git_host/repos").is(200);
        host.revokeTokens();
        host.calls();
        get("/api/git_host/repos").is(200);
        assertThat(host.calls())
                .containsExactly(
                        "GET /installation/repositories",
                        "POST /app/installations/" + installed.id + "/access_tokens",
                        "GET /installation/repositories");
        host.status("GET /installation/.*", 401, 2, Map.of());
        get("/api/git_host/repos").is(503);
        get("/api/git_host/repos").is(200);
    }

    @Test
    void aTokenIsRenewedBeforeItEnds() {
        get("/api/git_host/repos").is(200);
        host.calls();
        app.clock().advance(Duration.ofMinutes(49));
        get("/api/git_host/repos").is(200);
        assertThat(host.calls()).hasSize(1);
        app.clock().advance(Duration.ofMinutes(2));
        get("/api/git_host/repos").is(200);
        assertThat(host.calls()).hasSize(2);
    }

    @Test
    void alreadyLimitedMeansNoMoreCallsUntilTheHostSaysSo() {
        get("/api/git_host/repos").is(200);
        long reset = app.clock().instant().plusSeconds(90).getEpochSecond();
        host.status(
                "GET /installation/.*",
                403,
                1,
                Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", Long.toString(reset)));
        Reply limited = get("/api/git_host/repos").is(503);
        assertThat(Long.parseLong(limited.header("Retry-After"))).isBetween(88L, 90L);
        host.calls();
        get("/api/git_host/repos").is(503);
        assertThat(host.calls()).isEmpty();
        app.clock().advance(Duration.ofSeconds(91));
        get("/api/git_host/repos").is(200);

        host.status("GET /installation/.*", 403, 1, Map.of("Retry-After", "30"));
        assertThat(get("/api/git_host/repos").is(503).header("Retry-After")).isEqualTo("30");
        app.clock().advance(Duration.ofSeconds(31));
        host.status("GET /installation/.*", 429, 1, Map.of());
        assertThat(get("/api/git_host/repos").is(503).header("Retry-After")).isEqualTo("60");
        app.clock().advance(Duration.ofSeconds(61));
        get("/api/git_host/repos").is(200);
    }

    @Test
    void aHostThatIsDownIsLeftAloneForAWhileAndThenTriedOnce() {
        get("/api/git_host/repos").is(200);
        host.status("GET /installation/.*", 502, 1, Map.of());
        host.cut("GET /installation/.*", 2); // What only reads is asked twice.
        host.garbage("GET /installation/.*", 2);
        for (int i = 0; i < 3; i++) {
            assertThat(get("/api/git_host/repos").is(503).header("Retry-After")).isNotEmpty();
        }
        host.calls();
        get("/api/git_host/repos").is(503);
        assertThat(host.calls()).as("while it is left alone").isEmpty();
        app.clock().advance(Duration.ofSeconds(3));
        get("/api/git_host/repos").is(503);
        get("/api/git_host/repos").is(503);
        assertThat(host.calls()).as("one tries").hasSize(1);
        app.clock().advance(Duration.ofSeconds(10));
        get("/api/git_host/repos").is(200);
        get("/api/git_host/repos").is(200);
        assertThat(host.calls()).hasSize(2);
    }

    private Reply available(Person person) {
        return person.http().get("/api/git_host/installations/available?workspaceId=" + workspace);
    }

    private static Reply connect(Person person, String workspaceId, long id) {
        return person.http()
                .post("/api/git_host/installations/connect", Map.of("workspaceId", workspaceId, "installationId", id));
    }

    private Reply get(String path) {
        return ada.http().get(path + (path.contains("?") ? "&" : "?") + "workspaceId=" + workspace);
    }

    private Reply scan(String repo) {
        return get("/api/git_host/scan?repo=" + repo);
    }

    private Reply create(String template, String name) {
        return ada.http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", workspace, "templateRepo", template, "name", name));
    }

    private Reply createProject(String repo) {
        return ada.http()
                .post("/api/workspaces/" + workspace + "/projects", Map.of("repoFullName", repo, "name", "Site"));
    }
}
