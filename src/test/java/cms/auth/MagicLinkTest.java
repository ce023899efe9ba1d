package cms.auth;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.HeardLines;
import cms.testing.Http;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("scenario")
class MagicLinkTest {
    private static final Pattern LINK = Pattern.compile("http\\S+");

    @Test
    void aManagedLinkSignsInOnce() {
        try (TestApp app = TestApp.start()) {
            JsonNode ada = new Browser(app).signIn("web_identity", "ada@example.com");
            Seen sent = new Browser(app)
                    .post("/api/auth/magic-link", Map.of("email", "ADA@example.com", "redirectTo", "/w/team?a=b"));
            assertThat(sent.text()).isEqualTo("{\"sent\":true}");
            String link = link(app);
            assertThat(link).startsWith(app.url() + "/api/auth/magic/verify?token=");
            assertThat(new Browser(app).send("HEAD", link, null).setCookie())
                    .isEmpty(); // A gateway of mail looks at it.
            Browser browser = new Browser(app);
            Seen entered = browser.get(link);
            assertThat(entered.status()).isEqualTo(302);
            assertThat(entered.location()).isEqualTo("/w/team?a=b");
            assertThat(browser.get("/api/auth/me").json().at("/user/id")).isEqualTo(ada.get("id"));
            Seen again = new Browser(app).get(link);
            assertThat(again.location()).isEqualTo("/auth/login?error=magic-link");
            assertThat(again.setCookie()).isEmpty();
        }
    }

    @Test
    void aLinkLastsAnHourAndLeadsNowhereElse() {
        try (TestApp app = TestApp.start()) {
            new Browser(app).signIn("web_identity", "ada@example.com");
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "ada@example.com"));
            String link = link(app);
            assertThat(new Browser(app)
                            .get(link.replaceAll("redirect=.*", "redirect=%2F%2Fevil.example"))
                            .status())
                    .isEqualTo(400);
            assertThat(new Browser(app).get(link + "&token=x").location()).isEqualTo("/auth/login?error=magic-link");
            app.clock().advance(Duration.ofHours(1));
            assertThat(new Browser(app).get(link).location()).isEqualTo("/auth/login?error=magic-link");
            assertThat(new Browser(app).get("/api/auth/magic/verify").location())
                    .isEqualTo("/auth/login?error=magic-link");
        }
    }

    @Test
    void anUnknownAddressLooksTheSameAndGetsNoMail() {
        try (TestApp app = TestApp.start()) {
            Seen sent = new Browser(app).post("/api/auth/magic-link", Map.of("email", "nobody@example.com"));
            assertThat(sent.status()).isEqualTo(200);
            assertThat(sent.text()).isEqualTo("{\"sent\":true}");
            assertThat(outbox(app)).isEmpty();
            for (String body : new String[] {
                "{}", "{\"email\":\"x\"}", "{\"email\":7}", "{\"email\":\"a@b.c\",\"redirectTo\":\"//x\"}"
            }) {
                assertThat(new Browser(app)
                                .send("POST", "/api/auth/magic-link", body)
                                .status())
                        .isEqualTo(400);
            }
            assertThat(new Browser(app)
                            .post("/api/auth/magic-link", Map.of("email", "a@b.c"))
                            .status())
                    .isEqualTo(429);
        }
    }

    /**
     * Shown to fail without the count by mailbox, five a minute from each address of a network, and with one in memory.
     */
    @Test
    void aMailboxGetsTenLinksAnHourHoweverManyAddressesAskForThemAndWhateverRestarts() {
        try (TestApp app = TestApp.start()) {
            new Browser(app).signIn("web_identity", "ada@example.com");
            for (int minute = 0; minute < 15; minute++) {
                assertThat(new Browser(app)
                                .post(
                                        "/api/auth/magic-link",
                                        Map.of("email", minute % 2 == 0 ? "ada@example.com" : "ADA@example.com"))
                                .text())
                        .isEqualTo("{\"sent\":true}");
                app.clock().advance(Duration.ofMinutes(1));
            }
            eventually("ten links", () -> outbox(app).size() == 10);
            app.restart();
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "ada@example.com"));
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "ada@example.com"));
            assertThat(outbox(app)).as("after a restart").hasSize(10);
            app.clock().advance(Duration.ofHours(1));
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "ada@example.com"));
            // An earlier request goes on after its answer, and may have its turn only now.
            eventually("a link again", () -> outbox(app).size() > 10);
        }
    }

    /** Shown to fail with a count in memory alone, and where a refused network uses up the places of the mailbox. */
    @Test
    void aNetworkCausesFiveLinksAMinuteWhateverRestarts() {
        try (TestApp app = TestApp.start()) {
            for (int person = 0; person < 7; person++) {
                new Browser(app).signIn("web_identity", "p" + person + "@example.com");
                app.clock().advance(Duration.ofMinutes(1));
            }
            for (int person = 0; person < 5; person++) {
                new Browser(app).post("/api/auth/magic-link", Map.of("email", "p" + person + "@example.com"));
            }
            eventually("five links", () -> outbox(app).size() == 5);
            for (int start = 0; start < 2; start++) {
                app.restart();
                try (HeardLines lines = HeardLines.of("cms.auth")) {
                    for (int request = 0; request < 5; request++) {
                        new Browser(app).post("/api/auth/magic-link", Map.of("email", "p5@example.com"));
                    }
                    eventually( // an answer says nothing of that
                            "all are refused",
                            () -> lines.beginningWith("a sign-in link was not mailed, its network")
                                            .size()
                                    == 5);
                }
            }
            app.clock().advance(Duration.ofMinutes(1));
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "p6@example.com"));
            eventually("a link again", () -> outbox(app).toString().contains("p6@example.com"));
            assertThat(outbox(app).toString()).doesNotContain("p5@example.com");
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "p5@example.com"));
            eventually(
                    "places of the mailbox were kept",
                    () -> outbox(app).toString().contains("p5@example.com"));
        }
    }

    @Test
    void aSelfHostedLinkCarriesACodeThatNeedsNoState() {
        try (TestApp app = TestApp.start(Map.of("CMS_DEPLOYMENT", "self-hosted"))) {
            JsonNode ada = new Browser(app).signIn("git_host", "ada@example.com");
            new Browser(app).post("/api/auth/magic-link", Map.of("email", "ada@example.com"));
            String link = link(app);
            assertThat(link).startsWith(app.url() + "/auth/callback?code=");
            Map<String, String> code = Browser.query(link);
            Browser browser = new Browser(app);
            assertThat(browser.post("/api/auth/verify", code).json().at("/user/id"))
                    .isEqualTo(ada.get("id"));
            assertThat(browser.get("/api/auth/me").status()).isEqualTo(200);
            assertThat(new Browser(app).post("/api/auth/verify", code).status()).isEqualTo(403);
            assertThat(new Browser(app)
                            .get("/api/auth/magic/verify?token=" + code.get("code"))
                            .status())
                    .isEqualTo(404);
            assertThat(new Browser(app).get("/api/auth/oauth/git_host").status())
                    .isEqualTo(404);
            String provider =
                    new Browser(app).toCallback("git_host", "ada@example.com").get("code");
            assertThat(new Browser(app)
                            .post("/api/auth/verify", Map.of("code", provider))
                            .status())
                    .isEqualTo(403);
        }
    }

    private static JsonNode outbox(TestApp app) {
        return new Http(app.url())
                .with("Accept", "application/json")
                .get("/outbox")
                .json()
                .get("messages");
    }

    /** A mail server may be slow, so nobody waits for it for long. */
    private static String link(TestApp app) {
        eventually("the mail is there", () -> !outbox(app).isEmpty());
        Matcher link = LINK.matcher(outbox(app).get(0).get("text").asString());
        assertThat(link.find()).isTrue();
        return link.group();
    }
}
