package cms.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cms.git.protocol.Capacity;
import cms.platform.failure.Failure;
import cms.platform.limits.RateDecision;
import cms.platform.limits.RateLimiter;
import cms.platform.limits.SlidingWindows;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code git} client against the servlet. */
final class GitHttpTest {
    @TempDir
    Path root;

    private final List<String> notices = new CopyOnWriteArrayList<>();
    private Repositories repositories;
    private Repository repository;
    private RateLimiter limiter = new SlidingWindows(InstantSource.system());
    private Server server;
    private int port;

    /** ada pushes, cms never goes backwards; dee only reads; nobody sees nothing. */
    private final class Rules implements GitHttpRules<String> {
        @Override
        public Optional<String> caller(String name, String password) {
            if (name.equals("later")) {
                throw Failure.unavailable("The database does not answer; try again.");
            }
            return password.equals("token") ? Optional.of(name) : Optional.empty();
        }

        @Override
        public String nameOf(String caller) {
            return caller;
        }

        @Override
        public boolean mayRead(String caller, Repository asked) {
            return !caller.equals("nobody");
        }

        @Override
        public boolean mayWrite(String caller, Repository asked) {
            return caller.equals("ada");
        }

        @Override
        public Optional<String> refusal(String caller, Repository asked, Writing writing, RefChange change) {
            boolean backwards = change.branch().equals("cms")
                    && change.before() != null
                    && (change.after() == null || !writing.isAncestor(change.before(), change.after()));
            return backwards ? Optional.of("cms only goes forward; merge instead of forcing") : Optional.empty();
        }

        @Override
        public void received(String caller, Repository asked, List<RefChange> changes) {
            changes.stream().filter(RefChange::isBranch).forEach(change -> {
                assertThat(asked.tip(change.branch())).isEqualTo(Optional.ofNullable(change.after()));
                notices.add(caller + " " + change.branch());
            });
        }
    }

    @BeforeEach
    void start() throws Exception {
        repositories = Repositories.open(root.resolve("repositories"));
        repository = Sites.create(repositories, "readme.md", "hello\n");
        serve(new GitHttp.PushLimits(5 << 20, 3 << 20, 1 << 20, 20, 100, Capacity.SizeLimits.standard()));
    }

    private void serve(GitHttp.PushLimits limits) throws Exception {
        server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(new GitHttp<>(repositories, new Rules(), limits, limiter)), "/git/*");
        server.setHandler(context);
        server.start();
        port = connector.getLocalPort();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        repositories.close();
        RealGit.assertSound(Sites.folder(root.resolve("repositories")));
    }

    private String url(String name) {
        return "http://" + name + ":token@127.0.0.1:" + port + "/git/ada/site.git";
    }

    private Path cloned(String name, String... options) {
        Path folder = root.resolve("clone-" + name + "-" + System.nanoTime());
        String[] command = new String[options.length + 3];
        command[0] = "clone";
        System.arraycopy(options, 0, command, 1, options.length);
        command[options.length + 1] = url(name);
        command[options.length + 2] = folder.toString();
        RealGit.run(root, command);
        return folder;
    }

    private static void commit(Path clone, String path, String text) {
        try {
            Files.writeString(clone.resolve(path), text);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        RealGit.run(clone, "add", ".");
        RealGit.run(clone, "commit", "-m", "change " + path);
    }

    /** Shown to fail before: it was 500, "Something went wrong on our side.", with a trace in the log. */
    @Test
    void whoCannotBeLookedUpNowIsToldToComeBack() throws Exception {
        URI refs = URI.create("http://127.0.0.1:" + port + "/git/ada/site.git/info/refs?service=git-upload-pack");
        String basic = Base64.getEncoder().encodeToString("later:token".getBytes(UTF_8));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(refs)
                            .header("Authorization", "Basic " + basic)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            assertThat(answer.body()).isEqualTo("The database does not answer; try again.\n");
        }
    }

    @Test
    void everyProtocolVersionClones() throws IOException {
        for (String version : List.of("0", "1", "2")) {
            Path clone = root.resolve("v" + version);
            RealGit.run(root, "-c", "protocol.version=" + version, "clone", url("dee"), clone.toString());
            assertThat(Files.readString(clone.resolve("readme.md"))).isEqualTo("hello\n");
        }
        Path partial = cloned("dee", "--filter=blob:none", "--no-checkout");
        assertThat(RealGit.run(partial, "rev-list", "--objects", "--missing=print", "HEAD"))
                .contains("?");
        assertThat(RealGit.run(cloned("dee", "--depth=1"), "rev-list", "--count", "HEAD"))
                .isEqualTo("1");
    }

    @Test
    void aPushMovesTheBranchAndIsNoticedBeforeItsAnswer() {
        Path clone = cloned("ada");
        commit(clone, "new.txt", "x\n");

        RealGit.run(clone, "push", "origin", "HEAD:main", "HEAD:feature/x");

        assertThat(notices).containsExactlyInAnyOrder("ada main", "ada feature/x");
        assertThat(repository.tip("main").orElseThrow().sha()).isEqualTo(RealGit.run(clone, "rev-parse", "HEAD"));
        assertThat(Sites.text(repository.tree(repository.tip("feature/x").orElseThrow()), "new.txt"))
                .isEqualTo("x\n");
        RealGit.run(clone, "push", "origin", ":feature/x");
        assertThat(repository.tip("feature/x")).isEmpty();
    }

    @Test
    void aForcedPushIsRefusedByTheRuleWithItsSentence() {
        CommitId before = Sites.save(repository, "cms", "mine.txt", "x\n");
        Path clone = cloned("ada");
        commit(clone, "other.txt", "x\n");

        RealGit.Answer answer = RealGit.attempt(clone, "push", "--force", "origin", "HEAD:cms", "HEAD:other");

        assertThat(answer.code()).isNotZero();
        assertThat(answer.output()).contains("cms only goes forward");
        assertThat(repository.tip("cms")).contains(before);
        assertThat(repository.tip("other")).isPresent();
        assertThat(notices).containsExactly("ada other");
    }

    @Test
    void anAtomicPushMovesAllOrNothing() {
        Sites.save(repository, "cms", "mine.txt", "x\n");
        Path clone = cloned("ada");
        commit(clone, "other.txt", "x\n");

        assertThat(RealGit.attempt(clone, "push", "--atomic", "--force", "origin", "HEAD:other", "HEAD:cms")
                        .code())
                .isNotZero();

        assertThat(repository.tip("other")).isEmpty();
        assertThat(notices).isEmpty();
    }

    @Test
    void readersAndStrangersAreKeptOut() throws Exception {
        Path clone = cloned("dee");
        commit(clone, "new.txt", "x\n");
        assertThat(RealGit.attempt(clone, "push", "origin", "HEAD:main").output())
                .contains("403");
        assertThat(RealGit.attempt(root, "clone", url("nobody"), "x").output()).contains("not found");
        assertThat(RealGit.attempt(root, "ls-remote", url("dee").replace("site", "missing"))
                        .output())
                .contains("not found");
        assertThat(RealGit.attempt(root, "ls-remote", url("dee").replace("ada/site", "ada/..%2f.."))
                        .code())
                .isNotZero();
        assertThat(repository.tip("main")).isEqualTo(repository.tip("cms"));

        HttpResponse<String> challenge = get("/git/ada/site.git/info/refs?service=git-upload-pack");
        assertThat(challenge.statusCode()).isEqualTo(401);
        assertThat(challenge.headers().firstValue("WWW-Authenticate").orElse(""))
                .startsWith("Basic realm=");
        assertThat(get("/git/ada/site.git/HEAD").statusCode()).isEqualTo(404);
        assertThat(get("/git/ada/site.git/objects/info/packs").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Shown to fail without the handler of the protocol's errors: several of these were 500. */
    @Test
    void whatIsNoGitIsTheClientsMistake() throws Exception {
        for (String place : List.of("git-upload-pack", "git-receive-pack")) {
            for (String version : List.of("version=0", "version=2")) {
                for (String body : List.of(
                        "garbage",
                        "zzzz",
                        "ffff",
                        "0003",
                        "0014command=ls-refs\n0001ffff0000",
                        "0012command=zzz\n0000",
                        "0032want " + "0".repeat(40) + "\n00000009done\n",
                        "0032want " + "z".repeat(40) + "\n00000009done\n",
                        "0005x")) {
                    assertThat(post(place, body, "Git-Protocol", version).statusCode())
                            .as("%s %s %s", place, version, body)
                            .isLessThan(500);
                }
            }
            assertThat(post(place, "not packed", "Content-Encoding", "gzip").statusCode())
                    .isEqualTo(400);
            assertThat(post(place, "garbage", "Git-Protocol", "version=0").statusCode())
                    .isEqualTo(400);
            assertThat(post(place, "packed otherwise", "Content-Encoding", "br").statusCode())
                    .isEqualTo(415);
            for (String coding : List.of("identity", "Identity", "GZIP")) {
                assertThat(post(place, "garbage", "Content-Encoding", coding).statusCode())
                        .as(coding)
                        .isEqualTo(400);
            }
        }
    }

    /** Before, every id that was none was the client's mistake. */
    @Test
    void aStoredCommitThatIsDamagedIsOursToMend() throws Exception {
        Path folder = Sites.folder(root.resolve("repositories"));
        String damaged = RealGit.attemptWith(
                        folder,
                        "tree " + "z".repeat(40) + "\n\ndamaged\n",
                        "hash-object",
                        "-t",
                        "commit",
                        "-w",
                        "--literally",
                        "--stdin")
                .output()
                .strip();
        assertThat(post("git-upload-pack", "0032want " + damaged + "\n00000009done\n", "Git-Protocol", "version=0")
                        .statusCode())
                .isEqualTo(500);
        Files.delete(folder.resolve("objects").resolve(damaged.substring(0, 2)).resolve(damaged.substring(2)));
    }

    @Test
    void anotherMethodIs405AndNamesTheRightOnes() throws Exception {
        for (String method : List.of("PUT", "DELETE", "PATCH", "PROPFIND", "POST")) {
            HttpResponse<String> answer = send(method, "info/refs?service=git-upload-pack", "");
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
        }
        for (String method : List.of("GET", "HEAD", "PUT", "PROPFIND")) {
            HttpResponse<String> answer = send(method, "git-upload-pack", "");
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).hasValue("OPTIONS, POST");
        }
        assertThat(send("OPTIONS", "git-receive-pack", "").statusCode()).isEqualTo(204);
    }

    private HttpResponse<String> post(String place, String body, String... headers) throws Exception {
        String[] all = {"Content-Type", "application/x-" + place + "-request", headers[0], headers[1]};
        return send("POST", place, body, all);
    }

    private HttpResponse<String> send(String method, String place, String body, String... headers) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + "/git/ada/site.git/" + place))
                    .header("Authorization", "Basic " + Base64.getEncoder().encodeToString("ada:token".getBytes(UTF_8)))
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
            if (headers.length > 0) {
                request.headers(headers);
            }
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void whoAsksTooOftenIsToldWhenToComeBack() throws Exception {
        limiter = (limit, subject, events) -> new RateDecision(false, 0, Duration.ofMillis(1_500), Duration.ZERO);
        server.stop();
        serve(GitHttp.PushLimits.standard());

        HttpResponse<String> refused = send("GET", "info/refs?service=git-receive-pack", "");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(refused.body()).contains("wait");
    }

    @Test
    void namesThatClashOrAreNoBranchesAreRefused() {
        Path clone = cloned("ada");
        assertThat(RealGit.attempt(clone, "push", "origin", "HEAD:refs/heads/cms/x")
                        .output())
                .contains("cannot exist beside");
        assertThat(RealGit.attempt(clone, "push", "origin", "HEAD:refs/notes/x").output())
                .contains("Only branches and tags");
        assertThat(RealGit.attempt(clone, "push", "origin", ":main").output()).contains("cannot be deleted");
        RealGit.run(clone, "tag", "-a", "-m", "first", "v1");
        RealGit.run(clone, "push", "origin", "v1");
        assertThat(RealGit.run(root, "ls-remote", url("dee"), "refs/tags/v1^{}"))
                .startsWith(repository.tip("main").orElseThrow().sha());
    }

    /** Most of it comes after it was refused: the sentence arrives where that is read, and a reset where it is not. */
    @Tag("large")
    @Test
    void aPackAboveTheLimitIsRefused() {
        Path clone = cloned("ada");
        byte[] noise = new byte[2 << 20];
        for (int file = 0; file < 12; file++) {
            new Random(file).nextBytes(noise);
            try {
                Files.write(clone.resolve("noise" + file), noise);
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }
        commit(clone, "new.txt", "x\n");

        RealGit.Answer push = RealGit.attempt(clone, "push", "origin", "HEAD:main");
        assertThat(push.code()).isNotZero();
        assertThat(push.output()).contains("exceeds the limit");
        assertThat(repository.tip("main")).isEqualTo(repository.tip("cms"));
    }

    /** A tree with a {@code .git} folder is what {@code fsck} and every client must never see. */
    @Test
    void aPoisonedObjectIsRefused() throws IOException {
        Path clone = cloned("ada");
        String blob = RealGit.attemptWith(clone, "x\n", "hash-object", "-w", "--stdin")
                .output()
                .strip();
        String inner = RealGit.attemptWith(clone, "100644 blob " + blob + "\tconfig\n", "mktree")
                .output()
                .strip();
        String tree = RealGit.attemptWith(clone, "040000 tree " + inner + "\t.git\n", "mktree")
                .output()
                .strip();
        String poisoned = RealGit.run(clone, "commit-tree", "-m", "poison", "-p", "HEAD", tree);

        assertThat(RealGit.attempt(clone, "push", "origin", poisoned + ":refs/heads/main")
                        .code())
                .isNotZero();
        assertThat(repository.tip("main")).isEqualTo(repository.tip("cms"));
    }

    @Test
    void pushesAndSavesAtTheSameTimeLoseNothing() throws Exception {
        int rounds = 10;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> saving = threads.submit(() -> {
                for (int i = 0; i < rounds * 5; i++) {
                    Sites.save(repository, "cms", "saved/" + i + ".txt", "x\n");
                }
            });
            Future<?> pushing = threads.submit(() -> {
                Path clone = cloned("ada");
                for (int i = 0; i < rounds; i++) {
                    commit(clone, "pushed" + i + ".txt", "x\n");
                    RealGit.run(clone, "push", "origin", "HEAD:main");
                }
            });
            saving.get();
            pushing.get();
        }
        assertThat(repository.tree(repository.tip("cms").orElseThrow()).entries("saved"))
                .hasSize(rounds * 5);
        assertThat(repository.tree(repository.tip("main").orElseThrow()).entries(""))
                .hasSize(rounds + 1);
        assertThat(notices).hasSize(rounds);
        assertThat(Sites.folder(root.resolve("repositories")).resolve("objects/pack"))
                .as("what a collection by JGit beside the writer leaves behind")
                .isDirectoryNotContaining("glob:**.bitmap");
    }
}
