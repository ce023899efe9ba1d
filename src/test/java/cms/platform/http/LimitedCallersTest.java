package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.config.AddressRange;
import cms.platform.limits.RateLimit;
import cms.testing.Http;
import cms.testing.UnsentBody;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What computes is limited for each caller. Shown to fail where nothing counts: six loops then stopped every route. */
class LimitedCallersTest {
    private static final RateLimit TWICE = new RateLimit("limited-callers-test", 2, Duration.ofMinutes(1));

    @Test
    void aCallerHasSoMuchAndAnotherAsMuchAgain() {
        List<AddressRange> proxies = List.of(AddressRange.parse("127.0.0.1/32"));
        try (ServerUnderTest server = ServerUnderTest.with(
                proxies,
                routes -> routes.on(Surface.PUBLIC)
                        .limitedPerCaller(TWICE)
                        .get("/api/{what}", request -> Answer.json(Map.of("is", request.compute("w", () -> 1)))))) {
            assertThat(status(server, "10.0.0.1")).isEqualTo(200);
            assertThat(status(server, "10.0.0.1")).isEqualTo(200);
            assertThat(status(server, "10.0.0.1")).isEqualTo(429);
            assertThat(status(server, "10.0.0.2")).isEqualTo(200);
        }
    }

    /** Shown to fail where the body was read before: what repeats are known by was made of it. */
    @Test
    void whoIsOverTheLimitIsToldSoBeforeABodyIsAskedFor() {
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .limitedPerCaller(TWICE)
                .post("/api/{what}", request -> Answer.json(request.body().json())))) {
            Http client = new Http(server.base);
            client.post("/api/what", Map.of()).is(200);
            assertThat(UnsentBody.status(server.base, "POST", "/api/what", client))
                    .isEqualTo(UnsentBody.ASKED);
            assertThat(UnsentBody.status(server.base, "POST", "/api/what", client))
                    .isEqualTo(429);
        }
    }

    private static int status(ServerUnderTest server, String address) {
        return server.get("/api/what", "X-Forwarded-For", address).statusCode();
    }
}
