package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A repository comes in from an address that anybody may read: what {@code git upload-pack} says, over HTTP. */
class ImportedRepositoriesTest {
    @TempDir
    static Path folder;

    private static HttpServer elsewhere;
    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() throws IOException {
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        elsewhere.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        elsewhere.createContext("/", ImportedRepositoriesTest::answer);
        elsewhere.start();
        app = TestApp.start(Map.of(
                "CMS_ALLOW_PRIVATE_ADDRESSES",
                "127.0.0.1:" + elsewhere.getAddress().getPort()));
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
        elsewhere.stop(0);
    }

    @Test
    void itsBranchesAreCopiedAndItsHeadIsTheDefaultBranch() throws IOException {
        GitClient site = site("site.git", "trunk");
        String tip = site.write("README.md", "# Theirs").commit("begin");
        site.git("branch", "other");
        site.git("branch", "cms/odd");

        Reply made = copy("copied", url("/site.git/")).is(200);

        assertThat(made.json().get("fullName").asString()).isEqualTo("ada/copied");
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/copied");
        assertThat(clone.git("rev-parse", "HEAD")).isEqualTo(tip);
        assertThat(clone.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("trunk");
        assertThat(clone.git("branch", "--remotes", "--format=%(refname:short)").lines())
                .contains("origin/other", "origin/trunk")
                .doesNotContain("origin/cms/odd");
        assertThat(clone.git("fsck", "--full")).doesNotContain("missing");
    }

    @Test
    void whatIsNoRepositoryLeavesNothingBehind() throws IOException {
        assertThat(copy("none", url("/none.git")).is(400).text()).contains("anybody may read");
        site("empty.git", "main");
        assertThat(copy("empty", url("/empty.git")).is(422).text()).contains("no branch yet");
        copy("odd", url("/nonsense.git")).is(502);
        site("half.git", "main").write("README.md", "# Half").commit("begin");
        copy("half", url("/half.git")).is(502);
        GitClient windows = site("windows.git", "main");
        windows.write("aux.txt", "a name that Windows has for itself").commit("begin");
        assertThat(copy("windows", url("/windows.git")).is(422).text()).contains("AUX");
        for (String name : List.of("none", "empty", "odd", "half", "windows")) {
            assertThat(app.data().resolve("repositories/ada/" + name + ".git")).doesNotExist();
        }
    }

    @Test
    void nobodyFollowsWhereAHostSendsOn() {
        Reply refused = copy("moved", url("/moved.git")).is(400);
        assertThat(refused.text()).contains("sends on to another address");
        assertThat(app.data().resolve("repositories/ada/moved.git")).doesNotExist();
    }

    @Test
    void aNameWhoseRepositoryWasNeverFinishedIsFree() throws Exception {
        GitClient full = site("full.git", "main");
        full.write("README.md", "# Full").commit("begin");
        full.git("push", "--dry-run", world.ada().gitUrl("ada/unfinished"), "main");
        forgetCard("ada/unfinished");
        copy("unfinished", url("/full.git")).is(200);
        assertThat(copy("unfinished", url("/full.git")).is(422).text()).contains("already has");
    }

    /** Shown to fail where nobody looks at the folder: its name was taken, and it was in no list. */
    @Test
    void aRepositoryThatAKillKeptFromItsCardIsListedAtTheNextLook() throws Exception {
        site("filled.git", "main").write("README.md", "# Filled").commit("begin");
        copy("filled", url("/filled.git")).is(200);
        copy("asked", url("/filled.git")).is(200);
        forgetCard("ada/filled");
        forgetCard("ada/asked");

        assertThat(copy("asked", url("/filled.git")).is(422).text()).contains("already has");
        JsonNode listed = world.ada()
                .http()
                .get("/api/git_host/repos?workspaceId=" + world.workspaceId())
                .is(200)
                .json();
        assertThat(listed.valueStream()
                        .filter(one -> one.get("private").asBoolean())
                        .map(one -> one.get("fullName").asString()))
                .contains("ada/filled", "ada/asked");
    }

    /** As after a kill. */
    private static void forgetCard(String fullName) throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            assertThat(statement.executeUpdate("DELETE FROM git_repositories WHERE full_name = '" + fullName + "'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void onlyAddressesThatMayBeAskedAreAsked() {
        for (String inner : List.of("http://127.0.0.1:1/x.git", "http://169.254.169.254/x.git", "http://[::1]/x.git")) {
            assertThat(copy("inner", inner).status()).as(inner).isEqualTo(400);
        }
        for (String odd : List.of(
                "file:///etc/passwd",
                "git://example.com/x",
                "ssh://example.com/x",
                "https://a:b@example.com/x",
                "",
                "x",
                "https://example.com/x?y",
                "https://example.com/x#y")) {
            assertThat(copy("odd-one", odd).status()).as(odd).isEqualTo(400);
        }
        world.ada()
                .http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("name", "both", "templateRepo", "starters/blog", "importUrl", url("/site.git")))
                .is(400);
    }

    @Test
    void aWrongTemplateIsAnsweredWithThoseThatThereAre() {
        Reply wrong = world.ada()
                .http()
                .post("/api/git_host/create-from-template", Map.of("name", "x", "templateRepo", "starters/shop"))
                .is(404);
        assertThat(wrong.json().at("/data/templates").valueStream().map(one -> one.asString()))
                .containsExactly("starters/blank", "starters/blog");
    }

    private static Reply copy(String name, String url) {
        return world.ada().http().post("/api/git_host/create-from-template", Map.of("name", name, "importUrl", url));
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + elsewhere.getAddress().getPort() + path;
    }

    private static GitClient site(String name, String branch) throws IOException {
        GitClient site = GitClient.at(Files.createDirectories(folder.resolve(name)));
        site.git("init", "--quiet", "--initial-branch=" + branch);
        return site;
    }

    /** {@code <folder>/<name>/.git} as {@code git} itself serves it. */
    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String name = exchange.getRequestURI().getPath().split("/")[1];
            byte[] asked = exchange.getRequestBody().readAllBytes();
            if (name.equals("moved.git")) {
                exchange.getResponseHeaders().set("Location", url("/site.git/git-upload-pack"));
                exchange.sendResponseHeaders(301, -1);
                return;
            }
            if (name.equals("nonsense.git")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("hello".getBytes(StandardCharsets.UTF_8));
                return;
            }
            Path files = folder.resolve(name);
            if (!Files.isDirectory(files) || !exchange.getRequestURI().getPath().endsWith("/git-upload-pack")) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            byte[] said = uploadPack(files, asked);
            exchange.getResponseHeaders().set("Content-Type", "application/x-git-upload-pack-result");
            boolean isPack = new String(asked, StandardCharsets.UTF_8).contains("command=fetch");
            boolean cut = name.equals("half.git") && isPack;
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(said, 0, cut ? said.length / 2 : said.length);
        }
    }

    private static byte[] uploadPack(Path files, byte[] asked) {
        ProcessBuilder command = new ProcessBuilder("git", "upload-pack", "--stateless-rpc", files.toString());
        command.environment().put("GIT_PROTOCOL", "version=2");
        try {
            Process process = command.start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(asked);
            }
            return process.getInputStream().readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
