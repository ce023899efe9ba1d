package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sign-in through the OAuth app of a GitHub-shaped host. */
@Tag("scenario")
class GitHostOauthTest {
    private static final String START = "/api/auth/oauth/git_host";
    private static StandInGitHost host;
    private static TestApp app;

    @BeforeAll
    static void start() {
        host = new StandInGitHost();
        app = TestApp.start(Map.of(
                "CMS_GIT_HOST_WEB_URL",
                host.url(),
                "CMS_GIT_HOST_API_URL",
                host.url() + "/api/v3",
                "CMS_GIT_HOST_CLIENT_ID",
                StandInGitHost.CLIENT,
                "CMS_GIT_HOST_CLIENT_SECRET",
                StandInGitHost.SECRET));
    }

    @AfterAll
    static void stop() {
        app.close();
        host.close();
    }

    @BeforeEach
    void nextMinute() {
        app.clock().advance(Duration.ofMinutes(2));
        host.usual();
    }

    @Test
    void aPersonSignsInWithThePrimaryAddress() {
        JsonNode user = signedIn().get("/api/auth/me").json().get("user");
        assertThat(user.get("email").asString()).isEqualTo("ada@example.com");
        assertThat(user.get("provider").asString()).isEqualTo("git_host");
        assertThat(user.get("providerAccountId").asString()).isEqualTo("4711");
        assertThat(user.get("displayName").asString()).isEqualTo("Ada L.");
        assertThat(user.get("avatarUrl").asString()).isEqualTo("https://avatars.example/ada");
    }

    @Test
    void aPageSignsInByCodeAndState() {
        Browser ada = new Browser(app);
        JsonNode login =
                ada.post("/api/auth/login", Map.of("provider", "git_host")).json();
        Map<String, String> back = Browser.query(host.agree(login.get("url").asString()));
        assertThat(ada.post("/api/auth/verify", back).status()).isEqualTo(200);
        assertThat(ada.post("/api/auth/login", Map.of("provider", "web_identity"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void anotherAccountWithTheSameVerifiedAddressIsTheSamePersonAndAnUnverifiedOneIsNot() {
        String ada = id(signedIn());
        host.user.put("id", 4712);
        assertThat(id(signedIn())).isEqualTo(ada);
        host.user.put("id", 4713);
        host.emails = List.of(StandInGitHost.email("ada@example.com", true, false));
        assertThat(id(signedIn())).isNotEqualTo(ada);
    }

    @Test
    void anOddAnswerOpensNoSession() {
        host.emails = List.of();
        failed(attempt());
        host.emails = List.of(StandInGitHost.email("ada@example.com", false, true));
        failed(attempt());
        host.emails = List.of(StandInGitHost.email("ada", true, true));
        failed(attempt());
        host.usual();
        for (Object id : new Object[] {"4711", 4711.5, List.of(4711), Map.of()}) {
            host.user.put("id", id);
            failed(attempt());
        }
        host.usual();
        host.apiStatus = 500;
        failed(attempt());
    }

    @Test
    void aCodeWorksOnceAndOnlyForItsAttempt() {
        Browser ada = new Browser(app);
        String back = host.agree(ada.get(START).location());
        String code = Browser.query(back).get("code");
        Browser mallory = new Browser(app);
        Map<String, String> own = Browser.query(host.agree(mallory.get(START).location()));
        failed(mallory.get(START + "?code=" + code + "&state=" + own.get("state")));
        failed(ada.get(back));
    }

    @Test
    void theTokensOfTheHostOpenNothingHere() {
        signedIn();
        Browser mallory = new Browser(app).with("Authorization", "Bearer " + host.accessToken);
        assertThat(mallory.get("/api/auth/me").status()).isEqualTo(401);
        assertThat(new Browser(app)
                        .post("/api/auth/verify", Map.of("accessToken", host.accessToken, "source", "cli"))
                        .status())
                .isEqualTo(401);
    }

    private static Browser signedIn() {
        Browser browser = new Browser(app);
        assertThat(browser.get(host.agree(browser.get(START).location())).location())
                .isEqualTo("/");
        return browser;
    }

    private static Seen attempt() {
        Browser browser = new Browser(app);
        return browser.get(host.agree(browser.get(START).location()));
    }

    private static void failed(Seen answer) {
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.location()).isEqualTo("/auth/login?error=oauth");
        assertThat(answer.setCookie()).doesNotContain("cms_session=");
    }

    private static String id(Browser browser) {
        return browser.get("/api/auth/me").json().at("/user/id").asString();
    }
}
