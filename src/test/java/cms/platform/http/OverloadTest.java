package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.compute.Outside;
import cms.platform.http.edge.Admission;
import cms.testing.RawConnection;
import java.io.Closeable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More to do than this process works on at the same time. The door and the place each turn away by themselves; shown to
 * fail when both let everybody in, and when clients that still send hold a place. Places themselves are proven by
 * {@code AdmissionTest}.
 */
@Timeout(120)
class OverloadTest {
    private static final int WORKING_MAX = 256;
    private static final int TIMEOUT_SECONDS = 30;
    private static final int UPLOAD_BYTES = 16 * 1024 * 1024; // more than the buffers between two sockets take
    private static final String HEAD =
            "POST /api/work HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" + "Content-Length: 100\r\n\r\n";

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Semaphore working = new Semaphore(0);

    @Test
    void whatIsTooMuchIsTurnedAwayAtOnceAndHealthStillAnswers() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient();
                Closeable ending = mayEnd::countDown) {
            List<CompletableFuture<HttpResponse<String>>> first = fill(client, server);
            for (int times = 0; times < 20; times++) {
                HttpResponse<String> refused = work(client, server).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
                assertThat(refused.body()).contains("\"statusCode\":503").contains(Admission.SENTENCE);
                assertThat(get(client, server, "/api/health").get().statusCode())
                        .isEqualTo(200);
            }
            ending.close();
            for (CompletableFuture<HttpResponse<String>> one : first) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
            assertThat(work(client, server).get().statusCode()).isEqualTo(200);
        }
    }

    /** Shown to fail where the door lets everybody on: then the body is waited for. */
    @Test
    void whoIsTurnedAwayNeedNotSendABodyFirst() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient();
                RawConnection late = server.raw();
                Closeable ending = mayEnd::countDown) {
            List<CompletableFuture<HttpResponse<String>>> first = fill(client, server);
            late.send(HEAD);
            assertThat(late.line()).startsWith("HTTP/1.1 503 ");
            ending.close();
            for (CompletableFuture<HttpResponse<String>> one : first) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
        }
    }

    /** Shown to fail where the connection is closed with the answer: the rest of the body then resets it. */
    @Test
    void whoIsTurnedAwayWhileItSendsMuchReadsTheAnswer() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient();
                RawConnection upload = server.raw();
                Closeable ending = mayEnd::countDown) {
            List<CompletableFuture<HttpResponse<String>>> first = fill(client, server);
            upload.send("POST /api/work HTTP/1.1\r\nHost: a\r\nContent-Length: " + UPLOAD_BYTES + "\r\n\r\n");
            upload.send(new byte[UPLOAD_BYTES]).send("GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(upload.read().status()).isEqualTo(503);
            assertThat(upload.read().status()).isEqualTo(200);
            ending.close();
            for (CompletableFuture<HttpResponse<String>> one : first) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void clientsThatSendSlowlyTakeNobodysPlace() throws Exception {
        mayEnd.countDown();
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient()) {
            List<RawConnection> slow = IntStream.range(0, WORKING_MAX + 10)
                    .mapToObj(number -> server.raw().send(HEAD + "{"))
                    .toList();
            // Often enough that all of them have been taken in meanwhile.
            for (int times = 0; times < 300; times++) {
                // A machine that stands still for two seconds has somebody turned away, once.
                eventually("there is a place", () -> work(client, server).join().statusCode() == 200);
            }
            slow.forEach(RawConnection::close);
        }
    }

    /** Shown to fail without a share for each: then all of them work, and nobody else could. */
    @Test
    void aCallerAWorkspaceAndWhoeverIsUnknownHaveAShareOfThePlaces() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient();
                Closeable ending = mayEnd::countDown) {
            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            all.addAll(share(client, server, "/api/work?who=eve", 32));
            all.addAll(share(client, server, "/api/work?where=w", 64));
            all.addAll(share(client, server, "/api/open", 32));
            all.add(post(client, server, "/api/work?who=ada&where=v"));
            assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("somebody else works")
                    .isTrue();
            ending.close();
            for (CompletableFuture<HttpResponse<String>> one : all) {
                // A machine that stands still for two seconds has somebody turned away.
                assertThat(one.get().statusCode()).isIn(200, 503);
            }
            assertThat(post(client, server, "/api/work?who=eve").get().statusCode())
                    .isEqualTo(200);
        }
    }

    /** Shown to fail where reads of a key take places: a site that is built then keeps editors from saving. */
    @Test
    void readsOfAKeyTakeNoPlacesOfItsWorkspace() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient();
                Closeable ending = mayEnd::countDown) {
            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int number = 0; number < 70; number++) {
                all.add(post(client, server, "/api/work?reads=key"));
                assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                        .isTrue();
            }
            all.add(post(client, server, "/api/work?who=ada&where=w"));
            assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            ending.close();
            for (CompletableFuture<HttpResponse<String>> one : all) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
        }
    }

    /** Two more than may work: those wait. */
    private List<CompletableFuture<HttpResponse<String>>> share(
            HttpClient client, ServerUnderTest server, String path, int most) throws InterruptedException {
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int number = 0; number < most; number++) {
            all.add(post(client, server, path));
            assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        all.add(post(client, server, path));
        all.add(post(client, server, path));
        assertThat(working.tryAcquire(100, TimeUnit.MILLISECONDS))
                .as("no more than the share of " + path)
                .isFalse();
        return all;
    }

    @Test
    void whoWaitsForSomebodyElseTakesNobodysPlace() throws Exception {
        try (ServerUnderTest server = server();
                HttpClient client = HttpClient.newHttpClient();
                Closeable ending = mayEnd::countDown) {
            List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            for (int number = 0; number < WORKING_MAX + 10; number++) {
                waiting.add(post(client, server, "/api/waits"));
                assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                        .isTrue();
            }
            CompletableFuture<HttpResponse<String>> other = work(client, server);
            assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            ending.close();
            for (CompletableFuture<HttpResponse<String>> one : waiting) {
                assertThat(one.get().statusCode())
                        .as("goes on, whatever there is to do")
                        .isEqualTo(200);
            }
            assertThat(other.get().statusCode()).isEqualTo(200);
        }
    }

    /** Takes all places. */
    private List<CompletableFuture<HttpResponse<String>>> fill(HttpClient client, ServerUnderTest server)
            throws InterruptedException {
        List<CompletableFuture<HttpResponse<String>>> first = new ArrayList<>();
        while (first.size() < WORKING_MAX) {
            // One after the other: of many who wait, a slow machine turns some away.
            first.add(work(client, server));
            assertThat(working.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        return first;
    }

    private ServerUnderTest server() {
        return ServerUnderTest.with(routes -> {
            routes.on(Surface.PUBLIC)
                    .get("/api/health", request -> Answer.json(Map.of("status", "ok")))
                    .post("/api/open{?who,where,reads}", this::worked);
            routes.on(Surface.KEYED)
                    .post("/api/work{?who,where,reads}", this::worked)
                    .post("/api/waits{?who,where,reads}", request -> Outside.waiting(() -> worked(request)));
        });
    }

    private Answer worked(Request request) {
        request.query("who").ifPresent(request::countForCaller);
        request.query("where").ifPresent(request::countForWorkspace);
        request.query("reads").ifPresent(key -> request.countMemoryFor(key, "w"));
        working.release();
        awaitEnd();
        return Answer.json(Map.of());
    }

    private void awaitEnd() {
        try {
            mayEnd.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static CompletableFuture<HttpResponse<String>> work(HttpClient client, ServerUnderTest server) {
        return post(client, server, "/api/work");
    }

    private static CompletableFuture<HttpResponse<String>> post(
            HttpClient client, ServerUnderTest server, String path) {
        HttpRequest request = HttpRequest.newBuilder(server.base.resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static CompletableFuture<HttpResponse<String>> get(HttpClient client, ServerUnderTest server, String path) {
        URI url = server.base.resolve(path);
        return client.sendAsync(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
    }
}
