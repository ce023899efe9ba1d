package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two providers at one service: what one of them has said is never taken for what the other has. */
class IssuerMixUpTest {
    private static final String OF_HOST = "/api/auth/oauth/git_host";
    private static final String OF_ISSUER = "/api/auth/oauth/web_identity";

    private static StandInIssuer issuer;
    private static StandInGitHost host;
    private static TestApp app;

    @BeforeAll
    static void start() {
        issuer = new StandInIssuer(() -> app.clock().instant());
        host = new StandInGitHost();
        Map<String, String> settings = new HashMap<>(Map.of(
                "CMS_OIDC_ISSUER", issuer.url(),
                "CMS_OIDC_CLIENT_ID", StandInIssuer.CLIENT,
                "CMS_OIDC_CLIENT_SECRET", StandInIssuer.SECRET));
        settings.putAll(Map.of(
                "CMS_GIT_HOST_WEB_URL",
                host.url(),
                "CMS_GIT_HOST_API_URL",
                host.url() + "/api/v3",
                "CMS_GIT_HOST_CLIENT_ID",
                StandInGitHost.CLIENT,
                "CMS_GIT_HOST_CLIENT_SECRET",
                StandInGitHost.SECRET));
        app = TestApp.start(settings);
    }

    @AfterAll
    static void stop() {
        app.close();
        host.close();
        issuer.close();
    }

    @BeforeEach
    void nextMinute() {
        app.clock().advance(Duration.ofMinutes(2));
        host.usual();
        issuer.usual();
        issuer.heard.clear();
    }

    @Test
    void eachSignsInByItself() {
        Browser ada = new Browser(app);
        assertThat(ada.get(host.agree(ada.get(OF_HOST).location())).location()).isEqualTo("/");
        Browser bo = new Browser(app);
        assertThat(bo.get(issuer.agree(bo.get(OF_ISSUER).location())).location())
                .isEqualTo("/");
    }

    /** The person meant to go to one; what came back is shown where the other one answers. */
    @Test
    void theCodeOfOneIsNotTakenAtTheCallbackOfTheOther() {
        Browser ada = new Browser(app);
        String ofHost = host.agree(ada.get(OF_HOST).location());
        failed(ada.get(ofHost.replace(OF_HOST, OF_ISSUER)));
        assertThat(issuer.heard).as("what the issuer was asked").noneMatch(asked -> asked.contains("token"));

        Browser bo = new Browser(app);
        String ofIssuer = issuer.agree(bo.get(OF_ISSUER).location());
        failed(bo.get(ofIssuer.replace(OF_ISSUER, OF_HOST)));
        failed(bo.get(ofIssuer)); // the attempt ended with the first wrong answer
    }

    /** Both were begun in one browser, and each answer carries the state of the other. */
    @Test
    void statesThatAreSwappedAreNone() {
        Browser ada = new Browser(app);
        String first = host.agree(ada.get(OF_HOST).location());
        String second = issuer.agree(ada.get(OF_ISSUER).location());
        String stateOfFirst = Browser.query(first).get("state");
        String stateOfSecond = Browser.query(second).get("state");
        failed(ada.get(second.replace(stateOfSecond, stateOfFirst)));
        failed(ada.get(first.replace(stateOfFirst, stateOfSecond)));
    }

    /** A code that one has issued comes with the state and the issuer of the attempt at the other. */
    @Test
    void aCodeOfOneWithTheStateOfTheOtherIsNotTaken() {
        Browser ada = new Browser(app);
        String code = Browser.query(host.agree(new Browser(app).get(OF_HOST).location()))
                .get("code");
        String back = issuer.agree(ada.get(OF_ISSUER).location());
        failed(ada.get(back.replace(Browser.query(back).get("code"), code)));

        Browser bo = new Browser(app);
        String other = Browser.query(
                        issuer.agree(new Browser(app).get(OF_ISSUER).location()))
                .get("code");
        String toHost = host.agree(bo.get(OF_HOST).location());
        failed(bo.get(toHost.replace(Browser.query(toHost).get("code"), other)));
    }

    private static void failed(Seen answer) {
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.location()).isEqualTo("/auth/login?error=oauth");
        assertThat(answer.setCookie()).doesNotContain("cms_session=");
    }
}
