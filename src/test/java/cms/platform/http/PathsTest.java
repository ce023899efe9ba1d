package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.RawConnection;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathsTest {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/branches", request -> Answer.json(Map.of("list", true)))
                .get("/api/branches/health", request -> Answer.json(Map.of("branch", "literal")))
                .get(
                        "/api/branches/{branch}/diff",
                        request -> Answer.json(Map.of("branch", request.pathParameter("branch"))))
                .get("/api/cdn/{project}/<path>", request -> Answer.json(Map.of("path", request.pathParameter("path"))))
                .get(
                        "/api/search{?q}",
                        request -> Answer.json(Map.of("q", request.query("q").orElse("none")))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aPathThatCanBeReadInTwoWaysIsRefusedInASentenceOfOurs() {
        try (RawConnection raw = server.raw()) {
            RawConnection.Reply reply = raw.send("GET //api/branches HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read();
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body())
                    .contains("The path can be read in two ways")
                    .doesNotContain("Ambiguous");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cr%2Fcontent%2fposts, cr/content/posts",
        "%252e%252e, %2e%2e",
        "a..b, a..b",
        "...,...",
        "%C3%A9, é",
        "a+b, a+b",
        "a%20b, a b",
    })
    void aParameterIsDecodedOnce(String raw, String decoded) {
        assertThat(server.get("/api/branches/" + raw + "/diff").body()).isEqualTo("{\"branch\":\"" + decoded + "\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/branches/../diff",
                "/api/branches/%2e%2e/diff",
                "/api/branches/.%2E/diff",
                "/api/branches/a%2f..%2fb/diff",
                "/api/branches/..%2f..%2fetc%2fpasswd/diff",
                "/api/branches/%2e/diff",
                "/api/branches/..%5c..%5c/diff",
                "/api/branches/..;x=1/diff",
                "/api/branches/a%00b/diff",
                "/api/branches/a%0ab/diff",
                "/api/branches/%C3%28/diff",
                "/api/branches/%C0%AE%C0%AE/diff",
                "/api/cdn/p/a/../b",
                "/api/cdn/p/a/./b",
                "/api/cdn/p/../../x",
                "/api/cdn/p/a/..",
                "/api/cdn/p//a",
                "/../api/branches",
            })
    void pathsThatClimbOrHideBytesAre400(String path) {
        try (RawConnection raw = server.raw()) {
            RawConnection.Reply reply =
                    raw.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").read();
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).startsWith("{\"statusCode\":400,");
        }
    }

    @Test
    void anAbsurdlyLongParameterIs400() {
        assertThat(server.get("/api/branches/" + "a".repeat(1_001) + "/diff").statusCode())
                .isEqualTo(400);
    }

    @Test
    void aTrailingSlashIsTheSamePath() {
        assertThat(server.get("/api/branches/").body())
                .isEqualTo(server.get("/api/branches").body());
    }

    @Test
    void pathsAreMatchedWithTheirCase() {
        assertThat(server.get("/API/branches").statusCode()).isEqualTo(404);
    }

    @Test
    void nulInAQueryIs400() {
        assertThat(server.get("/api/search?q=a%00b").statusCode()).isEqualTo(400);
        assertThat(server.get("/api/search?q=a%20b").body()).isEqualTo("{\"q\":\"a b\"}");
        assertThat(server.get("/api/search?q=").body()).isEqualTo("{\"q\":\"none\"}");
    }
}
