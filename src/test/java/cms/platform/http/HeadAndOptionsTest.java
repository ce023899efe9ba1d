package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.RawConnection;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HeadAndOptionsTest {
    private static final AtomicInteger STREAMS = new AtomicInteger();
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/page",
                        request -> Answer.json(Map.of("method", request.method().length() > 0))
                                .withHeader("ETag", "\"one\"")
                                .withHeader("Cache-Control", "private, max-age=60"))
                .post("/api/page", request -> Answer.empty(201))
                .get("/api/stream", request -> Answer.events(stream -> STREAMS.incrementAndGet()))
                .get("/api/nothing-new", request -> Answer.empty(304).withHeader("ETag", "\"one\"")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Shown to fail when the header is left in the request: the router then runs the other method's handler. */
    @Test
    void noHeaderMakesAnotherMethodOfARequest() {
        for (String header :
                List.of("X-HTTP-Method-Override", "x-http-method-override", "X-HTTP-Method", "X-Method-Override")) {
            assertThat(server.get("/api/page", header, "POST").statusCode())
                    .as(header)
                    .isEqualTo(200);
            assertThat(server.post("/api/page", "{}", header, "GET").statusCode())
                    .as(header)
                    .isEqualTo(201);
        }
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() {
        HttpResponse<String> get = server.get("/api/page");
        HttpResponse<String> head = server.send("HEAD", "/api/page", BodyPublishers.noBody());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(stable(head)).isEqualTo(stable(get));
        assertThat(head.headers().firstValue("Cache-Control")).hasValue("private, max-age=60");
    }

    @Test
    void headNeverSendsABodyOnTheWire() {
        try (RawConnection raw = server.raw()) {
            raw.send("HEAD /api/page HTTP/1.1\r\nHost: a\r\n\r\nHEAD /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(raw.readHead().status()).isEqualTo(200);
            assertThat(raw.readHead().status()).isEqualTo(404);
        }
    }

    @Test
    void headDoesNotRunAStream() {
        assertThat(server.send("HEAD", "/api/stream", BodyPublishers.noBody()).statusCode())
                .isEqualTo(200);
        assertThat(STREAMS).hasValue(0);
    }

    @Test
    void optionsNamesTheMethodsAndAllowsNoForeignPage() {
        HttpResponse<String> answer = server.send(
                "OPTIONS",
                "/api/page",
                BodyPublishers.noBody(),
                "Origin",
                "https://evil.example",
                "Access-Control-Request-Method",
                "POST");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS, POST");
        assertThat(answer.headers().map()).doesNotContainKey("access-control-allow-origin");
        assertThat(server.send("OPTIONS", "/api/none", BodyPublishers.noBody()).statusCode())
                .isEqualTo(404);
    }

    /** A cache takes over what a 304 says of the content. Shown to fail: it was text/plain, and 0 bytes long. */
    @Test
    void notModifiedSaysNothingAboutTheContent() throws Exception {
        HttpResponse<String> answer = server.send("GET", "/api/nothing-new", BodyPublishers.noBody());
        assertThat(answer.statusCode()).isEqualTo(304);
        assertThat(answer.headers().map()).doesNotContainKeys("content-type", "content-length");
    }

    @Test
    void notModifiedHasNoBodyAndKeepsTheConnection() {
        try (RawConnection raw = server.raw()) {
            String request = "GET /api/nothing-new HTTP/1.1\r\nHost: a\r\n\r\n";
            raw.send(request + request);
            assertThat(raw.readHead().header("ETag")).isEqualTo("\"one\"");
            assertThat(raw.readHead().status()).isEqualTo(304);
        }
    }

    private static Map<String, Object> stable(HttpResponse<String> answer) {
        Map<String, Object> headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        headers.remove("x-request-id");
        return headers;
    }
}
