package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Places to which no sign-in may lead: asked for in each of the four ways, each is refused before anybody leaves. */
@Tag("scenario")
class RedirectNegativesTest {
    private static final List<String> CALLBACKS = List.of(
            "http://127.0.0.1:9875/callback",
            "http://127.0.0.1:9900/callback",
            "http://127.0.0.1/callback",
            "http://127.0.0.1:98760/callback",
            "http://127.0.0.1:09876/callback",
            "https://127.0.0.1:9876/callback",
            "http://127.0.0.1:9876/",
            "http://127.0.0.1:9876/callback/",
            "http://127.0.0.1:9876/callback?x=1",
            "http://127.0.0.1:9876/callback#x",
            "http://127.0.0.1:9876/Callback",
            "http://127.0.0.1:9876//callback",
            "http://127.0.0.1:9876/callback/../x",
            "http://127.0.0.1:9876@evil.example/callback",
            "http://127.0.0.1@evil.example:9876/callback",
            "http://evil@127.0.0.1:9876/callback",
            "http://localhost:9876/../callback",
            "http://localhost:09876/callback",
            "//127.0.0.1:9876/callback",
            "http://127.0.0.1.evil.example:9876/callback",
            "http://localhost.evil.example:9876/callback",
            "http://evil.example:9876/callback",
            "http://127.0.0.2:9876/callback",
            "http://[::1]:9876/callback",
            "http://2130706433:9876/callback",
            "http://127.1:9876/callback",
            "http://LOCALHOST:9876/callback",
            " http://127.0.0.1:9876/callback",
            "http://127.0.0.1:9876/callback\n",
            "javascript:alert(1)",
            "x");
    private static final List<String> PATHS = List.of(
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "http:evil.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "evil.example",
            "w",
            "/w#fragment",
            "/w\r\nSet-Cookie: x=1",
            "/w\tx",
            " /w",
            "/ w",
            "/%zz",
            "/" + "x".repeat(3_000));

    private static TestApp app;

    @BeforeAll
    static void start() {
        app = TestApp.start();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @TestFactory
    Stream<DynamicTest> aCommandLineIsSentNowhereElse() {
        return CALLBACKS.stream()
                .flatMap(callback -> Stream.of(
                        refused(
                                "login " + callback,
                                "POST",
                                "/api/auth/login?provider=git_host&redirect_uri=" + Browser.encode(callback),
                                null),
                        refused(
                                "oauth " + callback,
                                "GET",
                                "/api/auth/oauth/git_host?cli_redirect=" + Browser.encode(callback),
                                null)));
    }

    @TestFactory
    Stream<DynamicTest> aBrowserIsSentNowhereElse() {
        return PATHS.stream()
                .flatMap(path -> Stream.of(
                        refused(
                                "login " + path,
                                "POST",
                                "/api/auth/login",
                                cms.platform.json.Json.text(Map.of("provider", "git_host", "redirectTo", path))),
                        refused(
                                "oauth " + path,
                                "GET",
                                "/api/auth/oauth/git_host?redirect=" + Browser.encode(path),
                                null)));
    }

    private static DynamicTest refused(String name, String method, String path, String json) {
        return DynamicTest.dynamicTest(name, () -> {
            app.clock().advance(Duration.ofMinutes(2));
            Browser browser = new Browser(app);
            Seen answer = browser.send(method, path, json);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.setCookie()).isEmpty();
        });
    }
}
