package cms.upkeep;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./cms login <url>} with a browser of the test's and the real {@code git}. */
class LoginTest {
    @TempDir
    Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void afterASignInGitClonesAndPushesWithoutAPassword() throws Exception {
        try (TestApp app = TestApp.start();
                ExecutorService terminal = Executors.newVirtualThreadPerTaskExecutor()) {
            World.blog(app);
            Future<Integer> command = terminal.submit(() -> login(app.url() + "/"));
            eventually("the address is shown", () -> said().contains("redirect_uri") || command.isDone());
            String address = said().lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("http"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(err));

            URI back = signIn(app, address);
            assertThat(plain(back.toString().replaceFirst("state=[^&]*", "state=forged")))
                    .isEqualTo(400);
            assertThat(command.isDone()).isFalse();
            assertThat(plain(back.toString())).isEqualTo(200);

            assertThat(command.get()).as("%s", err).isZero();
            assertThat(said()).contains("Signed in as ada@example.com", "git clone");
            assertThat(git("clone", "--quiet", app.url() + "/git/ada/blog.git", "blog"))
                    .isZero();
            assertThat(git(
                            "-C",
                            "blog",
                            "-c",
                            "user.name=ada",
                            "-c",
                            "user.email=ada@example.com",
                            "commit",
                            "-q",
                            "--allow-empty",
                            "-m",
                            "x"))
                    .isZero();
            assertThat(git("-C", "blog", "push", "--quiet", "origin", "HEAD:refs/heads/notes"))
                    .isZero();
        }
    }

    @Test
    void whatIsNoServiceIsSaidInASentence() {
        assertThat(login("not an address")).isEqualTo(2);
        assertThat(login("ftp://example.com")).isEqualTo(2);
        assertThat(login("http://127.0.0.1:1")).isNotZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("Exception", "\tat ");
        assertThat(new Login(request -> null, Map.of(), print(out), print(err)).run(List.of("login")))
                .isEqualTo(2);
    }

    private int login(String url) {
        try (OutgoingHttp net = new OutgoingHttp(new NetSettings(List.of(), null))) {
            return new Login(net.toSettings(), environment(), print(out), print(err)).run(List.of("login", url));
        }
    }

    private Map<String, String> environment() {
        return Map.of(
                "HOME",
                home.toString(),
                "GIT_CONFIG_GLOBAL",
                home.resolve("gitconfig").toString(),
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "GIT_TERMINAL_PROMPT",
                "0");
    }

    /** Follows the way of a browser to where it leaves the service. */
    private static URI signIn(TestApp app, String address) {
        Http browser = new Http(app.url());
        String at = address + "&login_hint=ada@example.com&name=ada";
        while (!at.startsWith("http://127.0.0.1:98")) {
            at = app.url().resolve(browser.get(at).is(302).header("Location")).toString();
        }
        return URI.create(at);
    }

    private static int plain(String url) throws IOException {
        return ((java.net.HttpURLConnection) URI.create(url).toURL().openConnection()).getResponseCode();
    }

    private int git(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.endsWith("_proxy"));
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        Files.write(home.resolve("git.out"), process.getInputStream().readAllBytes());
        return process.waitFor();
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
