package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sign-in through an OpenID Connect server that somebody else wrote. */
class RealProviderTest {
    private static MockOAuth2Server issuer;
    private static TestApp app;

    @BeforeAll
    static void start() {
        issuer = new MockOAuth2Server();
        issuer.start();
        app = TestApp.start(Map.of(
                "CMS_OIDC_ISSUER", issuer.issuerUrl("team").toString(),
                "CMS_OIDC_CLIENT_ID", "cms",
                "CMS_OIDC_CLIENT_SECRET", "not checked by this one"));
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
    }

    @AfterAll
    static void stop() {
        app.close();
        issuer.shutdown();
    }

    @BeforeEach
    void nextPerson() {
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        issuer.enqueueCallback(new DefaultOAuth2TokenCallback(
                "team",
                "sub-1",
                "JWT",
                java.util.List.of("cms"),
                Map.of("email", "ada@example.com", "email_verified", true, "name", "Ada")));
    }

    @Test
    void aBrowserSignsInByTheRedirects() {
        Browser ada = new Browser(app);
        String out = ada.get("/api/auth/oauth/web_identity?redirect=/w").location();
        assertThat(out).startsWith(issuer.authorizationEndpointUrl("team").toString());
        Seen in = ada.get(new Browser(app).follow(out));
        assertThat(in.location()).isEqualTo("/w");
        JsonNode user = ada.get("/api/auth/me").json().get("user");
        assertThat(user.get("email").asString()).isEqualTo("ada@example.com");
        assertThat(user.get("provider").asString()).isEqualTo("web_identity");
        assertThat(user.get("providerAccountId").asString()).isEqualTo("sub-1");
        assertThat(user.get("displayName").asString()).isEqualTo("Ada");
    }

    @Test
    void aPageSignsInByCodeAndState() {
        Browser ada = new Browser(app);
        JsonNode login =
                ada.post("/api/auth/login", Map.of("provider", "web_identity")).json();
        Map<String, String> back =
                Browser.query(new Browser(app).follow(login.get("url").asString()));
        assertThat(ada.post("/api/auth/verify", back).status()).isEqualTo(200);
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
    }

    @Test
    void aCommandLineSignsIn() {
        Browser cli = new Browser(app);
        JsonNode login = cli.send(
                        "POST",
                        "/api/auth/login?provider=web_identity&redirect_uri=http://127.0.0.1:9876/callback&state=mine",
                        null)
                .json();
        String end = cli.follow(cli.follow(login.get("url").asString()));
        assertThat(end).startsWith("http://127.0.0.1:9876/callback?code=").endsWith("state=mine");
        assertThat(cli.post("/api/auth/verify", CommandLineTest.cli(end))
                        .json()
                        .at("/tokens/accessToken")
                        .asString())
                .isNotEmpty();
    }

    @Test
    void theIssuersOwnTokensOpenNothingHere() {
        String token = issuer.issueToken("team", "sub-1", "cms").serialize();
        Browser mallory = new Browser(app).with("Authorization", "Bearer " + token);
        assertThat(mallory.get("/api/auth/me").status()).isEqualTo(401);
        assertThat(new Browser(app)
                        .post("/api/auth/verify", Map.of("accessToken", token))
                        .status())
                .isEqualTo(401);
    }
}
