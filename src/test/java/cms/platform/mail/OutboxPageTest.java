package cms.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("scenario")
class OutboxPageTest {
    private static TestApp app;

    @BeforeAll
    static void start() {
        app = TestApp.start();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aMailCannotBreakOutOfItsFrame() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        ada.http().patch("/api/profile", Map.of("displayName", "\"><script>alert(1)</script>"));
        String w = "/api/workspaces/" + ada.primaryWorkspace();
        ada.http()
                .post(w + "/members", Map.of("email", "bo@example.com", "role", "member"))
                .is(200);
        Reply page = new Http(app.url()).get("/outbox").is(200);
        assertThat(page.text())
                .contains("sandbox=\"allow-popups allow-popups-to-escape-sandbox\" srcdoc=\"")
                .doesNotContain("<script", "allow-scripts", "allow-same-origin");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "script-src");
        Reply json = new Http(app.url())
                .with("Accept", "application/json")
                .get("/outbox")
                .is(200);
        assertThat(json.json().at("/messages/0/html").asString())
                .contains("&lt;script&gt;")
                .doesNotContain("<script");
        assertThat(json.json().at("/messages/0/sentAt").asString()).isEqualTo("2026-11-02T08:00:00Z");
    }

    @Test
    void strangersFindNeitherOutboxNorIdentityPage() {
        for (String path : new String[] {"/outbox", "/identity/authorize"}) {
            Http http = new Http(app.url());
            http.with("X-Forwarded-For", "203.0.113.9").get(path).is(404);
            http.with("X-Forwarded-Proto", "https").get(path).is(404);
            http.with("Forwarded", "for=203.0.113.9").get(path).is(404);
            http.with("Via", "1.1 proxy").get(path).is(404);
        }
    }
}
