package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.limits.RateLimit;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Shown to fail where only the handler's own answers carry the headers: a page then learns of no refusal. */
class CrossOriginTest {
    private static final String ALLOW = "Access-Control-Allow-Origin";
    private static final String PAGE = "https://site.example";
    private static final String OTHER = "https://other.example";
    private static final RateLimit TWICE = new RateLimit("cross-origin-test", 2, Duration.ofMinutes(1));

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(routes -> {
            routes.on(Surface.PUBLIC)
                    .openTo(CrossOrigin.any("Content-Type", "Idempotency-Key"))
                    .taking(10)
                    .get("/api/open", request -> Answer.json(Map.of()))
                    .post("/api/open", request -> Answer.json(request.body().json()));
            routes.on(Surface.PUBLIC)
                    .openTo(CrossOrigin.any())
                    .limitedPerAddress(TWICE)
                    .get("/api/seldom", request -> Answer.json(Map.of()));
            routes.on(Surface.KEYED)
                    .openTo(CrossOrigin.only(List.of(URI.create(PAGE)), "Authorization")
                            .exposing("WWW-Authenticate", "Retry-After"))
                    .post("/api/listed", request -> Answer.json(Map.of()));
            routes.on(Surface.PUBLIC).get("/api/closed", request -> Answer.json(Map.of()));
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyAnswerOfAnOpenRouteSaysSo() {
        assertThat(allowed(server.get("/api/open", "Origin", PAGE))).hasValue("*");
        assertThat(allowed(server.get("/api/open")))
                .as("for caches, to anybody")
                .hasValue("*");
        assertThat(allowed(server.get("/api/closed", "Origin", PAGE))).isEmpty();
    }

    @Test
    void aPageLearnsWhyItWasRefused() {
        HttpResponse<String> tooLarge = server.post("/api/open", "{\"long\": \"body\"}", "Origin", PAGE);
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(allowed(tooLarge)).hasValue("*");
        HttpResponse<String> malformed = server.post("/api/open", "{", "Origin", PAGE);
        assertThat(malformed.statusCode()).isEqualTo(400);
        assertThat(allowed(malformed)).hasValue("*");
        HttpResponse<String> method = server.send("DELETE", "/api/open", BodyPublishers.noBody(), "Origin", PAGE);
        assertThat(method.statusCode()).isEqualTo(405);
        assertThat(allowed(method)).hasValue("*");
    }

    @Test
    void tooManyIsSaidToPagesAndPreflightsAreNotCounted() {
        for (int i = 0; i < 5; i++) {
            assertThat(preflight("/api/seldom", PAGE, "GET").statusCode()).isEqualTo(204);
        }
        server.get("/api/seldom", "Origin", PAGE);
        server.get("/api/seldom", "Origin", PAGE);
        HttpResponse<String> third = server.get("/api/seldom", "Origin", PAGE);
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(allowed(third)).hasValue("*");
        assertThat(third.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void aPreflightNamesMethodsHeadersAndHowLongItHolds() {
        HttpResponse<String> answer = preflight("/api/open", PAGE, "POST");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(allowed(answer)).hasValue("*");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Methods")).hasValue("GET, HEAD, POST");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValue("Content-Type, Idempotency-Key");
        assertThat(answer.headers().firstValue("Access-Control-Max-Age")).hasValue("86400");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
    }

    @Test
    void aListLetsItsPagesInAndNoOthers() {
        HttpResponse<String> listed = server.post("/api/listed", "{}", "Origin", PAGE);
        assertThat(listed.statusCode()).isEqualTo(200);
        assertThat(allowed(listed)).hasValue(PAGE);
        assertThat(listed.headers().firstValue("Vary")).hasValue("Origin");
        assertThat(listed.headers().firstValue("Access-Control-Expose-Headers"))
                .hasValue("WWW-Authenticate, Retry-After");
        for (String foreign : List.of(OTHER, "null", PAGE + ".evil.example", "http://site.example")) {
            HttpResponse<String> refused = server.post("/api/listed", "{}", "Origin", foreign);
            assertThat(refused.statusCode()).as(foreign).isEqualTo(403);
            assertThat(allowed(refused)).isEmpty();
            HttpResponse<String> asked = preflight("/api/listed", foreign, "POST");
            assertThat(asked.statusCode()).as(foreign).isEqualTo(403);
            assertThat(allowed(asked)).isEmpty();
        }
    }

    @Test
    void programsAndOurOwnPagesNeedNoList() {
        assertThat(server.post("/api/listed", "{}").statusCode()).isEqualTo(200);
        assertThat(server.post("/api/listed", "{}", "Origin", "http://localhost:4000")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void whereACookieSaysWhoAsksNoPageIsLetIn() {
        for (Surface surface : List.of(Surface.SESSION, Surface.SIGN_IN, Surface.LOOPBACK)) {
            assertThatThrownBy(() -> new Routes().on(surface).openTo(CrossOrigin.any()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static HttpResponse<String> preflight(String path, String origin, String method) {
        return server.send(
                "OPTIONS", path, BodyPublishers.noBody(), "Origin", origin, "Access-Control-Request-Method", method);
    }

    private static Optional<String> allowed(HttpResponse<String> answer) {
        return answer.headers().firstValue(ALLOW);
    }
}
