package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.OneService;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

@Tag("scenario")
@ExtendWith(OneService.class)
class CommandLineTest {
    private final TestApp app;

    CommandLineTest(TestApp app) {
        this.app = app;
    }

    @Test
    void aCommandLineGetsACodeOfOursAndItsOwnStateBack() {
        Seen login = login("http://127.0.0.1:9876/callback", "&state=a%20b%26c");
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.setCookie()).isEmpty();
        assertThat(login.json().get("state").asString()).isEqualTo("a b&c");
        String end = finish(login, "ada@example.com");
        assertThat(end).startsWith("http://127.0.0.1:9876/callback?code=");
        assertThat(Browser.query(end)).containsEntry("state", "a b&c");

        Seen verified = new Browser(app).post("/api/auth/verify", cli(end));
        assertThat(verified.status()).isEqualTo(200);
        assertThat(verified.setCookie()).isEmpty();
        JsonNode tokens = verified.json().get("tokens");
        assertThat(tokens.propertyNames()).containsExactlyInAnyOrder("accessToken", "refreshToken", "expiresAt");
        assertThat(tokens.get("expiresAt").asLong())
                .isEqualTo(app.clock().instant().plus(Duration.ofHours(1)).getEpochSecond());
        assertThat(me(tokens).status()).isEqualTo(200);
    }

    @Test
    void withoutAStateOneIsMadeAndComesBack() {
        Seen login = login("http://localhost:9899/callback", "");
        String state = login.json().get("state").asString();
        assertThat(state).isNotBlank();
        assertThat(Browser.query(finish(login, "ada@example.com"))).containsEntry("state", state);
    }

    @Test
    void aCodeIsGoodOnceAndForAMinuteAndOnlyForTheCommandLine() {
        String end = finish(login("http://127.0.0.1:9876/callback", ""), "once@example.com");
        Map<String, String> inABrowser = Map.of("code", Browser.query(end).get("code"));
        assertThat(new Browser(app).post("/api/auth/verify", inABrowser).status())
                .isEqualTo(403);
        assertThat(new Browser(app).post("/api/auth/verify", cli(end)).status()).isEqualTo(200);
        assertThat(new Browser(app).post("/api/auth/verify", cli(end)).status()).isEqualTo(401);

        String late = finish(login("http://127.0.0.1:9876/callback", ""), "once@example.com");
        app.clock().advance(Duration.ofSeconds(61));
        assertThat(new Browser(app).post("/api/auth/verify", cli(late)).status())
                .isEqualTo(401);
    }

    @Test
    void aProviderCodeIsNoCommandLineCode() {
        String code = new Browser(app).toCallback("git_host", "ada@example.com").get("code");
        Seen verified = new Browser(app).post("/api/auth/verify", Map.of("code", code, "source", "cli"));
        assertThat(verified.status()).isEqualTo(401);
    }

    @Test
    void theReturnOfALoginCannotBeReplayed() {
        Seen login = login("http://127.0.0.1:9876/callback", "");
        String ours = new Browser(app).follow(login.json().get("url").asString() + "&login_hint=ada@example.com");
        assertThat(new Browser(app).follow(ours)).startsWith("http://127.0.0.1:9876/callback?code=");
        assertThat(new Browser(app).follow(ours)).endsWith("/auth/login?error=oauth");
        assertThat(new Browser(app).follow("/api/auth/cli/callback?code=x&state=y"))
                .endsWith("/auth/login?error=oauth");
    }

    @Test
    void anAccessTokenOpensANewSessionThatEndsWithItsOwn() {
        JsonNode first = tokens("ada@example.com");
        Seen web = new Browser(app)
                .post(
                        "/api/auth/verify",
                        Map.of("accessToken", first.get("accessToken").asString()));
        assertThat(web.status()).isEqualTo(200);
        assertThat(web.setCookie()).contains("cms_session=");
        Seen cli = new Browser(app)
                .post(
                        "/api/auth/verify",
                        Map.of("accessToken", first.get("accessToken").asString(), "source", "cli"));
        assertThat(me(cli.json().get("tokens")).status()).isEqualTo(200);
        logout(first);
        assertThat(me(first).status()).isEqualTo(401);
        assertThat(me(cli.json().get("tokens")).status()).isEqualTo(401); // it ends with the one that opened it
    }

    @Test
    void neitherCodeNorTokenIsRefused() {
        for (String body : new String[] {
            "{}", "{\"code\":\"\"}", "{\"source\":\"cli\"}", "{\"code\":1}", "{\"code\":\"x\",\"source\":\"web\"}"
        }) {
            assertThat(new Browser(app).send("POST", "/api/auth/verify", body).status())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(new Browser(app)
                        .post("/api/auth/verify", Map.of("accessToken", "a.b.c"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void anUnknownProviderIsRefusedInCommandLineModeToo() {
        Seen login = new Browser(app)
                .send("POST", "/api/auth/login?provider=x&redirect_uri=http://127.0.0.1:9876/callback", null);
        assertThat(login.status()).isEqualTo(400);
    }

    @Test
    void aBearerTokenCountsAloneAndOnlyOursDoes() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        for (String authorization :
                new String[] {"Bearer x", "Bearer ", "Bearer", "bearer cms_live_abc", "Bearer eyJhbGciOiJub25lIn0.e30."
                }) {
            assertThat(ada.with("Authorization", authorization)
                            .get("/api/auth/me")
                            .status())
                    .as(authorization)
                    .isEqualTo(401);
        }
        JsonNode tokens = tokens("ada@example.com");
        assertThat(new Browser(app)
                        .with(
                                "Authorization",
                                "Bearer " + tokens.get("refreshToken").asString())
                        .get("/api/auth/me")
                        .status())
                .isEqualTo(401);
        assertThat(me(tokens).status()).isEqualTo(200);
        app.clock().advance(Duration.ofHours(1));
        assertThat(me(tokens).status()).isEqualTo(401);
    }

    static Map<String, String> cli(String end) {
        return Map.of("code", Browser.query(end).get("code"), "source", "cli");
    }

    private Seen login(String redirect, String more) {
        return new Browser(app)
                .send(
                        "POST",
                        "/api/auth/login?provider=git_host&redirect_uri=" + Browser.encode(redirect) + more,
                        null);
    }

    private String finish(Seen login, String email) {
        String ours =
                new Browser(app).follow(login.json().get("url").asString() + "&login_hint=" + Browser.encode(email));
        return new Browser(app).follow(ours);
    }

    private JsonNode tokens(String email) {
        String end = finish(login("http://127.0.0.1:9876/callback", ""), email);
        return new Browser(app).post("/api/auth/verify", cli(end)).json().get("tokens");
    }

    private Seen me(JsonNode tokens) {
        return new Browser(app)
                .with("Authorization", "Bearer " + tokens.get("accessToken").asString())
                .get("/api/auth/me");
    }

    private void logout(JsonNode tokens) {
        assertThat(new Browser(app)
                        .with(
                                "Authorization",
                                "Bearer " + tokens.get("accessToken").asString())
                        .send("POST", "/api/auth/logout", null)
                        .status())
                .isEqualTo(200);
    }
}
