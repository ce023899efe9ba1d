package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.HostWorld.Repo;
import cms.testing.Http;
import cms.testing.RemoteGit.Fault;
import cms.testing.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A remote host at its worst: what people and websites notice of it, and what they do not. */
@Tag("slow-host")
class RemoteFaultsTest {
    @TempDir
    private static Path folder;

    private static ConnectedSite site;

    private static final String FIRST_FETCH = "CMS_GIT_HOST_FIRST_FETCH_SECONDS";

    /** Calls of the REST interface but those by which a person signs in. */
    private static final String NO_SIGN_IN = "(?!GET /user).*";

    /** What a host may answer, with what it says of coming back. */
    private record Answer(int status, Map<String, String> headers) {}

    private static final List<Answer> REFUSALS = List.of(
            new Answer(401, Map.of()),
            new Answer(403, Map.of()),
            new Answer(403, Map.of("Retry-After", "7")),
            new Answer(403, Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1")),
            new Answer(404, Map.of()),
            new Answer(409, Map.of()),
            new Answer(422, Map.of()),
            new Answer(429, Map.of("Retry-After", "7")),
            new Answer(500, Map.of()),
            new Answer(503, Map.of("Retry-After", "7")));

    @BeforeAll
    static void start() {
        site = new ConnectedSite(folder);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void later() {
        site.app.clock().advance(Duration.ofMinutes(10));
    }

    @AfterEach
    void calm() {
        site.host.noFaults();
        site.git.noFault();
        site.host.userTokenSeconds = 0;
        assertThat(site.host.unexpected()).isEmpty();
    }

    /** Shown to fail when refs here move before the host has answered. */
    @Test
    void whateverGitAnswersWritesWaitAndNothingElseDoes() {
        var project = site.new Project().connected();
        Supplier<Reply> website = website(project);
        for (Answer answer : REFUSALS) {
            String said = answer.toString();
            String before = project.tip("cms");
            site.git.fault("", Fault.valueOf("STATUS_" + answer.status()), 100_000, answer.headers());
            Reply refused = project.save("lost " + said);
            assertThat(refused.status()).as(said).isEqualTo(503);
            assertThat(refused.header("Retry-After")).as(said).isNotBlank();
            assertThat(project.health().at("/git/connected").asBoolean())
                    .as(said)
                    .isFalse();
            assertThat(project.snapshot()).as(said).doesNotContain("lost");
            assertThat(website.get().status()).as(said).isEqualTo(200);
            assertThat(project.project().get("access_status").asString())
                    .as(said)
                    .isEqualTo("accessible");
            site.git.noFault();
            site.app.clock().advance(Duration.ofMinutes(2));
            goesOn(project, "back after " + said);
            assertThat(landings(project, before)).as(said).isEqualTo(1);
            site.app.clock().advance(Duration.ofSeconds(6));
            assertThat(project.health().at("/git/connected").asBoolean())
                    .as(said)
                    .isTrue();
        }
    }

    /** The token of the installation has ended, so that a save needs the REST interface first. */
    @Test
    void whateverTheRestInterfaceAnswersWritesWaitAndNothingElseDoes() {
        var project = site.new Project().connected();
        Supplier<Reply> website = website(project);
        for (int i = 0; i < REFUSALS.size() + 2; i++) {
            String before = project.tip("cms");
            String said = i < REFUSALS.size() ? REFUSALS.get(i).toString() : i == REFUSALS.size() ? "cut" : "garbage";
            if (i < REFUSALS.size()) {
                Answer answer = REFUSALS.get(i);
                site.host.status(NO_SIGN_IN, answer.status(), 100_000, answer.headers());
            } else if (i == REFUSALS.size()) {
                site.host.cut(NO_SIGN_IN, 100_000);
            } else {
                site.host.garbage(NO_SIGN_IN, 100_000);
            }
            // Only now does the token end: nothing that still goes on beside this renews it.
            site.app.clock().advance(Duration.ofHours(2));
            project.ada = site.host.signIn(site.app, "ada");
            Reply refused = project.save("lost " + said);
            assertThat(refused.status()).as(said).isEqualTo(503);
            assertThat(refused.header("Retry-After")).as(said).isNotBlank();
            assertThat(project.health().at("/git/connected").asBoolean())
                    .as(said)
                    .isFalse();
            assertThat(project.snapshot()).as(said).doesNotContain("lost");
            assertThat(website.get().status()).as(said).isEqualTo(200);
            site.host.noFaults();
            site.app.clock().advance(Duration.ofMinutes(2));
            goesOn(project, "back after " + said);
            assertThat(landings(project, before)).as(said).isEqualTo(1);
        }
        assertThat(project.project().get("access_status").asString()).isEqualTo("accessible");
    }

    /** Something else may have asked the host in its last bad moment; then it is left alone for some seconds more. */
    private static void goesOn(ConnectedSite.Project project, String title) {
        eventually(
                title,
                site.app,
                Duration.ofSeconds(30),
                () -> project.save(title).status() == 200);
    }

    @Test
    void aHostThatIsDownForMinutesIsBackWithoutARestart() {
        var project = site.new Project().connected();
        String before = project.tip("cms");
        site.host.status(".*", 503, 100_000, Map.of());
        site.git.fault("", Fault.CUT_BEFORE, 100_000);
        for (int minute = 0; minute < 20; minute++) {
            assertThat(project.save("lost").status()).isEqualTo(503);
            assertThat(project.snapshot()).contains("begin");
            site.app.clock().advance(Duration.ofMinutes(1));
        }
        site.git.noFault();
        site.host.noFaults();
        site.app.clock().advance(Duration.ofMinutes(1));
        goesOn(project, "back");
        assertThat(landings(project, before)).isEqualTo(1);
    }

    /** Shown to fail when all writers share one thread. */
    @Test
    void aRepositoryThatHangsHoldsUpNobodyElse() throws Exception {
        var hanging = site.new Project().connected();
        var other = site.new Project().connected();
        site.git.fault(hanging.repo.fullName + ".git/git-receive-pack", Fault.HANG, 100_000);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> waiting = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                String title = "hangs " + i;
                waiting.add(threads.submit(() -> hanging.save(title)));
            }
            eventually(
                    "the push hangs",
                    () -> site.git.requests(hanging.repo.fullName).contains("git-receive-pack"));
            other.save("goes on").is(200);
            assertThat(hanging.snapshot()).contains("begin");
            assertThat(waiting).noneMatch(Future::isDone);
            site.git.noFault();
            for (Future<Reply> save : waiting) {
                assertThat(save.get().status()).isIn(200, 503);
            }
        }
    }

    /** Shown to fail when a trial runs as a write of the repository: that looks at the host, and pushes. */
    @Test
    void aTrialAsksTheHostNothingAndWritesNothing() {
        var project = site.new Project().connected();
        site.app.clock().advance(Duration.ofMinutes(5));
        String before = GitClient.at(site.git.bare(project.repo.fullName)).git("for-each-ref");
        String snapshot = project.snapshot();
        site.git.requests();
        site.host.calls();
        JsonNode tried = project.ada
                .http()
                .post(
                        project.p + "/content/home?dryRun=true",
                        Map.of("locale", "en", "data", Map.of("headline", "tried")))
                .is(200)
                .json();
        assertThat(tried.at("/diff/0/path").asString()).isNotEmpty();
        project.ada
                .http()
                .send("PATCH", project.p + "/config?dryRun=true", Map.of("workflow", "review"))
                .is(200);
        project.ada
                .http()
                .post(project.p + "/locales?dryRun=true", Map.of("locale", "fr"))
                .is(200);
        assertThat(site.git.requests(project.repo.fullName)).isEmpty();
        assertThat(site.host.calls())
                .noneMatch(call -> call.contains(project.repo.fullName) || call.contains("/" + project.installed.id));
        assertThat(project.snapshot()).isEqualTo(snapshot);
        assertThat(GitClient.at(site.git.bare(project.repo.fullName)).git("for-each-ref"))
                .isEqualTo(before);
    }

    @Test
    void aFirstFetchThatFailsShowsWhyAndIsMadeGoodWithoutARestart() {
        var project = site.new Project();
        site.git.fault("git-upload-pack", Fault.STATUS_503, 100_000);
        assertThat(project.connect().status()).isEqualTo(503);
        site.git.noFault();
        site.app.clock().advance(Duration.ofMinutes(1));
        project.connect().is(200);
        eventually(
                "it is set up", () -> project.project().get("status").asString().equals("active"));
        assertThat(project.project().get("setup").isNull()).isTrue();
    }

    /**
     * A repository that is still being fetched when the caller has waited long enough: polled, failed, mended. Shown to
     * fail when looking at a project, or the transaction that connects it, waits for the fetch.
     */
    @Test
    void aLongFirstFetchIsPolledAndTellsWhenItFails() {
        site.app.restart(Map.of(FIRST_FETCH, "1")); // What is waited for cannot come.
        var project = site.new Project();
        site.git.fault("git-upload-pack", Fault.HANG, 100_000);
        assertThat(connect(project, "master")).isEqualTo(503); // Nobody knows yet whether it is there.
        assertThat(connect(project, "a..b")).isEqualTo(400);
        JsonNode made = project.connect().is(200).json();
        boolean goesOn = made.get("status").asString().equals("setup"); // Unless this machine is as slow as the host.
        assertThat(made.at("/setup/error").isNull()).isEqualTo(goesOn);
        assertThat(made.at("/setup/objects").asInt()).isZero();
        assertThat(project.health().get("unavailable").asBoolean()).isTrue();
        site.git.fault("", Fault.STATUS_503, 100_000);
        site.git.release();
        eventually(
                "it tells that it failed",
                () -> project.project().get("status").asString().equals("error"));
        assertThat(project.project().at("/setup/error").asString()).contains("Git host");
        site.git.noFault();
        site.app.clock().advance(Duration.ofMinutes(1));
        eventually(
                "it is fetched",
                () -> project.ada.http().get(project.p + "/brain/sync").status() == 200);
        eventually(
                "it is set up", () -> project.project().get("status").asString().equals("active"));
        project.save("after all").is(200);
        site.app.restart(Map.of(FIRST_FETCH, "60"));
    }

    private static int connect(ConnectedSite.Project project, String defaultBranch) {
        return project.ada
                .http()
                .attempt(
                        "/api/workspaces/" + project.workspace + "/projects",
                        Map.of("repoFullName", project.repo.fullName, "name", "Site", "defaultBranch", defaultBranch))
                .status();
    }

    @Test
    void aDeletedRepositoryShowsLosesNothingAndIsConnectedAgain() throws Exception {
        var project = site.new Project().connected();
        Supplier<Reply> website = website(project);
        Path bare = site.git.bare(project.repo.fullName);
        Path away = bare.resolveSibling("away.git");
        Files.move(bare, away);
        Repo gone = project.repo;
        site.host.world.repos.remove(gone);
        project.tellOfRepository("deleted");
        eventually(
                "it is gone",
                () -> project.project().get("access_status").asString().equals("deleted"));
        assertThat(project.project().get("status").asString()).isEqualTo("error");
        assertThat(project.snapshot()).contains("begin");
        assertThat(website.get().status()).isEqualTo(200);
        Reply refused = project.save("lost");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().get("code").asString()).isEqualTo("git_host.access_lost");
        assertThat(project.health().at("/git/connected").asBoolean()).isFalse();
        assertThat(project.health().at("/git/error").asString()).contains("deleted");

        // Somebody pushes what he has to a new repository of the same name.
        Files.move(away, bare);
        project.repo = site.host.world.known(gone.fullName);
        project.bind();
        eventually(
                "it is back",
                () -> project.project().get("access_status").asString().equals("accessible"));
        goesOn(project, "back");
        assertThat(project.snapshot()).contains("back");
        assertThat(project.project().get("status").asString()).isEqualTo("active");
    }

    @Test
    void aNewNameTakesTheCopyAlong() throws Exception {
        var project = site.new Project().connected();
        String old = project.repo.fullName;
        Path copy = mirror(old);
        assertThat(copy).isDirectory();
        Events open = project.ada.http().events("GET", project.p + "/events", null);
        Files.move(site.git.bare(old), site.git.bare(old + "-2"));
        project.repo.fullName = old + "-2";
        project.tellOfRepository("renamed");
        // Whoever reads in the moment in which the folder moves is asked to try again.
        eventually("it has the new name", () -> {
            Reply read = project.ada.http().get(project.p);
            return read.status() == 200
                    && read.json().get("repo_full_name").asString().equals(old + "-2");
        });
        eventually("its copy is there", () -> Files.isDirectory(mirror(old + "-2")) && !Files.exists(copy));
        eventually(
                "it is read",
                () -> project.ada.http().get(project.p + "/brain/sync").text().contains("begin"));
        site.app.clock().advance(Duration.ofMinutes(1));
        eventually("it is written", () -> project.save("renamed").status() == 200);
        assertThat(site.git.read(old + "-2", "cms", ".cms/content/site/home/en.json"))
                .contains("renamed");
        try (open) {
            eventually("whoever listened before hears of it", () -> {
                site.app.clock().advance(Duration.ofSeconds(20));
                return open.next()
                        .filter(event -> event.get("type").asString().equals("change.landed"))
                        .isPresent();
            });
        }
    }

    /** Shown to fail when used ones are swept as well, and when none is. */
    @Test
    void theCopyOfARepositoryThatNoProjectUsesAnyMoreIsRemoved() {
        var used = site.new Project().connected();
        var project = site.new Project().connected();
        String old = project.p;
        project.ada.http().delete(old).is(200);
        eventually(
                "its copy is gone",
                site.app,
                Duration.ofMinutes(40),
                () -> !Files.exists(mirror(project.repo.fullName)));
        assertThat(mirror(used.repo.fullName)).isDirectory();
        used.ada = site.host.signIn(site.app, "ada");
        used.save("still there").is(200);
        project.ada = used.ada;
        project.connect().is(200);
        eventually("it is back", () -> project.save("again").status() == 200);
        assertThat(project.snapshot()).contains("again");
    }

    @Test
    void contentOutsideOfTheDataFolderIsHereWhenTheHostIsGone() {
        var project = site
        .new Project(
                ".cms/models/pages.json",
                "{\"id\":\"pages\",\"name\":\"Pages\",\"kind\":\"collection\",\"domain\":\"site\",\"i18n\":false,"
                        + "\"content_path\":\"web/pages\",\"fields\":{\"title\":{\"type\":\"string\"}}}",
                "web/pages/data.json",
                "{\"one\":{\"title\":\"From elsewhere\"}}",
                "web/app.js",
                "code");
        project.connect().is(200);
        site.git.fault("", Fault.CUT_BEFORE, 100_000);
        site.host.status(".*", 503, 100_000, Map.of());
        assertThat(project.snapshot()).contains("From elsewhere");
        // The host may have missed the beginning of cms, and listeners are told one after the other: not in the next
        // test.
        calm();
        eventually(
                "cms is on the host",
                site.app,
                Duration.ofSeconds(10),
                () -> !site.git.tip(project.repo.fullName, "cms").isEmpty());
    }

    /** Shown to fail when requests renew a person's token side by side: a refresh token works once. */
    @Test
    void twentyRequestsAtOnceRenewTheTokenOfAPersonOnce() throws Exception {
        site.host.userTokenSeconds = 2_400;
        var project = site.new Project();
        String available = "/api/git_host/installations/available?workspaceId=" + project.workspace;
        project.ada.http().get(available).is(200);
        int before = site.host.refreshes();
        site.app.clock().advance(Duration.ofMinutes(45));
        Http ada = project.ada.http();
        Set<Integer> statuses = ConcurrentHashMap.newKeySet();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                threads.submit(() -> statuses.add(ada.get(available).status()));
            }
        }
        assertThat(statuses).containsExactly(200);
        assertThat(site.host.refreshes()).isEqualTo(before + 1);

        site.host.revokeUserTokens();
        Reply refused = ada.get(available).is(401);
        assertThat(refused.json().at("/data/code").asString()).isEqualTo("GITHUB_REAUTH_REQUIRED");
    }

    /** A keyed reader of what the project delivers. */
    private static Supplier<Reply> website(ConnectedSite.Project project) {
        Http ada = project.ada.http();
        ada.patch(project.p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        String key = ada.post(project.p + "/cdn/keys", Map.of("name", "website"))
                .is(200)
                .json()
                .get("key")
                .asString();
        Http http = new Http(site.app.url()).bearer(key);
        String id = project.p.substring(project.p.lastIndexOf('/') + 1);
        Supplier<Reply> website = () -> http.get("/api/cdn/v1/" + id + "/_manifest.json");
        eventually("the first release", () -> website.get().status() == 200);
        return website;
    }

    private static Path mirror(String fullName) {
        return site.app.data().resolve("mirrors").resolve(fullName + ".git");
    }

    /** Merge commits that {@code cms} got since then. */
    private static int landings(ConnectedSite.Project project, String before) {
        return (int) GitClient.at(site.git.bare(project.repo.fullName))
                .git("log", "--merges", "--format=%H", before + "..cms")
                .lines()
                .count();
    }
}
