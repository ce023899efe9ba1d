package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.OneService;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Tag("scenario")
@ExtendWith(OneService.class)
class SignInTest {
    private final TestApp app;

    SignInTest(TestApp app) {
        this.app = app;
    }

    @Test
    void aBrowserSignsInAndIsKnown() {
        Browser ada = new Browser(app);
        Map<String, String> callback = ada.toCallback("git_host", "Ada@Example.com");
        Seen verified = ada.post("/api/auth/verify", callback);
        assertThat(verified.status()).isEqualTo(200);
        assertThat(verified.json().propertyNames()).containsExactly("user");
        JsonNode user = verified.json().get("user");
        assertThat(user.propertyNames())
                .containsExactlyInAnyOrder("id", "email", "avatarUrl", "provider", "providerAccountId");
        assertThat(user.get("email").asString()).isEqualTo("Ada@Example.com");
        assertThat(user.get("provider").asString()).isEqualTo("git_host");
        assertThat(user.get("avatarUrl").isNull()).isTrue();
        assertThat(verified.setCookie())
                .contains("cms_session=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=604800", "cms_login=;")
                .doesNotContain("Secure");
        JsonNode me = ada.get("/api/auth/me").json().get("user");
        assertThat(me.get("displayName").asString()).isEqualTo("Ada");
        assertThat(me.get("theme").asString()).isEqualTo("system");
        assertThat(me.get("id")).isEqualTo(user.get("id"));
    }

    @Test
    void theSameAddressIsTheSamePersonWhateverItsCase() {
        JsonNode first = new Browser(app).signIn("git_host", "grace@example.com");
        JsonNode second = new Browser(app).signIn("git_host", "GRACE@example.com");
        assertThat(second).isEqualTo(first);
    }

    @Test
    void theLoginHintLeadsToTheRedirectWithoutAnyCookie() {
        JsonNode login = new Browser(app)
                .post("/api/auth/login", Map.of("provider", "web_identity", "redirectTo", "/welcome?tab=1"))
                .json();
        String end = new Browser(app).follow(login.get("url").asString() + "&login_hint=bo%40example.com&name=Bo");
        assertThat(end).startsWith(app.url() + "/welcome?tab=1&code=");
        assertThat(Browser.query(end).get("state")).isEqualTo(login.get("state").asString());
    }

    @Test
    void theNameCountsAtTheFirstSignInOnly() {
        for (String name : new String[] {"Lin", "Another"}) {
            Browser lin = new Browser(app);
            JsonNode login =
                    lin.post("/api/auth/login", Map.of("provider", "git_host")).json();
            String end =
                    new Browser(app).follow(login.get("url").asString() + "&login_hint=lin@example.com&name=" + name);
            lin.post("/api/auth/verify", Browser.query(end));
            assertThat(lin.get("/api/auth/me").json().at("/user/displayName").asString())
                    .isEqualTo("Lin");
        }
    }

    @Test
    void withoutAHintThePageAsksAndRunsNoScript() {
        JsonNode login = new Browser(app)
                .post("/api/auth/login", Map.of("provider", "git_host"))
                .json();
        Seen page = new Browser(app).get(login.get("url").asString());
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("name=\"login_hint\"", "name=\"name\"").doesNotContain("<script");
        Seen again = new Browser(app).get(login.get("url").asString() + "&login_hint=nobody%3Cb%3E");
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.text()).contains("role=\"alert\"").doesNotContain("nobody<b>");
    }

    @Test
    void thePageSendsNobodyToAnotherSite() {
        String url = new Browser(app)
                .post("/api/auth/login", Map.of("provider", "git_host"))
                .json()
                .get("url")
                .asString();
        String elsewhere = url.replaceAll("redirect_uri=[^&]*", "redirect_uri=https%3A%2F%2Fevil.example%2F");
        assertThat(new Browser(app).get(elsewhere + "&login_hint=a@example.com").status())
                .isEqualTo(400);
        String lookalike =
                url.replaceAll("redirect_uri=[^&]*", "redirect_uri=" + Browser.encode(app.url() + ".evil.example/"));
        assertThat(new Browser(app).get(lookalike + "&login_hint=a@example.com").status())
                .isEqualTo(400);
    }

    @Test
    void aCodeWithoutItsStateOrFromAnotherBrowserIsRefused() {
        Browser mallory = new Browser(app);
        Map<String, String> callback = mallory.toCallback("git_host", "mallory@example.com");
        assertThat(mallory.post("/api/auth/verify", Map.of("code", callback.get("code")))
                        .status())
                .isEqualTo(403);
        Map<String, String> wrong = new TreeMap<>(callback);
        wrong.put("state", "0".repeat(64));
        assertThat(mallory.post("/api/auth/verify", wrong).status()).isEqualTo(403);
        Browser victim = new Browser(app);
        assertThat(victim.post("/api/auth/verify", callback).status()).isEqualTo(403);
        victim.post("/api/auth/login", Map.of("provider", "git_host"));
        assertThat(victim.post("/api/auth/verify", callback).status()).isEqualTo(403);
        assertThat(victim.cookie("cms_session")).isEmpty();
        assertThat(mallory.post("/api/auth/verify", callback).status()).isEqualTo(200);
    }

    @Test
    void aCallbackWorksOnceEvenWhenTheLoginCookieIsKept() {
        Browser ada = new Browser(app);
        Map<String, String> callback = ada.toCallback("git_host", "once@example.com");
        String loginCookie = ada.cookie("cms_login").orElseThrow();
        assertThat(ada.post("/api/auth/verify", callback).status()).isEqualTo(200);
        Browser replay = new Browser(app).setCookie("cms_login", loginCookie);
        assertThat(replay.post("/api/auth/verify", callback).status()).isEqualTo(403);
        assertThat(replay.cookie("cms_session")).isEmpty();
    }

    @Test
    void aLoginIsOverAfterTenMinutes() {
        Browser slow = new Browser(app);
        Map<String, String> callback = slow.toCallback("git_host", "slow@example.com");
        app.clock().advance(Duration.ofMinutes(10));
        assertThat(slow.post("/api/auth/verify", callback).status()).isEqualTo(403);
    }

    @Test
    void aProviderCodeIsGoodForAMinute() {
        Browser slow = new Browser(app);
        Map<String, String> callback = slow.toCallback("git_host", "slow@example.com");
        app.clock().advance(Duration.ofSeconds(61));
        assertThat(slow.post("/api/auth/verify", callback).status()).isEqualTo(401);
        assertThat(slow.cookie("cms_session")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"provider\":\"github\"}",
                "{\"provider\":7}",
                "{\"provider\":null}",
                "[]",
                "{",
                "{\"provider\":\"git_host\",\"redirectTo\":\"https://evil.example\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":\"//evil.example\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":\"/\\\\evil.example\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":\"/a\\r\\nX: y\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":\"\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":\"welcome\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":\"/%zz\"}",
                "{\"provider\":\"git_host\",\"redirectTo\":5}"
            })
    void anOddLoginIsRefused(String body) {
        Browser browser = new Browser(app);
        assertThat(browser.send("POST", "/api/auth/login", body).status()).isEqualTo(400);
        assertThat(browser.cookie("cms_login")).isEmpty();
    }

    @Test
    void aLoginFromAnotherSiteIsRefused() {
        Browser foreign = new Browser(app).with("Origin", "https://evil.example");
        assertThat(foreign.post("/api/auth/login", Map.of("provider", "git_host"))
                        .status())
                .isEqualTo(403);
        Browser own = new Browser(app).with("Origin", app.url().toString());
        assertThat(own.post("/api/auth/login", Map.of("provider", "git_host")).status())
                .isEqualTo(200);
    }

    @Test
    void manyFirstSignInsAtOnceMakeOneUser() throws Exception {
        Set<String> ids = new HashSet<>();
        List<Browser> browsers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<JsonNode>> running = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Browser browser = new Browser(app);
                browsers.add(browser);
                String provider = i % 2 == 0 ? "git_host" : "web_identity";
                running.add(threads.submit(() -> browser.signIn(provider, "twin@example.com")));
            }
            for (Future<JsonNode> one : running) {
                ids.add(one.get().get("id").asString());
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(browsers.getFirst().get("/api/workspaces").json()).hasSize(1);
    }

    /** Shown to fail before: a person in a browser got JSON. */
    @Test
    void theIdentityPageSaysWhatIsWrongWithItsAddressAsAPage() {
        for (String query : List.of("state=a&state=b", "provider=git_host&login_hint=a@b.c&login_hint=c@d.e")) {
            String path = "/identity/authorize?" + query;
            Browser.Seen page = new Browser(app).with("Accept", "text/html").get(path);
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.text()).startsWith("<!doctype html>").contains("This sign-in cannot go on");
            assertThat(new Browser(app).get(path).text()).contains("\"message\"");
        }
    }

    @Test
    void aRealProviderSwitchesTheWholePageOff() {
        Map<String, String> oidc = Map.of(
                "CMS_OIDC_ISSUER", "http://127.0.0.1:9/", "CMS_OIDC_CLIENT_ID", "x", "CMS_OIDC_CLIENT_SECRET", "y");
        try (TestApp real = TestApp.start(oidc)) {
            assertThat(new Browser(real)
                            .get("/identity/authorize?login_hint=a@b.c")
                            .status())
                    .isEqualTo(404);
            assertThat(new Browser(real)
                            .post("/api/auth/login", Map.of("provider", "git_host"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void theEleventhLoginOfAMinuteIsRefused() {
        Browser hasty = new Browser(app);
        for (int i = 0; i < 10; i++) {
            assertThat(hasty.post("/api/auth/login", Map.of("provider", "git_host"))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(hasty.post("/api/auth/login", Map.of("provider", "git_host")).status())
                .isEqualTo(429);
    }

    @Test
    void thePagesRunOnlyTheirOwnScript() {
        for (String path : new String[] {"/auth/login?error=%3Cscript%3Ealert(1)%3C/script%3E", "/auth/callback"}) {
            Seen page = new Browser(app).get(path);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text()).doesNotContain("alert(1)").containsOnlyOnce("<script>");
        }
        assertThat(new Browser(app).get("/auth/login?error=oauth").text()).contains("did not confirm");
    }
}
