package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.TestApp;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** What an issuer may say and how it may fail, against a strict stand-in whose every answer can be bent. */
class OidcTest {
    private static final String START = "/api/auth/oauth/web_identity";
    private static final RSAKey FOREIGN = StandInIssuer.newKey("first");
    private static StandInIssuer issuer;
    private static TestApp app;

    @BeforeAll
    static void start() {
        issuer = new StandInIssuer(() -> app.clock().instant());
        app = TestApp.start(Map.of(
                "CMS_OIDC_ISSUER", issuer.url(),
                "CMS_OIDC_CLIENT_ID", StandInIssuer.CLIENT,
                "CMS_OIDC_CLIENT_SECRET", StandInIssuer.SECRET));
    }

    @AfterAll
    static void stop() {
        app.close();
        issuer.close();
    }

    @BeforeEach
    void nextHour() {
        app.clock().advance(Duration.ofHours(2));
        issuer.usual();
    }

    @Test
    void aPersonWhoComesBackIsTheSamePersonWhateverTheAddress() {
        String first = id(signedIn());
        issuer.person.put("email", "countess@example.com");
        assertThat(id(signedIn())).isEqualTo(first);
    }

    @Test
    void theProfileIsAskedForWhenTheTokenNamesNoAddress() {
        issuer.person =
                new LinkedHashMap<>(Map.of("sub", "sub-eve", "email", "eve@example.com", "email_verified", true));
        issuer.claims = all -> all.remove("email");
        assertThat(signedIn().get("/api/auth/me").json().at("/user/email").asString())
                .isEqualTo("eve@example.com");
        issuer.claims = all -> {
            all.remove("email");
            all.put("sub", "sub-other");
        };
        failed(attempt());
    }

    @Test
    void onlyAVerifiedAddressLeadsToAnAccountThatIsThere() {
        String ada = id(signedIn());
        issuer.person.put("sub", "sub-ada-2");
        assertThat(id(signedIn())).isEqualTo(ada);
        issuer.person.put("sub", "sub-mallory");
        issuer.person.put("email_verified", false);
        assertThat(id(signedIn())).isNotEqualTo(ada);
        issuer.person.put("sub", "sub-mallory-2");
        issuer.person.remove("email_verified");
        assertThat(id(signedIn())).isNotEqualTo(ada);
    }

    @Test
    void anUnverifiedAddressAcceptsNobodysInvitation() {
        Browser ada = signedIn();
        String workspace = ada.get("/api/workspaces").json().get(0).get("id").asString();
        ada.post("/api/workspaces/" + workspace + "/members", Map.of("email", "ivy@example.com", "role", "admin"));
        issuer.person =
                new LinkedHashMap<>(Map.of("sub", "sub-ivy", "email", "ivy@example.com", "email_verified", false));
        assertThat(signedIn().get("/api/workspaces/" + workspace).status()).isEqualTo(404);
        issuer.person.put("sub", "sub-real-ivy");
        issuer.person.put("email_verified", "true");
        assertThat(signedIn().get("/api/workspaces/" + workspace).status()).isEqualTo(200);
    }

    @Tag("slow-host")
    @Test
    void aNewKeyIsFoundOnceItIsUsedAndAnUnknownOneIsNotLookedForAgainAndAgain() {
        signedIn();
        issuer.key = StandInIssuer.newKey("second");
        app.clock().advance(Duration.ofSeconds(11));
        signedIn();
        RSAKey unknown = StandInIssuer.newKey("never-published");
        issuer.idToken = token -> again(token, unknown);
        issuer.heard.clear();
        for (int i = 0; i < 5; i++) {
            failed(attempt());
        }
        assertThat(issuer.heard.stream().filter("/keys"::equals)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void aProviderThatIsDownIsAPageForABrowserAndAStatusForAProgram() {
        Browser ada = new Browser(app);
        JsonNode login =
                ada.post("/api/auth/login", Map.of("provider", "web_identity")).json();
        Map<String, String> back = Browser.query(issuer.agree(login.get("url").asString()));
        issuer.tokenStatus = 500;
        assertThat(ada.post("/api/auth/verify", back).status()).isEqualTo(502);
        issuer.discovery = all -> Map.of();
        app.clock().advance(Duration.ofHours(2));
        Browser bo = new Browser(app);
        assertThat(bo.post("/api/auth/login", Map.of("provider", "web_identity"))
                        .status())
                .isEqualTo(502);
        failed(bo.get(START));
    }

    @Test
    void oneRealProviderSwitchesTheOtherAndThePageOff() {
        Browser ada = new Browser(app);
        assertThat(ada.post("/api/auth/login", Map.of("provider", "git_host")).status())
                .isEqualTo(400);
        assertThat(ada.get("/api/auth/oauth/git_host").status()).isEqualTo(400);
        assertThat(ada.get("/identity/authorize").status()).isEqualTo(404);
        assertThat(ada.get("/auth/login").text()).contains("web_identity").doesNotContain("git_host");
    }

    /** Whatever the issuer says that does not hold: no session. */
    @TestFactory
    Stream<DynamicTest> noSessionComesOfAnIdTokenThatDoesNotHold() {
        Map<String, Consumer<Map<String, Object>>> claims = new LinkedHashMap<>();
        claims.put("no issuer", all -> all.remove("iss"));
        claims.put("another issuer", all -> all.put("iss", "https://evil.example"));
        claims.put("the issuer with a slash", all -> all.put("iss", issuer.url() + "/"));
        claims.put("the issuer as a list", all -> all.put("iss", List.of(issuer.url())));
        claims.put("no audience", all -> all.remove("aud"));
        claims.put("another audience", all -> all.put("aud", "other-client"));
        claims.put("an empty audience", all -> all.put("aud", List.of()));
        claims.put(
                "several audiences and no authorized party", all -> all.put("aud", List.of(StandInIssuer.CLIENT, "x")));
        claims.put("another authorized party", all -> all.put("azp", "other-client"));
        claims.put("no expiry", all -> all.remove("exp"));
        claims.put("expired", all -> all.put("exp", now() - 61));
        claims.put("an expiry as text", all -> all.put("exp", "9999999999"));
        claims.put("no time of issue", all -> all.remove("iat"));
        claims.put("issued in the future", all -> all.put("iat", now() + 120));
        claims.put("not valid yet", all -> all.put("nbf", now() + 120));
        claims.put("no nonce", all -> all.remove("nonce"));
        claims.put("the nonce of another attempt", all -> all.put("nonce", "0".repeat(64)));
        claims.put("no subject", all -> all.remove("sub"));
        claims.put("a blank subject", all -> all.put("sub", " "));
        claims.put("an endless subject", all -> all.put("sub", "x".repeat(256)));
        claims.put("a subject as a number", all -> all.put("sub", 7));
        claims.put("an address that is none", all -> all.put("email", "ada"));
        claims.put("an address that goes on", all -> all.put("email", "ada@example.com\r\nBcc: x@example.com"));
        Map<String, UnaryOperator<String>> tokens = new LinkedHashMap<>();
        tokens.put("no token", token -> "");
        tokens.put("no token at all", token -> "null");
        tokens.put("unsigned", token -> part("{\"alg\":\"none\"}") + "." + token.split("\\.")[1] + ".");
        tokens.put("signed with our secret", token -> macSigned(token, StandInIssuer.SECRET));
        tokens.put(
                "signed with the public key as a secret",
                token -> macSigned(token, issuer.key.toPublicJWK().toString()));
        tokens.put("signed by a foreign key of the same name", token -> again(token, FOREIGN));
        tokens.put(
                "a changed claim",
                token -> token.split("\\.")[0] + "." + part("{\"sub\":\"x\"}") + "." + token.split("\\.")[2]);
        tokens.put("a cut signature", token -> token.substring(0, token.length() - 8));
        tokens.put("no signature", token -> token.substring(0, token.lastIndexOf('.') + 1));
        tokens.put("claims that are no object", token -> signed("[1]"));
        tokens.put("claims that are no JSON", token -> signed("{"));
        tokens.put("too long", token -> "x".repeat(40_000));
        Stream<DynamicTest> byClaims = claims.entrySet().stream()
                .map(one -> flow("claims: " + one.getKey(), () -> issuer.claims = one.getValue()));
        Stream<DynamicTest> byToken = tokens.entrySet().stream()
                .map(one -> flow("token: " + one.getKey(), () -> issuer.idToken = one.getValue()));
        return Stream.concat(byClaims, byToken);
    }

    private DynamicTest flow(String name, Runnable bend) {
        return DynamicTest.dynamicTest(name, () -> {
            nextHour();
            bend.run();
            failed(attempt());
            Browser page = new Browser(app);
            JsonNode login = page.post("/api/auth/login", Map.of("provider", "web_identity"))
                    .json();
            Seen verified = page.post(
                    "/api/auth/verify",
                    Browser.query(issuer.agree(login.get("url").asString())));
            assertThat(verified.status()).isBetween(400, 503).isNotEqualTo(500);
            assertThat(page.cookie("cms_session")).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> noSessionComesOfADiscoveryDocumentThatIsNotTheIssuers() {
        Map<String, Consumer<Map<String, Object>>> bent = new LinkedHashMap<>();
        bent.put("another issuer", all -> all.put("issuer", "https://evil.example"));
        bent.put("no issuer", all -> all.remove("issuer"));
        bent.put("no token endpoint", all -> all.remove("token_endpoint"));
        bent.put("a token endpoint that is a file", all -> all.put("token_endpoint", "file:///etc/passwd"));
        bent.put(
                "keys with a user name", all -> all.put("jwks_uri", issuer.url().replace("//", "//x@") + "/keys"));
        bent.put("no keys", all -> all.put("jwks_uri", issuer.url() + "/nothing"));
        return bent.entrySet().stream()
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
                    nextHour();
                    issuer.discovery = all -> {
                        one.getValue().accept(all);
                        return all;
                    };
                    Browser browser = new Browser(app);
                    Seen out = browser.get(START);
                    failed(out.location().startsWith("/") ? out : browser.get(issuer.agree(out.location())));
                }));
    }

    @Test
    void anAnswerOfAnotherIssuerIsNotTaken() {
        for (UnaryOperator<String> bent : List.<UnaryOperator<String>>of(
                back -> back.replaceAll("&iss=.*", "&iss=https%3A%2F%2Fevil.example"),
                back -> back.replaceAll("&iss=.*", ""))) {
            Browser ada = new Browser(app);
            failed(ada.get(bent.apply(issuer.agree(ada.get(START).location()))));
        }
        Browser page = new Browser(app);
        JsonNode login =
                page.post("/api/auth/login", Map.of("provider", "web_identity")).json();
        Map<String, String> back = Browser.query(issuer.agree(login.get("url").asString()));
        back.put("iss", "https://evil.example");
        assertThat(page.post("/api/auth/verify", back).status()).isEqualTo(401);
    }

    private static Browser signedIn() {
        Browser browser = new Browser(app);
        Seen in = browser.get(issuer.agree(browser.get(START).location()));
        assertThat(in.location()).isEqualTo("/");
        return browser;
    }

    private static Seen attempt() {
        Browser browser = new Browser(app);
        return browser.get(issuer.agree(browser.get(START).location()));
    }

    private static void failed(Seen answer) {
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.location()).isEqualTo("/auth/login?error=oauth");
        assertThat(answer.setCookie()).doesNotContain("cms_session=");
    }

    private static String id(Browser browser) {
        return browser.get("/api/auth/me").json().at("/user/id").asString();
    }

    private static long now() {
        return app.clock().instant().getEpochSecond();
    }

    private static String again(String token, RSAKey key) {
        byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
        return issuer.sign(
                Map.copyOf(cms.platform.json.Json.read(cms.platform.json.Json.parse(claims), Map.class)),
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                key);
    }

    private static String macSigned(String token, String secret) {
        try {
            JWSObject forged = new JWSObject(
                    new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
                    new Payload(Base64.getUrlDecoder().decode(token.split("\\.")[1])));
            byte[] key = (secret + " ".repeat(32)).getBytes(StandardCharsets.UTF_8);
            forged.sign(new MACSigner(key));
            return forged.serialize();
        } catch (com.nimbusds.jose.JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String signed(String payload) {
        try {
            JWSObject token = new JWSObject(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(issuer.key.getKeyID())
                            .build(),
                    new Payload(payload));
            token.sign(new com.nimbusds.jose.crypto.RSASSASigner(issuer.key));
            return token.serialize();
        } catch (com.nimbusds.jose.JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
