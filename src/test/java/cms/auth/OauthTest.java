package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.OneService;
import cms.testing.TestApp;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("scenario")
@ExtendWith(OneService.class)
class OauthTest {
    private static final String START = "/api/auth/oauth/git_host";

    private final TestApp app;

    OauthTest(TestApp app) {
        this.app = app;
    }

    @Test
    void aBrowserComesBackSignedIn() {
        Browser ada = new Browser(app);
        Seen in = ada.get(back(ada, START + "?redirect=/w/team%3Ftab%3D1"));
        assertThat(in.status()).isEqualTo(302);
        assertThat(in.location()).isEqualTo("/w/team?tab=1");
        assertThat(in.setCookie()).contains("cms_session=", "cms_login=;");
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
    }

    @Test
    void aCommandLineComesBackWithACode() {
        Browser ada = new Browser(app);
        String cli = START + "?cli_redirect=http://127.0.0.1:9880/callback&cli_state=s%20t";
        Seen end = ada.get(back(ada, cli));
        assertThat(end.location()).startsWith("http://127.0.0.1:9880/callback?code=");
        assertThat(Browser.query(end.location())).containsEntry("state", "s t");
        assertThat(ada.cookie("cms_session")).isEmpty();
        assertThat(new Browser(app)
                        .post("/api/auth/verify", CommandLineTest.cli(end.location()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aReturnThatNobodyBeganIssuesNoSession() {
        Browser mallory = new Browser(app);
        String back = back(mallory, START);
        Browser victim = new Browser(app);
        failed(victim.get(back));
        victim.get(START);
        failed(victim.get(back));
        Browser another = new Browser(app);
        failed(another.get(back(another, START).replaceAll("state=.*", "state=" + "0".repeat(64))));
        failed(mallory.get(back.replace("git_host", "web_identity")));
        failed(new Browser(app).get(START + "?code=x"));
        failed(new Browser(app).get(START + "?error=access_denied"));
    }

    @Test
    void aReturnWorksOnce() {
        Browser ada = new Browser(app);
        String back = back(ada, START);
        String cookie = ada.cookie("cms_login").orElseThrow();
        assertThat(ada.get(back).location()).isEqualTo("/");
        failed(new Browser(app).setCookie("cms_login", cookie).get(back));
    }

    /** A person in a browser gets the page that a failed sign-in leads to, not a status. */
    @Test
    void aReturnThatSaysOneThingTwiceOrCannotBeReadHasFailed() {
        for (String odd : new String[] {"&code=x", "&state=x", "&iss=a&iss=b"}) {
            app.clock().advance(Duration.ofMinutes(2)); // ten a minute for an address
            Browser ada = new Browser(app);
            failed(ada.get(back(ada, START) + odd));
            failed(new Browser(app).get("/api/auth/cli/callback?code=x&state=y" + odd));
        }
        failed(new Browser(app).get(START + "?code=x&code=y"));
        failed(new Browser(app).get(START + "?code=%00&state=x"));
        failed(new Browser(app).get(START + "?error=a&error=b"));
        for (String odd : new String[] {"?error=a&error=b", "?error=%00"}) {
            Seen page = new Browser(app).get("/auth/login" + odd);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text()).contains("The sign-in did not work.");
        }
    }

    @Test
    void oddRequestsAreRefusedBeforeAnybodyLeaves() {
        for (String path : new String[] {
            "/api/auth/oauth/github",
            START + "?redirect=//evil.example",
            START + "?redirect=https://evil.example",
            START + "?redirect=%2F%5Cevil.example",
            START + "?redirect=w",
            START + "?cli_redirect=http://127.0.0.1:9999/callback",
            START + "?cli_redirect=http://127.0.0.1:9880/callback&cli_state=" + "x".repeat(600)
        }) {
            Seen refused = new Browser(app).get(path);
            assertThat(refused.status()).as(path).isEqualTo(400);
            assertThat(refused.setCookie()).isEmpty();
        }
    }

    private String back(Browser browser, String start) {
        String provider = browser.get(start).location();
        return new Browser(app).follow(provider + "&login_hint=ada@example.com&name=Ada");
    }

    private static void failed(Seen answer) {
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.location()).isEqualTo("/auth/login?error=oauth");
        assertThat(answer.setCookie()).doesNotContain("cms_session=");
    }
}
