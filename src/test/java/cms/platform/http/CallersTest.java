package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.config.AddressRange;
import cms.platform.http.edge.ClientAddress;
import cms.platform.limits.RateLimit;
import cms.testing.RawConnection;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is believed to be calling: pages of other sites, proxies, other machines, repeated callers. */
class CallersTest {
    private static final List<AddressRange> LOCAL_PROXY = List.of(AddressRange.parse("127.0.0.0/8"));
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(CallersTest::mount);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void mount(Routes routes) {
        for (Surface surface : Surface.values()) {
            routes.on(surface)
                    .get("/api/" + surface.name(), request -> Answer.json(Map.of("from", request.address())))
                    .post("/api/" + surface.name(), request -> Answer.json(Map.of("from", request.address())));
        }
        routes.on(Surface.SESSION)
                .limitedPerAddress(new RateLimit("two", 2, Duration.ofMinutes(1)))
                .taking(10)
                .post("/api/two", request -> Answer.json(request.body().json()));
    }

    static Stream<List<String>> ownPages() {
        return Stream.of(
                List.of(),
                List.of("Origin", "http://localhost:4000"),
                List.of("Origin", "http://127.0.0.1:4000", "Sec-Fetch-Site", "cross-site"),
                List.of("Sec-Fetch-Site", "same-origin"),
                List.of("Sec-Fetch-Site", "none"));
    }

    static Stream<List<String>> foreignPages() {
        return Stream.of(
                List.of("Origin", "https://evil.example"),
                List.of("Origin", "null"),
                List.of("Origin", ""),
                List.of("Origin", "http://localhost:4001"),
                List.of("Origin", "https://localhost:4000"),
                List.of("Origin", "http://localhost:4000.evil.example"),
                List.of("Origin", "http://localhost"),
                List.of("Origin", "http://localhost:4000", "Origin", "https://evil.example"),
                List.of("Sec-Fetch-Site", "cross-site"),
                List.of("Sec-Fetch-Site", "same-site"),
                List.of("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"),
                List.of("Sec-Fetch-Site", "nonsense"));
    }

    @ParameterizedTest
    @MethodSource("ownPages")
    void ownPagesAndCommandLinesMayCall(List<String> headers) {
        assertThat(post("/api/SESSION", headers).statusCode()).isEqualTo(200);
        assertThat(post("/api/SIGN_IN", headers).statusCode()).isEqualTo(200);
        assertThat(post("/api/LOOPBACK", headers).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("foreignPages")
    void foreignPagesAreRefusedWhereACookieCounts(List<String> headers) {
        assertThat(post("/api/SESSION", headers).statusCode()).isEqualTo(403);
        assertThat(post("/api/SIGN_IN", headers).statusCode()).isEqualTo(403);
        assertThat(post("/api/LOOPBACK", headers).statusCode()).isEqualTo(403);
        assertThat(post("/api/PUBLIC", headers).statusCode()).isEqualTo(200);
        assertThat(post("/api/KEYED", headers).statusCode()).isEqualTo(200);
    }

    @Test
    void aLinkFromAnotherSiteMayBeFollowed() {
        String[] link = {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"};
        assertThat(server.get("/api/SIGN_IN", link).statusCode()).isEqualTo(200);
        assertThat(server.get("/api/SIGN_IN", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void theHostHeaderNeverMakesAnOriginOurs() {
        try (RawConnection raw = server.raw()) {
            raw.send("GET /api/SESSION HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n");
            assertThat(raw.read().status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Host: localhost:PORT, 200",
        "Host: localhost, 404",
        "Host: localhost:1, 404",
        "Host: LOCALHOST:PORT, 200",
        "Host: 127.0.0.1:PORT, 200",
        "Host: 127.9.9.9:PORT, 200",
        "Host: 127.0.0.256:PORT, 404",
        "Host: 127.0.0.01:PORT, 404",
        "Host: [::1]:PORT, 200",
        "Host: evil.example:PORT, 404",
        "Host: localhost.evil.example:PORT, 404",
        "Host: 127.0.0.1.evil.example:PORT, 404",
        "Host: 10.0.0.1, 404",
        "Host: localhost:PORT|X-Forwarded-For: 127.0.0.1, 404",
        "Host: localhost:PORT|X-Forwarded-Proto: http, 404",
        "Host: localhost:PORT|x-forwarded-anything: 1, 404",
        "Host: localhost:PORT|Forwarded: for=127.0.0.1, 404",
        "Host: localhost:PORT|Via: 1.1 nginx, 404",
        "Host: localhost:PORT|X-Real-IP: 127.0.0.1, 404",
        "Host: localhost:PORT|CF-Connecting-IP: 127.0.0.1, 404",
    })
    void onlyAPlainCallFromThisMachineSeesLocalPages(String headers, int status) {
        try (RawConnection raw = server.raw()) {
            String sent =
                    headers.replace("PORT", Integer.toString(server.port())).replace("|", "\r\n");
            raw.send("GET /api/LOOPBACK HTTP/1.1\r\n" + sent + "\r\n\r\n");
            assertThat(raw.read().status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "'9.9.9.9, 1.2.3.4', 1.2.3.4",
        "'1.2.3.4, 127.0.0.7', 1.2.3.4",
        "1.2.3.4:5678, 1.2.3.4",
        "[2001:db8::1]:443, 2001:db8:0:0:0:0:0:1",
        "::ffff:1.2.3.4, 1.2.3.4",
        "localhost, 127.0.0.1",
        "1.2.3.999, 127.0.0.1",
        "dead.beef.dead.beef, 127.0.0.1",
        "'1.2.3.4, unknown', 127.0.0.1",
        "0x7f.1, 127.0.0.1",
        "'', 127.0.0.1",
        "',,', 127.0.0.1",
    })
    void aTrustedProxyNamesTheLastHopBeforeIt(String forwardedFor, String address) {
        ClientAddress addresses = new ClientAddress(LOCAL_PROXY);
        assertThat(addresses.of("127.0.0.1", List.of(forwardedFor))).isEqualTo(address);
    }

    @Test
    void headersOfStrangersAreNotBelieved() {
        assertThat(server.get("/api/PUBLIC", "X-Forwarded-For", "1.2.3.4").body())
                .isEqualTo("{\"from\":\"127.0.0.1\"}");
    }

    @Test
    void everyForwardedLineCounts() {
        try (ServerUnderTest behindProxy = ServerUnderTest.with(LOCAL_PROXY, CallersTest::mount);
                RawConnection raw = behindProxy.raw()) {
            raw.send("GET /api/PUBLIC HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6\r\n"
                    + "X-Forwarded-For: 1.2.3.4\r\n\r\n");
            assertThat(raw.read().body()).isEqualTo("{\"from\":\"1.2.3.4\"}");
        }
    }

    @Test
    void theLimitPerAddressIsCheckedBeforeEverythingElse() {
        try (ServerUnderTest fresh = ServerUnderTest.with(CallersTest::mount)) {
            assertThat(fresh.post("/api/two", "{}").statusCode()).isEqualTo(200);
            assertThat(fresh.post("/api/two", "much too large for this route").statusCode())
                    .isEqualTo(413);
            HttpResponse<String> third =
                    fresh.post("/api/two", "much too large for this route", "Origin", "https://evil.example");
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 60L);
            assertThat(third.body()).startsWith("{\"statusCode\":429,");
        }
    }

    @Test
    void aRequestIdIsEchoedWhenItLooksLikeOneAndMadeOtherwise() {
        assertThat(id("X-Request-Id", "from-the-proxy.1")).isEqualTo("from-the-proxy.1");
        assertThat(id()).matches("[0-9a-f]{16}").isNotEqualTo(id());
        assertThat(id("X-Request-Id", "short")).matches("[0-9a-f]{16}");
        assertThat(id("X-Request-Id", "<script>alert(1)</script>")).matches("[0-9a-f]{16}");
        assertThat(id("X-Request-Id", "a".repeat(65))).matches("[0-9a-f]{16}");
        assertThat(server.get("/api/none", "X-Request-Id", "for-nothing")
                        .headers()
                        .firstValue("X-Request-Id"))
                .hasValue("for-nothing");
    }

    @Test
    void whatTheServerItselfRefusesIsCountedToo() {
        try (RawConnection raw = server.raw()) {
            assertThat(raw.send("GET /api/PUBLIC HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n")
                            .read()
                            .status())
                    .isEqualTo(400);
        }
        assertThat(server.metrics
                        .find("http.requests")
                        .tag("route", "(refused)")
                        .tag("status", "400")
                        .timers())
                .hasSize(1);
    }

    @Test
    void requestsAreTimedByRouteAndUnknownPathsUnderOneName() {
        server.get("/api/PUBLIC");
        server.get("/api/unknown-a");
        server.get("/api/unknown-b");
        assertThat(server.metrics
                        .find("http.requests")
                        .tag("route", "/api/PUBLIC")
                        .timers())
                .isNotEmpty();
        assertThat(server.metrics
                        .find("http.requests")
                        .tag("route", "(none)")
                        .tag("status", "404")
                        .timers())
                .hasSize(1);
        assertThat(server.metrics
                        .find("http.requests")
                        .tag("route", "/api/unknown-a")
                        .timers())
                .isEmpty();
    }

    private static String id(String... headers) {
        return server.get("/api/PUBLIC", headers)
                .headers()
                .firstValue("X-Request-Id")
                .orElseThrow();
    }

    private static HttpResponse<String> post(String path, List<String> headers) {
        return server.send("POST", path, BodyPublishers.noBody(), headers.toArray(String[]::new));
    }
}
