package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Everything that must not lead to a token, through the public door. */
@Tag("scenario")
@Tag("rows")
class ConnectedAppNegativesTest {
    private static final String ENDPOINT = "/api/mcp/v1/mcp";
    private static final String OTHER = "00000000-0000-4000-8000-000000000000";
    private static final String HTTPS = "https://app.example/back";

    private TestApp app;
    private World world;
    private AppClient client;
    private Http ada;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        client = AppClient.registered(app.url());
        ada = AppClient.browser(app.url(), "ada@example.com", "git_host");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void whatIsWrongWithARequestIsToldToTheAppWithStateAndIssuer() {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("code_challenge=", "invalid_request");
        wrong.put("code_challenge=short", "invalid_request");
        wrong.put("code_challenge_method=", "invalid_request");
        wrong.put("code_challenge_method=plain", "invalid_request");
        wrong.put("response_type=token", "unsupported_response_type");
        wrong.put("scope=openid", "invalid_scope");
        wrong.put("resource=https://elsewhere.example/api/mcp/v1/mcp", "invalid_target");
        wrong.put("resource=" + app.url() + ENDPOINT + "/", "invalid_target");
        wrong.put("prompt=none", "interaction_required");
        wrong.forEach((bent, word) -> {
            Reply back = ada.get(AppClient.path(with(bent))).is(303);
            assertThat(back.header("Location")).startsWith(AppClient.CALLBACK + "?");
            assertThat(AppClient.query(back.header("Location")))
                    .as(bent)
                    .containsEntry("error", word)
                    .containsEntry("state", "its own")
                    .containsKey("iss");
        });
        assertThat(AppClient.query(ada.get(AppClient.path(client.wanted()) + "&scope=content:read")
                        .is(303)
                        .header("Location")))
                .containsEntry("error", "invalid_request");
    }

    /** Before, it led anybody who followed a link from here to any site. */
    @Test
    void whatIsWrongWithARequestOfASiteIsTakenThereByALinkAloneWhereNobodyIsSignedIn() {
        String site = "https://evil.example/login";
        String id = new Http(app.url())
                .post("/api/oauth/register", Map.of("client_name", "A site", "redirect_uris", List.of(site)))
                .is(201)
                .json()
                .path("client_id")
                .asString();
        Map<String, String> query = with("client_id=" + id);
        query.put("redirect_uri", site);
        query.put("response_type", "token");
        query.put("state", "s".repeat(1_200));
        Reply page = new Http(app.url()).get(AppClient.path(query)).is(400);
        assertThat(page.header("Location")).isEmpty();
        assertThat(page.text())
                .contains("Go back to evil.example", "href=\"" + site + "?error=unsupported_response_type");
        assertThat(ada.get(AppClient.path(query)).is(303).header("Location"))
                .startsWith(site + "?error=unsupported_response_type");
    }

    @Test
    void aRedirectThatIsNotTheClientsIsToldToThePersonAlone() {
        for (String redirect : List.of(
                "http://ada@127.0.0.1:43123/callback",
                "http://127.0.0.1:43123/callback#x",
                "http://127.0.0.1:43123/other",
                "http://127.0.0.1:43123/callback/../other",
                "http://127.0.0.1:43123/callback?more=1",
                "http://127.0.0.1@evil.example/callback",
                "http://localhost:43123/callback",
                "//evil.example/callback",
                "https://evil.example/callback",
                "javascript:alert(1)",
                "")) {
            Reply page =
                    ada.get(AppClient.path(with("redirect_uri=" + redirect))).is(400);
            assertThat(page.header("Location")).as(redirect).isEmpty();
            assertThat(page.text()).contains("This app cannot be connected");
        }
        ada.get(AppClient.path(with("client_id=dcr_unknown"))).is(400);
        ada.get(AppClient.path(with("redirect_uri=http://127.0.0.1:5/callback")))
                .is(200);
        ada.get(AppClient.path(with("state=" + "s".repeat(2_000)))).is(400);
    }

    @Test
    void aConsentFormIsGoodOnceForItsSessionAndItsRequest() {
        String path = AppClient.path(client.wanted());
        Http bo = AppClient.browser(app.url(), "bo@example.com", "web_identity");
        AppClient.send(ada, path, "decision=allow&project=" + world.projectId()).is(400);
        decide(ada, path, "made up").is(403);
        String form = AppClient.formOn(ada.get(path));
        decide(bo, path, form).is(403);
        decide(new Http(app.url()), path, form).is(403);
        decide(ada, AppClient.path(with("scope=content:write")), form).is(403);
        decide(ada.with("Origin", "https://evil.example"), path, form).is(403);
        decide(ada, path, form).is(303);
        decide(ada, path, form).is(403);
        String old = AppClient.formOn(ada.get(path));
        app.advance(Duration.ofMinutes(11));
        decide(ada, path, old).is(403);
        AppClient.decide(ada, path, AppClient.formOn(ada.get(path)), OTHER, "allow", AppClient.ALL)
                .is(400);
        Http stranger = AppClient.browser(app.url(), "nobody@example.org", "git_host");
        stranger.get(AppClient.path(with("resource=" + app.url() + "/api/mcp/v1/" + world.projectId() + "/mcp")))
                .is(400);
        Reply none = AppClient.decide(ada, path, AppClient.formOn(ada.get(path)), world.projectId(), "allow", "openid");
        assertThat(AppClient.query(none.is(303).header("Location"))).containsEntry("error", "access_denied");
    }

    @Test
    void aCodeIsRedeemedOnceByItsClientWithItsProof() {
        AppClient another = new AppClient(app.url(), registered("Another"));
        String code = client.code(ada, world.projectId(), client.wanted());
        refused(
                client,
                redemption(code, "code_verifier", "another-verifier-that-is-long-enough-0123456789"),
                "invalid_grant");
        refused(client, redemption(code, "code_verifier", ""), "invalid_grant");
        refused(client, redemption(code, "redirect_uri", "http://127.0.0.1:5/callback"), "invalid_grant");
        refused(client, redemption(code, "client_id", another.id()), "invalid_grant");
        refused(client, redemption(code, "resource", app.url() + "/api/mcp/v1/" + OTHER + "/mcp"), "invalid_target");
        refused(client, redemption(code, "grant_type", "password"), "unsupported_grant_type");
        refused(client, redemption("cms_ac_unknown", "scope", ""), "invalid_grant");
        assertThat(client.token(redemption(code, "client_id", "dcr_unknown"))
                        .is(401)
                        .json()
                        .path("error")
                        .asString())
                .isEqualTo("invalid_client");
        AppClient.send(
                        new Http(app.url()),
                        "/api/oauth/token",
                        AppClient.form(client.redemption(code)) + "&code=" + code)
                .is(400);
        new Http(app.url()).post("/api/oauth/token", client.redemption(code)).is(415);

        JsonNode tokens = client.token(client.redemption(code)).is(200).json();
        ping(ENDPOINT, tokens.path("access_token").asString()).is(200);
        refused(client, client.redemption(code), "invalid_grant");
        ping(ENDPOINT, tokens.path("access_token").asString()).is(401);

        String late = client.code(ada, world.projectId(), client.wanted());
        app.advance(Duration.ofSeconds(61));
        refused(client, client.redemption(late), "invalid_grant");
    }

    @Test
    void aTokenIsGoodForItsOwnResourceAndNothingElse() {
        String own = "/api/mcp/v1/" + world.projectId() + "/mcp";
        Map<String, String> wanted = client.wanted();
        JsonNode tokens = client.connect(ada, world.projectId(), wanted);
        String token = tokens.path("access_token").asString();
        ping(ENDPOINT, token).is(200);
        assertThat(ping(own, token).is(401).header("WWW-Authenticate"))
                .contains("error=\"invalid_token\"", "oauth-protected-resource" + own);
        wanted.put("resource", app.url().resolve(own).toString());
        String bound = client.connect(ada, world.projectId(), wanted)
                .path("access_token")
                .asString();
        ping(own, bound).is(200);
        ping(ENDPOINT, bound).is(401);
        ping("/api/mcp/v1/" + OTHER + "/mcp", bound).is(401);

        ping(ENDPOINT, tokens.path("refresh_token").asString()).is(401);
        ping(ENDPOINT, world.ada().token()).is(401);
        ada.post(ENDPOINT, message()).is(401);
        new Http(app.url()).post(ENDPOINT + "?access_token=" + token, message()).is(401);
        Http asPerson = new Http(app.url()).bearer(token);
        asPerson.get("/api/auth/me").is(401);
        asPerson.get(world.p()).is(401);
        asPerson.post("/api/auth/verify", Map.of("accessToken", token)).is(401);
        String key = McpClient.withKey(world, Map.of()).path();
        ping(key, token).is(401);
        app.advance(Duration.ofMinutes(61));
        ping(ENDPOINT, token).is(401);
    }

    @Test
    void aRefreshGivesNoMoreThanThePersonDid() {
        Map<String, String> wanted = client.wanted();
        wanted.put("scope", "content:read");
        String token = client.connect(ada, world.projectId(), wanted)
                .path("refresh_token")
                .asString();
        refused(client, refresh(token, "scope", "content:read content:write"), "invalid_scope");
        refused(client, refresh(token, "resource", app.url() + "/api/mcp/v1/" + OTHER + "/mcp"), "invalid_target");
        refused(client, refresh(token, "client_id", registered("Another")), "invalid_grant");
        refused(client, refresh("cms_rt_unknown", "scope", "content:read"), "invalid_grant");
        client.refresh(token).is(200);
        app.advance(Duration.ofDays(31));
        refused(client, refresh(token, "scope", "content:read"), "invalid_grant");
    }

    @Test
    void registrationTakesWhatIsPossibleAndGivesNoSecret() {
        Http bare = new Http(app.url());
        assertThat(registered("An editor")).isEqualTo(client.id());
        Reply mixed = bare.post(
                        "/api/oauth/register",
                        Map.of(
                                "client_name",
                                "M\u202Eixed",
                                "token_endpoint_auth_method",
                                "client_secret_basic",
                                "redirect_uris",
                                List.of(
                                        "javascript:alert(1)",
                                        "http://evil.example/cb",
                                        "cursor://anysphere.cursor-mcp/oauth/callback",
                                        HTTPS)))
                .is(201);
        assertThat(mixed.json().path("redirect_uris").toString())
                .isEqualTo("[\"cursor://anysphere.cursor-mcp/oauth/callback\",\"" + HTTPS + "\"]");
        assertThat(mixed.text()).contains("\"Mixed\"").doesNotContain("secret");
        assertThat(bare.post("/api/oauth/register", Map.of("redirect_uris", List.of("javascript:alert(1)", "data:x")))
                        .is(400)
                        .json()
                        .path("error")
                        .asString())
                .isEqualTo("invalid_redirect_uri");
        bare.post("/api/oauth/register", Map.of("client_name", "x".repeat(1_000_000)))
                .is(413);
        bare.post("/api/oauth/register", List.of()).is(400);
        int refused = 0;
        for (int i = 0; i < 12; i++) {
            Reply one = bare.post("/api/oauth/register", Map.of("redirect_uris", List.of(HTTPS + i)));
            refused += one.status() == 429 ? 1 : 0;
        }
        assertThat(refused).isPositive();
    }

    private Map<String, String> with(String bent) {
        String[] pair = bent.split("=", 2);
        Map<String, String> query = client.wanted();
        query.put(pair[0], pair[1]);
        return query;
    }

    private Reply decide(Http browser, String path, String form) {
        return AppClient.decide(browser, path, form, world.projectId(), "allow", AppClient.ALL);
    }

    private Map<String, String> redemption(String code, String name, String value) {
        Map<String, String> fields = client.redemption(code);
        fields.put(name, value);
        return fields;
    }

    private Map<String, String> refresh(String token, String name, String value) {
        Map<String, String> fields = new LinkedHashMap<>(
                Map.of("grant_type", "refresh_token", "client_id", client.id(), "refresh_token", token));
        fields.put(name, value);
        return fields;
    }

    private static void refused(AppClient client, Map<String, String> fields, String word) {
        assertThat(client.token(fields).is(400).json().path("error").asString())
                .as(fields.toString())
                .isEqualTo(word);
    }

    private String registered(String name) {
        return new Http(app.url())
                .post("/api/oauth/register", Map.of("client_name", name, "redirect_uris", List.of(AppClient.CALLBACK)))
                .is(201)
                .json()
                .path("client_id")
                .asString();
    }

    private Reply ping(String path, String token) {
        return new Http(app.url()).bearer(token).post(path, message());
    }

    private static Map<String, Object> message() {
        return Map.of("jsonrpc", "2.0", "id", 1, "method", "ping");
    }
}
