package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.HostWorld;
import cms.testing.HostWorld.Installed;
import cms.testing.HostWorld.Repo;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Projects on repositories of a remote host, from the connection to the day on which the host takes them away. */
class ReachOfProjectsTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static StandInHost host;
    private static RemoteGit git;
    private static TestApp app;

    private Person ada;
    private Installed installed;
    private String account;
    private String workspace;
    private String p;

    @BeforeAll
    static void start() {
        host = StandInHost.in(folder);
        git = RemoteGit.in(folder);
        git.takeOnly("inside");
        host.git = Optional.of(URI.create(git.url()));
        host.gitPassword = "inside";
        app = TestApp.start(host.settings());
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
    }

    @AfterAll
    static void stop() {
        app.close();
        git.close();
        host.close();
    }

    @BeforeEach
    void connect() {
        app.clock().advance(Duration.ofMinutes(2));
        account = "shop" + NAMES.incrementAndGet();
        installed = host.world.install(account, "ada");
        ada = host.signIn(app, "ada");
        workspace = ada.http()
                .post("/api/workspaces", Map.of("name", account, "slug", account))
                .is(200)
                .json()
                .get("id")
                .asString();
        bind(installed);
        ada.http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", workspace, "templateRepo", "starters/blog", "name", "blog"))
                .is(200);
        host.calls();
        String project = ada.http()
                .post(
                        "/api/workspaces/" + workspace + "/projects",
                        Map.of("repoFullName", account + "/blog", "name", "Blog"))
                .is(200)
                .json()
                .get("id")
                .asString();
        p = "/api/workspaces/" + workspace + "/projects/" + project;
        eventually("it is set up", () -> project().get("status").asString().equals("active"));
    }

    @AfterEach
    void nothingOddWasAsked() {
        host.noFaults();
        assertThat(host.unexpected()).isEmpty();
    }

    @Test
    void connectingTakesTenCallsAtMostAndReadingNone() {
        assertThat(calls()).hasSizeLessThanOrEqualTo(10);
        assertThat(project().get("access_status").asString()).isEqualTo("accessible");
        JsonNode sync = ada.http().get(p + "/brain/sync").is(200).json();
        assertThat(sync.get("models").size()).isPositive();
        assertThat(calls()).isEmpty();
    }

    /** What was asked about this account and its installation; a job may ask about those of other tests meanwhile. */
    private List<String> calls() {
        return host.calls().stream()
                .filter(call -> call.contains(account) || call.contains("/" + installed.id))
                .toList();
    }

    /** An installation reaches more than each person who may choose it. Shown to fail without asking as the person. */
    @Test
    void onlyWhatTheHostShowsToThePersonIsConnected() {
        HostWorld.Repo secret = host.world.create(account + "/secret");
        secret.hiddenFrom.add("ada");
        String projects = "/api/workspaces/" + workspace + "/projects";
        var wanted = Map.of("repoFullName", secret.fullName, "name", "Secret");
        ada.http().post(projects, wanted).is(404);
        secret.hiddenFrom.clear();
        host.revokeUserTokens();
        JsonNode refused = ada.http().post(projects, wanted).is(401).json();
        assertThat(refused.at("/data/code").asString()).isEqualTo("GITHUB_REAUTH_REQUIRED");
        ada = host.signIn(app, "ada");
        ada.http().post(projects, wanted).is(200);
    }

    @Test
    void aSuspendedAppShowsInTheProjectAndComesBack() {
        installed.suspended = true;
        tell("suspend");
        eventually("it is suspended", () -> reach().equals("suspended"));
        assertThat(project().get("status").asString()).isEqualTo("error");
        ada.http().get(p + "/brain/sync").is(200);
        installed.suspended = false;
        tell("unsuspend");
        eventually("it is back", () -> reach().equals("accessible"));
        assertThat(project().get("status").asString()).isEqualTo("active");
    }

    @Test
    void anAppThatIsRemovedAndInstalledAgainGetsItsProjectsBack() {
        host.world.installations.remove(installed.id);
        tell("deleted");
        eventually("it is out of reach", () -> reach().equals("inaccessible"));
        ada.http().get(p + "/brain/sync").is(200);
        installed = host.world.install(account, "ada");
        bind(installed);
        eventually("it is back", () -> reach().equals("accessible"));
    }

    @Test
    void aRepositoryThatGetsAnotherNameKeepsItsProjectAndItsContent() {
        Repo repo = repo();
        String old = repo.fullName;
        folder.resolve(old + ".git")
                .toFile()
                .renameTo(folder.resolve(old + "-2.git").toFile());
        repo.fullName = old + "-2";
        ObjectNode json = Json.object().put("action", "renamed");
        json.putObject("repository").put("id", repo.id).put("full_name", repo.fullName);
        send("repository", json);
        eventually(
                "it has the new name",
                () -> project().get("repo_full_name").asString().equals(old + "-2"));
        eventually(
                "its content is here", () -> ada.http().get(p + "/brain/sync").status() == 200);
    }

    @Test
    void aProjectIsDeletedWhileTheHostIsDown() {
        host.status(".*", 503, 1_000, Map.of());
        ada.http().delete(p).is(200);
        ada.http().get(p).is(404);
    }

    private JsonNode project() {
        return ada.http().get(p).is(200).json();
    }

    private String reach() {
        return project().get("access_status").asString();
    }

    private Repo repo() {
        return host.world.repos.stream()
                .filter(one -> one.fullName.equals(account + "/blog"))
                .findFirst()
                .orElseThrow();
    }

    private void bind(Installed to) {
        ada.http()
                .post("/api/git_host/installations/connect", Map.of("workspaceId", workspace, "installationId", to.id))
                .is(200);
    }

    private void tell(String action) {
        ObjectNode json = Json.object().put("action", action);
        json.putObject("installation").put("id", installed.id);
        send("installation", json);
    }

    private static void send(String event, ObjectNode json) {
        byte[] body = Json.bytes(json);
        new Http(app.url())
                .with("X-GitHub-Event", event)
                .with("X-GitHub-Delivery", "d" + NAMES.incrementAndGet())
                .with(
                        "X-Hub-Signature-256",
                        new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET)).sign(body))
                .sendBytes("POST", "/api/webhooks/git_host", "application/json", body)
                .is(200);
    }
}
