package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.HostWorld;
import cms.testing.HostWorld.Installed;
import cms.testing.HostWorld.Repo;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A project whose repository is on a remote host: real Git behind the host's REST interface, and every call counted.
 * What has to make them fail: a save that does not wait for the push's answer, and refs pushed one by one. Shown to
 * fail by asking what the host can do before each push, by reads that take in what the host has, by webhooks of pushes
 * that nobody hears, and by a branch that is not remembered as one that takes no pushes.
 */
class RemoteProjectTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static StandInHost host;
    private static RemoteGit git;
    private static TestApp app;

    private Person ada;
    private Installed installed;
    private Repo repo;
    private String project;

    @BeforeAll
    static void start() {
        host = StandInHost.in(folder);
        git = RemoteGit.in(folder);
        host.git = Optional.of(URI.create(git.url()));
        host.gitPassword = "first-token";
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
        git.noFault();
        app.clock().advance(Duration.ofMinutes(2));
        String account = "team" + NAMES.incrementAndGet();
        installed = host.world.install(account, "ada");
        repo = host.world.create(account + "/site", HostWorld.starter());
        ada = host.signIn(app, "ada");
        String workspace = ada.http()
                .post("/api/workspaces", Map.of("name", account, "slug", account))
                .is(200)
                .json()
                .get("id")
                .asString();
        ada.http()
                .post(
                        "/api/git_host/installations/connect",
                        Map.of("workspaceId", workspace, "installationId", installed.id))
                .is(200);
        host.calls();
        git.requests();
        JsonNode made = ada.http()
                .post(
                        "/api/workspaces/" + workspace + "/projects",
                        Map.of("repoFullName", repo.fullName, "name", "Site"))
                .is(200)
                .json();
        assertThat(made.get("status").asString()).isEqualTo("active");
        assertThat(calls()).as("calls to connect").hasSizeLessThanOrEqualTo(10);
        project = "/api/workspaces/" + workspace + "/projects/" + made.get("id").asString();
        Eventually.eventually("cms is on the host", () -> !tip("cms").isEmpty());
        save("begin").is(200);
        host.calls();
        git.requests();
    }

    /**
     * What was asked about this repository and its installation; a job may ask about those of other tests meanwhile.
     */
    private List<String> calls() {
        return host.calls().stream()
                .filter(call -> call.contains(repo.fullName) || call.contains("/" + installed.id))
                .toList();
    }

    private String tip(String branch) {
        return git.tip(repo.fullName, branch);
    }

    private Reply save(String title) {
        return ada.http().attempt(project + "/content/home", Map.of("locale", "en", "data", Map.of("headline", title)));
    }

    private String snapshot() {
        return ada.http().get(project + "/brain/sync").is(200).text();
    }

    private static Reply tell(String event, ObjectNode webhook) {
        byte[] body = Json.bytes(webhook);
        return new Http(app.url())
                .with(
                        "X-Hub-Signature-256",
                        new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET)).sign(body))
                .with("X-GitHub-Event", event)
                .with("X-GitHub-Delivery", "d" + NAMES.incrementAndGet())
                .sendBytes("POST", "/api/webhooks/git_host", "application/json", body)
                .is(200);
    }

    private void tellOfPush(String branch) {
        ObjectNode push = Json.object().put("ref", "refs/heads/" + branch);
        push.put("before", "0".repeat(40)).put("after", tip(branch));
        push.putObject("repository").put("id", repo.id).put("full_name", repo.fullName);
        tell("push", push);
    }

    /** Shown to fail when each push asks first what the host can do. */
    @Test
    void aSaveIsOnePushAndNoOtherCall() {
        JsonNode saved = save("one push").is(200).json();
        assertThat(saved.get("merged").asBoolean()).isTrue();
        assertThat(git.requests(repo.fullName)).containsExactly("git-receive-pack");
        assertThat(calls()).isEmpty();
        assertThat(tip("main")).isEqualTo(tip("cms"));
        assertThat(git.read(repo.fullName, "main", ".cms/content/site/home/en.json"))
                .contains("one push");
    }

    @Test
    void readingAsksTheHostNothing() {
        app.clock().advance(Duration.ofMinutes(5));
        assertThat(snapshot()).contains("begin");
        ada.http().get(project + "/branches").is(200);
        assertThat(git.requests(repo.fullName)).isEmpty();
        assertThat(calls()).isEmpty();
    }

    @Test
    void whatOthersPushIsTakenInAfterItsNotice() {
        Path work = git.clone(repo.fullName);
        RemoteGit.commit(work, "notes.md", "from outside\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:main");
        tellOfPush("main");
        Eventually.eventually(
                "cms has it",
                () -> GitClient.at(git.bare(repo.fullName))
                                .attempt("cat-file", "-e", "cms:notes.md")
                                .code()
                        == 0);
        save("after that").is(200);
        assertThat(git.read(repo.fullName, "main", "notes.md")).contains("from outside");
    }

    /** The state after the fetch is made by Git itself. Shown to fail without the look for what was missed. */
    @Test
    void aChangeThatCameWithAFetchAndMissedItsEntryIsToldOnceAfterTheNextStart() {
        String before;
        try (Events stream = news(Map.of())) {
            save("before").is(200);
            // What landed comes first and has no id of its own: only with the snapshot can a client resume.
            assertThat(changes(stream)).startsWith("change.landed");
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("snapshot");
            before = stream.lastId();
        }
        String branch = "cr/outside/" + NAMES.incrementAndGet();
        Path work = git.clone(repo.fullName);
        GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/cms");
        RemoteGit.commit(work, "outside.md", "from outside\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
        GitClient mirror = GitClient.at(app.data().resolve("mirrors").resolve(repo.fullName + ".git"));
        String ref = "refs/heads/" + branch;
        app.restart(() -> mirror.git("fetch", "--quiet", git.bare(repo.fullName).toString(), ref + ":" + ref));
        try (Events stream = news(Map.of("Last-Event-ID", before))) {
            assertThat(changes(stream)).isEqualTo("change.opened " + branch);
        }
        app.restart();
        app.clock().advance(Duration.ofMinutes(2));
        save("after").is(200);
        try (Events stream = news(Map.of("Last-Event-ID", before))) {
            assertThat(changes(stream)).isEqualTo("change.opened " + branch);
            assertThat(changes(stream)).as("nothing is told twice").doesNotContain(branch);
        }
    }

    /** The state after the fetch is made by Git itself. Shown to fail without the look for what is gone. */
    @Test
    void aChangeThatTheHostDiscardedWithAFetchThatMissedItsEntryIsToldOnceAfterTheNextStart() {
        String branch = "cr/outside/" + NAMES.incrementAndGet();
        String landed = "cr/outside/" + NAMES.incrementAndGet();
        String before;
        try (Events stream = news(Map.of())) {
            Path work = git.clone(repo.fullName);
            GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/cms");
            RemoteGit.commit(work, "landed.md", "from outside\n");
            GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/" + landed);
            tellOfPush(landed);
            assertThat(changes(stream)).isEqualTo("change.opened " + landed);
            ada.http()
                    .post(project + "/branches/" + landed.replace("/", "%2F") + "/merge", Map.of())
                    .is(200);
            assertThat(changes(stream)).isEqualTo("change.landed " + landed);
            RemoteGit.commit(work, "outside.md", "from outside\n");
            GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
            tellOfPush(branch);
            assertThat(changes(stream)).isEqualTo("change.opened " + branch);
            before = stream.lastId();
        }
        GitClient.at(git.bare(repo.fullName)).git("update-ref", "-d", "refs/heads/" + branch);
        GitClient mirror = GitClient.at(app.data().resolve("mirrors").resolve(repo.fullName + ".git"));
        app.restart(() -> mirror.git("update-ref", "-d", "refs/heads/" + branch));
        try (Events stream = news(Map.of("Last-Event-ID", before))) {
            assertThat(changes(stream)).isEqualTo("change.rejected " + branch);
        }
        app.restart();
        app.clock().advance(Duration.ofMinutes(2));
        save("after").is(200);
        try (Events stream = news(Map.of("Last-Event-ID", before))) {
            assertThat(changes(stream)).isEqualTo("change.rejected " + branch);
            assertThat(changes(stream)).as("nothing is told twice").startsWith("change.landed cr/content/");
        }
    }

    /**
     * Nobody heard the host's word, and then the service was stopped: what it would have noted with the branches is
     * found at the host. Shown to fail where a fetch says nothing about commits of ours.
     */
    @Tag("slow-host")
    @Test
    void whatTheHostTookAsTheServiceWentAwayIsToldOnceWithWhoDidIt() {
        ada.http().patch(project + "/config", Map.of("workflow", "review")).is(200);
        String place = opened("first").id();
        String merged = lost(place, "change.opened", () -> save("waits"), ada.id());
        place = opened("second").id();
        lost(place, "change.landed", () -> decide(merged, "merge"), ada.id());
        Opened third = opened("third");
        String rejected = third.branch();
        assertThat(lost(third.id(), "change.rejected", () -> decide(rejected, "reject"), ""))
                .isEqualTo(rejected);
        String log = ada.http().get(project + "/activity?limit=100").is(200).text();
        assertThat(log.split("\"merge_branch\"", -1)).as("merges in the log").hasSize(2);
        assertThat(log.split("\"save_content\"", -1)).as("saves in the log").hasSize(6);
    }

    /** Anybody at the host can do that. Shown to fail where a commit of ours is believed about every branch. */
    @Test
    void aBranchThatSomebodyPointsAtACommitOfOursIsNobodysAction() {
        save("landed").is(200);
        String commit = GitClient.at(git.bare(repo.fullName)).git("rev-parse", "cms^2");
        String branch = "cr/outside/" + NAMES.incrementAndGet();
        try (Events stream = news(Map.of())) {
            GitClient.at(git.bare(repo.fullName)).git("update-ref", "refs/heads/" + branch, commit.strip());
            tellOfPush(branch);
            JsonNode opened = stream.next().orElseThrow();
            assertThat(opened.get("branch").asString()).isEqualTo(branch);
            assertThat(opened.get("actor").asString()).isEmpty();
        }
    }

    private record Opened(String branch, String id) {}

    /** A change that waits, and the place behind the news of it. */
    private Opened opened(String title) {
        try (Events stream = news(Map.of())) {
            save(title).is(200);
            String told = changes(stream);
            assertThat(told).startsWith("change.opened ");
            return new Opened(told.substring("change.opened ".length()), stream.lastId());
        }
    }

    private Reply decide(String branch, String verb) {
        return ada.http().attempt(project + "/branches/" + branch.replace("/", "%2F") + "/" + verb, Map.of());
    }

    /**
     * Sends what the host does and never answers, stops, starts, and reads the news of it twice; the branch it is
     * about.
     */
    private String lost(String place, String type, Supplier<Reply> request, String actor) {
        takenByTheHost(request);
        String branch = "";
        for (int start = 0; start < 2; start++) {
            app.restart(git::noFault);
            app.clock().advance(Duration.ofMinutes(2));
            try (Events stream = news(Map.of("Last-Event-ID", place))) {
                JsonNode event = change(stream);
                assertThat(event.get("type").asString()).isEqualTo(type);
                assertThat(event.get("actor").asString()).isEqualTo(actor);
                branch = event.get("branch").asString();
            }
        }
        return branch;
    }

    /**
     * The answer of the host is lost, and so is every look at what became of it. The look at all repositories that
     * follows a start may come first: then the request is not sent at all, and is made again.
     */
    private void takenByTheHost(Supplier<Reply> request) {
        GitClient bare = GitClient.at(git.bare(repo.fullName));
        String before = bare.git("for-each-ref");
        Eventually.eventually("the host takes it", () -> {
            git.noFault();
            app.clock().advance(Duration.ofMinutes(1));
            git.fault("", Fault.CUT_AFTER, 100_000);
            assertThat(request.get().status()).isEqualTo(503);
            return !bare.git("for-each-ref").equals(before);
        });
    }

    private Events news(Map<String, String> headers) {
        Http http = ada.http();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            http = http.with(header.getKey(), header.getValue());
        }
        return http.events("GET", project + "/events", null);
    }

    /** The next event about a change. */
    private static JsonNode change(Events stream) {
        JsonNode event = stream.next().orElseThrow();
        while (!event.get("type").asString().startsWith("change.")) {
            event = stream.next().orElseThrow();
        }
        return event;
    }

    /** What the next one says happened, and to which. */
    private static String changes(Events stream) {
        JsonNode event = change(stream);
        return event.get("type").asString() + " " + event.get("branch").asString();
    }

    /** Shown to fail when what a fetch brought has no entry in the journal: then nobody is told that it was opened. */
    @Test
    void aChangeThatArrivesThroughTheHostIsListedAndToldOnceAndNoActionOfAnybodyHere() {
        String branch = "cr/outside/" + NAMES.incrementAndGet();
        try (Events stream = ada.http().events("GET", project + "/events", null)) {
            Path work = git.clone(repo.fullName);
            GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/cms");
            RemoteGit.commit(work, "outside.md", "from outside\n");
            GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
            tellOfPush(branch);

            JsonNode opened = stream.next().orElseThrow();
            assertThat(opened.get("type").asString()).isEqualTo("change.opened");
            assertThat(opened.get("branch").asString()).isEqualTo(branch);
            assertThat(opened.get("sha").asString()).isEqualTo(tip(branch));
            assertThat(opened.get("tool").asString()).isEqualTo("push");
            assertThat(opened.get("actor").asString()).isEmpty();
            assertThat(git.requests(repo.fullName))
                    .as("the journal is nobody else's")
                    .doesNotContain("git-receive-pack");
            assertThat(ada.http().get(project + "/branches").is(200).text()).contains(branch);

            ada.http()
                    .post(project + "/branches/" + branch.replace("/", "%2F") + "/merge", Map.of())
                    .is(200);
            JsonNode landed = change(stream);
            assertThat(landed.get("type").asString())
                    .as("nothing is told twice")
                    .isEqualTo("change.landed");
        }
        String log = ada.http().get(project + "/activity").is(200).text();
        assertThat(log).contains("merge_branch").doesNotContain("\"push\"");
    }

    @Test
    void aHostThatIsDownStopsWritesAndNothingElse() {
        String before = tip("cms");
        git.fault("", Fault.CUT_BEFORE, 100_000);
        Reply refused = save("lost?");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotBlank();
        assertThat(snapshot()).contains("begin").doesNotContain("lost?");
        git.noFault();
        // Something else may have asked the host in its last bad moment.
        eventually("it goes on", app, Duration.ofSeconds(5), () -> save("back").status() == 200);
        assertThat(GitClient.at(git.bare(repo.fullName))
                        .git("log", "--format=%H", before + "..cms")
                        .lines())
                .as("a commit and its merge")
                .hasSize(2);
    }

    /**
     * Webhooks come twice and out of order; what people do with a pull request is followed all the same. Shown to fail
     * without {@code RemoteChanges} hearing of closed ones, and without the fetch after a webhook.
     */
    @Test
    void aPullRequestThatPeopleMergeOrCloseIsFollowed() throws IOException {
        repo.isProtected = true;
        repo.mergeStatus = 405; // somebody has to review it
        onlyPeopleMoveMain();
        String first = pullRequestOf(save("one"));
        assertThat(pullRequestOf(save("two"))).as("the one that is open").isEqualTo(first);
        close(first, false);
        tellOfClosed(first, false);
        String second = pullRequestOf(save("three"));
        assertThat(second).as("a new one").isNotEqualTo(first);
        tellOfClosed(first, false);
        assertThat(pullRequestOf(save("four")))
                .as("the second, whatever comes late")
                .isEqualTo(second);
        GitClient people = GitClient.at(git.clone(repo.fullName));
        people.git("merge", "--quiet", "--no-ff", "-m", "Reviewed", "origin/cms");
        people.git("push", "--quiet", "origin", "HEAD:main");
        close(second, true);
        tellOfPush("main");
        tellOfClosed(second, true);
        tellOfClosed(second, true);
        GitClient bare = GitClient.at(git.bare(repo.fullName));
        Eventually.eventually(
                "cms has the merge of the host",
                () -> bare.attempt("merge-base", "--is-ancestor", "main", "cms").code() == 0);
        assertThat(snapshot()).contains("four");
        assertThat(bare.git("log", "--format=%s", "--first-parent", "cms"))
                .as("the landings stay in one line")
                .contains("Merge cr/content/");
        assertThat(ada.http().get(project + "/branches/health").is(200).text())
                .contains("\"defaultBranch\":\"current\"");
        assertThat(pullRequestOf(save("five"))).isNotIn(first, second);
    }

    private void onlyPeopleMoveMain() throws IOException {
        Path hook = git.bare(repo.fullName).resolve("hooks/update");
        Files.writeString(hook, "#!/bin/sh\n[ -z \"$REMOTE_USER\" ] || [ \"$1\" != refs/heads/main ]\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        host.world.pulls.computeIfAbsent(repo.id, none -> new java.util.concurrent.CopyOnWriteArrayList<>());
    }

    private static String pullRequestOf(Reply saved) {
        return saved.is(200).json().get("pullRequestUrl").asString();
    }

    private void close(String url, boolean merged) {
        HostWorld.Pull pull = host.world.pulls.get(repo.id).stream()
                .filter(one -> url.endsWith("/" + one.number))
                .findFirst()
                .orElseThrow();
        pull.state = "closed";
        pull.merged = merged;
    }

    private void tellOfClosed(String url, boolean merged) {
        int number = Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
        ObjectNode closed = Json.object().put("action", "closed").put("number", number);
        closed.putObject("repository").put("id", repo.id).put("full_name", repo.fullName);
        ObjectNode request =
                closed.putObject("pull_request").put("number", number).put("merged", merged);
        request.putObject("head").put("ref", "cms");
        request.putObject("base").put("ref", "main");
        tell("pull_request", closed);
    }

    @Test
    void aProtectedDefaultBranchIsReachedByAPullRequest() throws IOException {
        repo.isProtected = true;
        repo.mergeStatus = 405;
        onlyPeopleMoveMain();
        String main = tip("main");
        JsonNode saved = save("by request").is(200).json();
        assertThat(saved.get("merged").asBoolean()).as("landed on cms").isTrue();
        assertThat(saved.get("pullRequestUrl").asString()).contains("/pull/");
        assertThat(tip("main")).isEqualTo(main);
        assertThat(git.read(repo.fullName, "cms", ".cms/content/site/home/en.json"))
                .contains("by request");
        assertThat(snapshot()).contains("by request");
    }
}
