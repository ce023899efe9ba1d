package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.Rows;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import cms.testing.Website;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What comes to a remote host reaches the mirror of each instance, also of one that was late for a while. */
@Tag("rows")
@Timeout(240)
class MirrorsOfTwoInstancesTest {
    private static final String CHANGE = "cr/outside/change";
    private static final String HOME = ".cms/content/site/home/en.json";

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private RemoteGit git;
    private StandInHost host;
    private List<TestApp> apps;
    private List<HostedProject> sites;
    private int asked;

    @BeforeEach
    void start() {
        assumeTrue(Rows.canBeShared(), "two instances need PostgreSQL");
        git = closed(RemoteGit.in(folder));
        host = closed(HostedProject.reachable(folder, git));
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.put("CMS_SECRET", "the same secret for every instance");
        TestApp app = closed(TestApp.start(settings));
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
        HostedProject site = HostedProject.connect(host, git, app.url());
        TestApp second = closed(app.beside());
        second.clock()
                .advance(Duration.between(second.clock().instant(), app.clock().instant()));
        apps = List.of(app, second);
        sites = List.of(site, site.at(second.url()));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private <T extends AutoCloseable> T closed(T one) {
        open.push(one);
        return one;
    }

    /** Fails where the instance that works off the webhook fetches alone. */
    @Test
    void aPushOfWhichTheHostTellsOneInstanceReachesBoth() {
        pushChange();
        ObjectNode push = Json.object().put("ref", "refs/heads/" + CHANGE);
        push.put("before", "0".repeat(40)).put("after", git.tip(HostedProject.REPOSITORY, CHANGE));
        push.putObject("repository")
                .put("id", host.world.find(HostedProject.REPOSITORY).orElseThrow().id)
                .put("full_name", HostedProject.REPOSITORY);
        byte[] body = Json.bytes(push);
        new Http(apps.getFirst().url())
                .with(
                        "X-Hub-Signature-256",
                        new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET)).sign(body))
                .with("X-GitHub-Event", "push")
                .with("X-GitHub-Delivery", "one")
                .sendBytes("POST", "/api/webhooks/git_host", "application/json", body)
                .is(200);
        sites.forEach(site -> eventually("the change is listed", () -> lists(site, CHANGE)));
    }

    /** Fails where a gap of signals concerns no mirrors. */
    @Test
    void anInstanceThatMayHaveMissedSignalsLooksAtItsMirrors() throws SQLException {
        pushChange();
        signal("[]"); // What cannot be read, as from another version, is a gap at once.
        sites.forEach(site -> eventually("the change is listed", () -> lists(site, CHANGE)));
    }

    /** Fails where a refresh that failed waits for the next write. */
    @Test
    void aFetchThatFailsIsRepeatedThoughNobodyWrites() throws SQLException {
        pushChange();
        git.requests();
        git.fault("", Fault.STATUS_503, 1_000);
        signal(Json.text(Json.object().put("fullName", HostedProject.REPOSITORY).put("instance", "another")));
        eventually("both have asked", () -> asked() >= 2);
        assertThat(sites).noneMatch(site -> lists(site, CHANGE));
        git.noFault();
        sites.forEach(site -> eventually("the change is listed", () -> {
            apps.forEach(app -> app.clock().advance(Duration.ofSeconds(5)));
            return lists(site, CHANGE);
        }));
    }

    /** Fails where a build takes the copy of its instance for the newest state. */
    @Test
    void aBuildOfAnInstanceThatIsBehindDoesNotPublishTheOlderSite() {
        HostedProject here = sites.getFirst();
        GitClient bare = GitClient.at(git.bare(HostedProject.REPOSITORY));
        bare.git("branch", "production", "cms");
        Http ada = here.ada().http();
        ada.patch(here.p() + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_branch", "production"))
                .is(200);
        Http reader = new Http(apps.getFirst().url())
                .bearer(ada.post(here.p() + "/cdn/keys", Map.of("name", "website"))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        Website site = new Website(reader, "", "/api/cdn/v1/" + here.projectId() + "/");
        eventually("the first release", () -> site.get("_manifest.json").status() == 200);
        build(sites.getLast());
        assertThat(site.commit()).isEqualTo(tip("production"));

        Path work = git.clone(HostedProject.REPOSITORY);
        GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/production");
        RemoteGit.commit(work, HOME, "{\n  \"headline\": \"From outside\"\n}\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:production");
        apps.getFirst().clock().advance(Duration.ofMinutes(1));
        ada.post(here.p() + "/branches/cr%2Fno%2Fchange/merge", Map.of())
                .is(404); // looks at the host, and pushes nothing
        eventually("it is published", () -> site.commit().equals(tip("production")));

        build(sites.getLast());
        assertThat(site.get("content/home/en.json").text()).contains("From outside");
        assertThat(site.commit()).isEqualTo(tip("production"));
    }

    /** A full build, up to its end. */
    private static void build(HostedProject site) {
        try (Events stream = site.ada().http().events("POST", site.p() + "/cdn/builds/trigger", null)) {
            assertThat(stream.rest().getLast().toString()).contains("complete");
        }
    }

    private void pushChange() {
        GitClient.at(git.bare(HostedProject.REPOSITORY)).git("branch", CHANGE, "cms");
        Path work = git.clone(HostedProject.REPOSITORY);
        GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/" + CHANGE);
        RemoteGit.commit(work, HOME, "{\n  \"headline\": \"From outside\"\n}\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:" + CHANGE);
    }

    private static boolean lists(HostedProject site, String branch) {
        return site.ada().http().get(site.p() + "/branches").is(200).text().contains(branch);
    }

    private String tip(String branch) {
        return git.tip(HostedProject.REPOSITORY, branch);
    }

    private int asked() {
        asked += git.requests().size();
        return asked;
    }

    /** A signal of a third instance. */
    private void signal(String body) throws SQLException {
        try (Connection rows = apps.getFirst().rows();
                Statement sql = rows.createStatement()) {
            sql.execute("INSERT INTO signals (id, txid, position, origin, kind, body, sent_at) VALUES ('"
                    + UUID.randomUUID()
                    + "', CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), 0, 'other', 'MirrorMoved', '" + body
                    + "', 0)");
        }
    }
}
