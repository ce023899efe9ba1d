package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser.Seen;
import cms.testing.Eventually;
import cms.testing.Http;
import cms.testing.OneService;
import cms.testing.Person;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

@Tag("scenario")
@ExtendWith(OneService.class)
class SessionTest {
    private final TestApp app;

    SessionTest(TestApp app) {
        this.app = app;
    }

    @Test
    void aRefreshTokenIsReplacedAndItsReuseWithinTenSecondsGivesTheSameOne() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        JsonNode second = refresh(ada.refreshToken()).json();
        assertThat(second.get("refreshToken").asString()).isNotEqualTo(ada.refreshToken());
        assertThat(second.propertyNames()).containsExactlyInAnyOrder("accessToken", "refreshToken", "expiresAt");
        app.clock().advance(Duration.ofSeconds(10));
        JsonNode again = refresh(ada.refreshToken()).json();
        assertThat(again.get("refreshToken")).isEqualTo(second.get("refreshToken"));
        assertThat(me(again)).isEqualTo(200);
        assertThat(refresh(second.get("refreshToken").asString()).status()).isEqualTo(200);
    }

    @Test
    void aLaterReuseEndsTheWholeSession() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        JsonNode second = refresh(ada.refreshToken()).json();
        app.clock().advance(Duration.ofSeconds(11));
        assertThat(refresh(ada.refreshToken()).status()).isEqualTo(401);
        assertThat(me(second)).isEqualTo(401);
        assertThat(refresh(second.get("refreshToken").asString()).status()).isEqualTo(401);
        assertThat(ada.http().get("/api/auth/me").status()).isEqualTo(401);
    }

    @Test
    void aRefreshTokenLastsThirtyDays() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        app.clock().advance(Duration.ofDays(30).minusSeconds(1));
        JsonNode second = refresh(ada.refreshToken()).json();
        app.clock().advance(Duration.ofDays(30));
        assertThat(refresh(second.get("refreshToken").asString()).status()).isEqualTo(401);
    }

    @Test
    void anOddRefreshIsRefused() {
        assertThat(new Browser(app).send("POST", "/api/auth/refresh", "{}").status())
                .isEqualTo(400);
        assertThat(new Browser(app)
                        .send("POST", "/api/auth/refresh", "{\"refreshToken\":7}")
                        .status())
                .isEqualTo(400);
        assertThat(new Browser(app).send("POST", "/api/auth/refresh", null).status())
                .isEqualTo(400);
        assertThat(refresh("made up").status()).isEqualTo(401);
        assertThat(refresh("\ud83d\ude00".repeat(500)).status()).isEqualTo(401);
    }

    @Test
    void aHundredParallelRequestsInTheLastMinutesCauseOneRefresh() throws Exception {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        String cookie = ada.cookie("cms_session").orElseThrow();
        app.clock().advance(Duration.ofMinutes(55).plusSeconds(1));
        List<Seen> answers = inParallel(
                100, () -> new Browser(app).setCookie("cms_session", cookie).get("/api/auth/me"));
        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers).allMatch(answer -> answer.setCookie().contains("cms_session="));
        app.clock().advance(Duration.ofMinutes(56));
        Set<Integer> later = answers.stream()
                .map(answer -> answer.setCookie().split(";", 2)[0].split("=", 2)[1])
                .map(fresh -> new Browser(app)
                        .setCookie("cms_session", fresh)
                        .get("/api/auth/me")
                        .status())
                .collect(Collectors.toSet());
        assertThat(later).as("every new cookie holds the one new refresh token").containsExactly(200);
    }

    @Test
    void aCookieIsRefreshedInItsLastFiveMinutesAndNotBefore() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        app.clock().advance(Duration.ofMinutes(55));
        assertThat(ada.get("/api/auth/me").setCookie()).isEmpty();
        app.clock().advance(Duration.ofSeconds(1));
        assertThat(ada.get("/api/workspaces/unknown").status()).isEqualTo(404);
        app.clock().advance(Duration.ofSeconds(11));
        assertThat(ada.get("/api/auth/me").status())
                .as("a refusal carried the new cookie")
                .isEqualTo(200);
        app.clock().advance(Duration.ofDays(6));
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
        app.clock().advance(Duration.ofDays(7));
        Seen over = ada.get("/api/auth/me");
        assertThat(over.status()).isEqualTo(401);
        assertThat(over.setCookie()).contains("cms_session=;");
    }

    @Test
    void aStolenCookieThatIsReplayedEndsTheSession() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        String stolen = ada.cookie("cms_session").orElseThrow();
        app.clock().advance(Duration.ofMinutes(58));
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
        app.clock().advance(Duration.ofMinutes(58));
        assertThat(new Browser(app)
                        .setCookie("cms_session", stolen)
                        .get("/api/auth/me")
                        .status())
                .isEqualTo(401);
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(401);
    }

    @Test
    void aBrokenCookieIsClearedAndNeverAnError() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        String good = ada.cookie("cms_session").orElseThrow();
        List<String> broken = new ArrayList<>(List.of(
                "x",
                "....",
                good.substring(1),
                good + "x",
                "a.b.c.d.e",
                "%00",
                "\"" + good,
                "e30....",
                "x".repeat(15_000)));
        for (int i = 0; i < good.length(); i += 3) {
            broken.add(good.substring(0, i));
            char flipped = good.charAt(i) == 'A' ? 'Q' : 'A';
            broken.add(good.substring(0, i) + flipped + good.substring(i + 1));
        }
        broken.remove(good);
        for (String cookie : broken) {
            Seen answer = new Browser(app).setCookie("cms_session", cookie).get("/api/auth/me");
            assertThat(answer.status()).as(cookie).isEqualTo(401);
        }
        assertThat(new Browser(app)
                        .setCookie("cms_session", good + "x")
                        .get("/api/auth/me")
                        .setCookie())
                .contains("cms_session=;", "Max-Age=0");
        assertThat(new Browser(app)
                        .setCookie("cms_login", good)
                        .post("/api/auth/verify", Map.of("code", "x", "state", "y"))
                        .status())
                .isEqualTo(403);
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
    }

    @Test
    void loggingOutEndsTheSessionEverywhere() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        String kept = ada.cookie("cms_session").orElseThrow();
        Seen out = ada.send("POST", "/api/auth/logout", null);
        assertThat(out.text()).isEqualTo("{\"ok\":true}");
        assertThat(out.setCookie()).contains("cms_session=;", "Max-Age=0");
        assertThat(new Browser(app)
                        .setCookie("cms_session", kept)
                        .get("/api/auth/me")
                        .status())
                .isEqualTo(401);
        assertThat(new Browser(app).send("POST", "/api/auth/logout", null).status())
                .isEqualTo(401);
    }

    @Test
    void aSessionOutlivesARestart() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        app.restart();
        assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
    }

    @Test
    void aRequestOfAnotherSiteDoesNothingWithTheCookie() {
        Browser ada = new Browser(app);
        ada.signIn("git_host", "ada@example.com");
        assertThat(ada.with("Origin", "https://evil.example")
                        .send("POST", "/api/auth/logout", null)
                        .status())
                .isEqualTo(403);
    }

    private Seen refresh(String token) {
        return new Browser(app).post("/api/auth/refresh", Map.of("refreshToken", token));
    }

    private int me(JsonNode tokens) {
        return new Browser(app)
                .with("Authorization", "Bearer " + tokens.get("accessToken").asString())
                .get("/api/auth/me")
                .status();
    }

    private static <T> List<T> inParallel(int count, Callable<T> work) throws Exception {
        CountDownLatch together = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                running.add(threads.submit(() -> {
                    together.await();
                    return work.call();
                }));
            }
            together.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        }
    }

    /** Shown to fail without the parent of a session. */
    @Test
    void aSessionThatWasOpenedFromATokenEndsWithTheOneOfTheToken() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        Http anybody = new Http(app.url());
        JsonNode second = verify(anybody, ada.token());
        JsonNode third = verify(anybody, second.at("/tokens/accessToken").asString());
        assertThat(me(third.path("tokens"))).isEqualTo(200);

        ada.http().post("/api/auth/logout").is(200);
        assertThat(me(second.path("tokens"))).isEqualTo(401);
        assertThat(me(third.path("tokens"))).isEqualTo(401);
        assertThat(refresh(third.at("/tokens/refreshToken").asString()).status())
                .isEqualTo(401);
    }

    /** Shown to fail when a session lived on whose parent had lapsed, and with it what had opened that one. */
    @Test
    void aSessionThatWasOpenedFromATokenEndsWhenTheOneBetweenHasLapsed() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        Http anybody = new Http(app.url());
        JsonNode second = verify(anybody, ada.token());
        JsonNode third = verify(anybody, second.at("/tokens/accessToken").asString());
        app.advancePast(Duration.ofDays(20), "forget-expired-sessions");
        String first = refresh(ada.refreshToken()).json().path("refreshToken").asString();
        String last = refresh(third.at("/tokens/refreshToken").asString())
                .json()
                .path("refreshToken")
                .asString();
        app.advance(Duration.ofDays(11));
        Http now = anybody.bearer(refresh(first).json().path("accessToken").asString());
        // Not by a refresh for each look, of which there are ten a minute.
        Eventually.eventually(
                "the third has ended",
                () -> now.get("/api/auth/sessions").is(200).json().size() == 1);
        assertThat(refresh(last).status()).isEqualTo(401);
    }

    /** Shown to fail without an end of the session itself: each rotation began thirty new days. */
    @Test
    void aSessionEndsAfterNinetyDaysHoweverItIsUsed() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        String token = ada.refreshToken();
        for (int day = 0; day < 80; day += 20) {
            app.clock().advance(Duration.ofDays(20));
            token = refresh(token).json().path("refreshToken").asString();
        }
        JsonNode last = refresh(token).json();
        assertThat(me(last)).isEqualTo(200);
        app.clock().advance(Duration.ofDays(10).plusMinutes(1));
        assertThat(me(last)).isEqualTo(401);
        assertThat(refresh(last.path("refreshToken").asString()).status()).isEqualTo(401);
    }

    @Test
    void peopleSeeTheirSessionsAndEndThemOneByOneOrAll() {
        Person here = Person.signIn(app.url(), "eva@example.com");
        app.clock().advance(Duration.ofMinutes(2));
        Person there = Person.signIn(app.url(), "eva@example.com");
        Person other = Person.signIn(app.url(), "bo@example.com");

        JsonNode sessions = here.http().get("/api/auth/sessions").is(200).json();
        assertThat(sessions).hasSize(2);
        JsonNode theirs = sessions.get(0);
        assertThat(theirs.path("current").asBoolean()).isFalse();
        assertThat(theirs.path("address").asString()).isEqualTo("127.0.0.1");
        assertThat(theirs.path("device").asString()).isNotEmpty();
        String id = theirs.path("id").asString();
        other.http().delete("/api/auth/sessions/" + id).is(404);
        here.http().delete("/api/auth/sessions/" + id).is(200);
        there.http().get("/api/auth/me").is(401);
        here.http().delete("/api/auth/sessions/" + id).is(404);

        Person again = Person.signIn(app.url(), "eva@example.com");
        assertThat(here.http()
                        .delete("/api/auth/sessions")
                        .is(200)
                        .json()
                        .path("revoked")
                        .asInt())
                .isEqualTo(2);
        here.http().get("/api/auth/me").is(401);
        again.http().get("/api/auth/me").is(401);
        other.http().get("/api/auth/me").is(200);
    }

    private static JsonNode verify(Http http, String accessToken) {
        return http.post("/api/auth/verify", Map.of("accessToken", accessToken, "source", "cli"))
                .is(200)
                .json();
    }
}
