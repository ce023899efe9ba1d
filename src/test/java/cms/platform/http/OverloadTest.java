package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.edge.Admission;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More to do than this process works on at the same time. Has to fail by letting everybody in, and by counting
 * clients that still send.
 */
@Timeout(60)
class OverloadTest {
    private static final int WORKING_MAX = 256;

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicInteger working = new AtomicInteger();

    @Test
    void whatIsTooMuchIsTurnedAwayAtOnceAndHealthStillAnswers() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient()) {
            List<CompletableFuture<HttpResponse<String>>> first = Stream.generate(() -> work(client, server))
                    .limit(WORKING_MAX)
                    .toList();
            eventually("all places are taken", () -> working.get() == WORKING_MAX);
            for (int times = 0; times < 20; times++) {
                HttpResponse<String> refused = work(client, server).get();
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
                assertThat(refused.body()).contains("\"statusCode\":503").contains(Admission.SENTENCE);
                assertThat(get(client, server, "/api/health").get().statusCode())
                        .isEqualTo(200);
            }
            mayEnd.countDown();
            for (CompletableFuture<HttpResponse<String>> one : first) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
            assertThat(work(client, server).get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void clientsThatSendSlowlyTakeNobodysPlace() throws Exception {
        mayEnd.countDown();
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient()) {
            List<RawConnection> slow = IntStream.range(0, WORKING_MAX + 10)
                    .mapToObj(number -> server.raw()
                            .send("POST /api/work HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 100\r\n\r\n{"))
                    .toList();
            assertThat(work(client, server).get().statusCode()).isEqualTo(200);
            slow.forEach(RawConnection::close);
        }
    }

    private ServerUnderTest server() {
        return ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/health", request -> Answer.json(Map.of("status", "ok")))
                .post("/api/work", request -> {
                    working.incrementAndGet();
                    awaitEnd();
                    return Answer.json(Map.of());
                }));
    }

    private void awaitEnd() {
        try {
            mayEnd.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static CompletableFuture<HttpResponse<String>> work(HttpClient client, ServerUnderTest server) {
        HttpRequest request = HttpRequest.newBuilder(server.base.resolve("/api/work"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static CompletableFuture<HttpResponse<String>> get(HttpClient client, ServerUnderTest server, String path) {
        URI url = server.base.resolve(path);
        return client.sendAsync(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
    }
}
