package cms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RawConnection;
import cms.testing.Reply;
import cms.testing.TestApp;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is only for this machine is decided by settings; a header can only take more away. Behind a proxy that added no
 * header anybody could read sign-in links and take over any account.
 */
class LocalSurfacesTest {
    private static final List<String> LOCAL = List.of("/outbox", "/identity/authorize", "/metrics");

    /** A route, the studio, a page of nobody, a delivered file, Git, and refusals of the server itself. */
    private static final List<String> OF_EVERY_WRITER = List.of(
            "/api/health",
            "/",
            "/api/nothing",
            "/api/cdn/v1/nobody/_config.json",
            "/git/nobody.git/info/refs?service=git-upload-pack",
            "/api/a/../b",
            "/api//health");

    @ParameterizedTest
    @CsvSource({"CMS_PUBLIC_URL, https://cms.example.com", "CMS_TRUSTED_PROXIES, 127.0.0.1/32"})
    void doNotExistWhereOthersReachTheService(String setting, String value) {
        try (TestApp app = TestApp.start(Map.of(setting, value, "CMS_LOCAL_IDENTITY", "true"))) {
            Http nobody = new Http(app.listening());
            for (String path : LOCAL) {
                assertThat(nobody.get(path).status()).as(path).isEqualTo(404);
            }
            Reply refused = nobody.with("Origin", app.url().toString())
                    .post("/api/auth/magic-link", Map.of("email", "ada@example.com"))
                    .is(503);
            assertThat(refused.json().get("code").asString()).isEqualTo("mail.off");
            Reply ready = nobody.get("/api/health/ready").is(200);
            assertThat(ready.json().at("/parts/mail").asString()).isEqualTo("off");
            assertThat(nobody.get("/").is(200).text()).contains("\"localIdentity\":false", "\"providers\":[]");
            assertThat(nobody.get("/auth/login").is(200).text()).doesNotContain("data-provider=\"");
        }
    }

    /** RFC 6265bis, 4.1.3.2: no other host, and no page without TLS, can set a cookie of such a name. */
    @Test
    void overTlsBrowsersAreToldToStayThereAndCookiesAreOfThisHostAlone() {
        Map<String, String> settings =
                Map.of("CMS_PUBLIC_URL", "https://cms.example.com", "CMS_LOCAL_IDENTITY", "true");
        try (TestApp app = TestApp.start(settings)) {
            Http nobody = new Http(app.listening());
            for (String path : OF_EVERY_WRITER) {
                try (RawConnection raw = new RawConnection(app.listening().getPort())) {
                    raw.send("GET " + path + " HTTP/1.1\r\nHost: cms.example.com\r\n\r\n");
                    assertThat(raw.readHead().header("Strict-Transport-Security"))
                            .as(path)
                            .isEqualTo("max-age=31536000");
                }
            }
            Reply ended = nobody.with("Cookie", "__Host-cms_session=ended")
                    .get("/api/auth/me")
                    .is(401);
            assertThat(ended.header("Set-Cookie"))
                    .startsWith("__Host-cms_session=;")
                    .contains("; Path=/;", "; HttpOnly", "; Secure")
                    .doesNotContain("Domain");
            Reply ofAnotherHost = nobody.with("Cookie", "cms_session=ended")
                    .get("/api/auth/me")
                    .is(401);
            assertThat(ofAnotherHost.header("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void openWithTheTokenOfTheirSettingAlone() {
        Map<String, String> settings = Map.of(
                "CMS_PUBLIC_URL", "https://cms.example.com",
                "CMS_LOCAL_IDENTITY", "true",
                "CMS_METRICS_TOKEN", "0123456789abcdef0123456789abcdef");
        try (TestApp app = TestApp.start(settings)) {
            Http nobody = new Http(app.listening());
            nobody.get("/metrics").is(404);
            nobody.bearer("0123456789abcdef0123456789abcdef").get("/metrics").is(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "X-Real-IP, 203.0.113.7",
        "True-Client-IP, 203.0.113.7",
        "CF-Connecting-IP, 203.0.113.7",
        "CF-Ray, 1",
        "Tailscale-User-Login, ada@example.com",
        "X-Envoy-External-Address, 203.0.113.7",
        "X-Forwarded-Host, cms.example.com",
        "Forwarded, for=203.0.113.7",
        "Via, 1.1 proxy"
    })
    void areHiddenFromWhateverAProxySends(String name, String value) {
        try (TestApp app = TestApp.start()) {
            new Http(app.url()).get("/outbox").is(200);
            for (String path : LOCAL) {
                assertThat(new Http(app.url()).with(name, value).get(path).status())
                        .as(path)
                        .isEqualTo(404);
            }
        }
    }

    /** {@code proxy_pass http://localhost:4000;} alone: nginx sends no header that tells of it. */
    @Test
    void areHiddenFromAProxyThatSaysNothingButSpeaksTheOldProtocol() throws Exception {
        try (TestApp app = TestApp.start()) {
            for (String path : LOCAL) {
                assertThat(statusLine(app.url(), path, "HTTP/1.1")).as(path).doesNotContain(" 404");
                assertThat(statusLine(app.url(), path, "HTTP/1.0")).as(path).contains(" 404");
            }
        }
    }

    private static String statusLine(URI url, String path, String protocol) throws IOException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            String head = "GET " + path + " " + protocol + "\r\nHost: localhost:" + url.getPort()
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The file of the database, a backup, or a look at the rows must sign nobody in. */
    @Test
    void whatMailSaysIsSealedInTheRows() throws Exception {
        try (TestApp app = TestApp.start()) {
            Person.signIn(app.url(), "ada@example.com");
            Http nobody = new Http(app.url());
            nobody.post("/api/auth/magic-link", Map.of("email", "ada@example.com"))
                    .is(200);
            eventually(
                    "the mail",
                    () -> nobody.with("Accept", "application/json")
                            .get("/outbox")
                            .text()
                            .contains("magic"));
            try (Connection rows = app.rows();
                    Statement statement = rows.createStatement();
                    ResultSet mails = statement.executeQuery("SELECT body_text, body_html FROM outbox_messages")) {
                assertThat(mails.next()).isTrue();
                assertThat(mails.getString(1) + mails.getString(2)).doesNotContain("magic", "token", "http");
            }
        }
    }
}
