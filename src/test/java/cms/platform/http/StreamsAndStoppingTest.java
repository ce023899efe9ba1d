package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.RawConnection;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamsAndStoppingTest {
    private static final String STREAM = "GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n";

    @Test
    void eventsArriveOneByOneAsDataLines() {
        LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                        .get(
                                "/api/stream",
                                request -> Answer.events(stream -> {
                                    stream.send(Map.of("phase", take(said)));
                                    stream.beat();
                                    stream.send("7\n8", Map.of("phase", take(said)));
                                })));
                RawConnection raw = server.raw()) {
            raw.send(STREAM);
            assertThat(raw.line()).startsWith("HTTP/1.1 200");
            while (!raw.line().isEmpty()) {
                // The head of the answer is out before the first event exists.
            }
            said.add("one\ntwo");
            raw.line();
            assertThat(raw.line()).isEqualTo("data: {\"phase\":\"one\\ntwo\"}");
            said.add("last");
            String line = raw.line();
            while (!line.startsWith("id")) {
                line = raw.line();
            }
            assertThat(line).isEqualTo("id: 7 8");
            assertThat(raw.line()).isEqualTo("data: {\"phase\":\"last\"}");
        }
    }

    @Test
    void aStreamWithNothingToSaySeesThatItsClientHasGone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/stream",
                        request -> Answer.events(stream -> {
                            begun.countDown();
                            eventually("the client has gone", stream::isDisconnected);
                            seen.countDown();
                        })))) {
            try (RawConnection raw = server.raw()) {
                raw.send(STREAM);
                assertThat(begun.await(50, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(seen.await(50, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whatComesWhileAStreamRunsIsTheNextRequest() {
        LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                        .get(
                                "/api/stream",
                                request -> Answer.events(stream -> {
                                    stream.send(Map.of("left", stream.isDisconnected()));
                                    String word = take(said);
                                    stream.send(Map.of(
                                            "left",
                                            stream.isDisconnected(),
                                            "again",
                                            stream.isDisconnected(),
                                            "word",
                                            word));
                                }))
                        .get("/api/next", request -> Answer.text("text/plain", "next")));
                RawConnection raw = server.raw()) {
            raw.send(STREAM);
            until(raw, "data: {\"left\":false}");
            raw.send("GET /api/next HTTP/1.1\r\nHost: a\r\n\r\n");
            said.add("over");
            until(raw, "0");
            assertThat(raw.line()).isEmpty();
            assertThat(raw.read().body()).isEqualTo("next");
        }
    }

    private static void until(RawConnection raw, String line) {
        String read = raw.line();
        while (!read.equals(line)) {
            read = raw.line();
        }
    }

    @Test
    void closeEndsStreamsThatRest() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/stream",
                        request -> Answer.events(stream -> {
                            begun.countDown();
                            while (stream.rest(Duration.ofMinutes(5))) {
                                stream.beat();
                            }
                            boolean interrupted = Thread.currentThread().isInterrupted();
                            stream.send(Map.of("phase", interrupted ? "torn away" : "bye"));
                            left.countDown();
                        })));
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> server.get("/api/stream"));
        assertThat(begun.await(50, TimeUnit.SECONDS)).isTrue();
        server.server.close();
        assertThat(left.getCount()).isZero();
        assertThat(answer.get(50, TimeUnit.SECONDS).body()).contains("bye");
    }

    @Test
    void closeEndsStreamsThatWaitForSomethingElse() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ServerUnderTest server = ServerUnderTest.with(
                Duration.ofMillis(100),
                routes -> routes.on(Surface.PUBLIC)
                        .get(
                                "/api/stream",
                                request -> Answer.events(stream -> {
                                    begun.countDown();
                                    take(new LinkedBlockingQueue<>());
                                    interrupted.countDown();
                                })));
        CompletableFuture<Void> client =
                CompletableFuture.runAsync(() -> server.raw().send(STREAM));
        client.get(50, TimeUnit.SECONDS);
        assertThat(begun.await(50, TimeUnit.SECONDS)).isTrue();
        server.close();
        await(interrupted);
    }

    @Test
    void aSourceNoticesThatItsClientHasGone() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/health", request -> Answer.json(Map.of()))
                .get(
                        "/api/stream",
                        request -> Answer.events(stream -> {
                            try {
                                while (stream.rest(Duration.ofMillis(5))) {
                                    stream.beat();
                                }
                            } finally {
                                gone.countDown();
                            }
                        })))) {
            try (RawConnection raw = server.raw()) {
                raw.send(STREAM);
                raw.line();
            }
            assertThat(gone.await(50, TimeUnit.SECONDS)).isTrue();
            assertThat(server.get("/api/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aLargeAnswerToAClientThatHasGoneHarmsNobody() {
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/health", request -> Answer.json(Map.of()))
                .get("/api/large", request -> Answer.bytes(200, "text/plain", new byte[20_000_000])))) {
            for (int i = 0; i < 20; i++) {
                try (RawConnection raw = server.raw()) {
                    raw.send("GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n").line();
                }
            }
            assertThat(server.get("/api/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aBrokenSourceEndsItsStreamOnly() {
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/health", request -> Answer.json(Map.of()))
                .get(
                        "/api/stream",
                        request -> Answer.events(stream -> {
                            stream.send(Map.of("phase", "one"));
                            throw new IllegalArgumentException("expected by this test");
                        })))) {
            assertThat(server.get("/api/stream").body()).isEqualTo("data: {\"phase\":\"one\"}\n\n");
            assertThat(server.get("/api/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void closeLetsARunningRequestFinishAndTakesNoNewOnes() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/health", request -> Answer.json(Map.of()))
                .get("/api/slow", request -> {
                    begun.countDown();
                    await(mayEnd);
                    return Answer.json(Map.of("saved", true));
                }));
        CompletableFuture<HttpResponse<String>> slow = CompletableFuture.supplyAsync(() -> server.get("/api/slow"));
        assertThat(begun.await(50, TimeUnit.SECONDS)).isTrue();
        try (RawConnection kept = server.raw()) {
            kept.send("GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n").read();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(server.server::close);
            RawConnection.Reply turnedAway = null;
            while (turnedAway == null || turnedAway.status() == 200) {
                turnedAway =
                        kept.send("GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n").read();
            }
            assertThat(turnedAway.status()).isIn(503, 0);
            // The first who are turned away may be a moment ahead of the door that closes.
            eventually("nobody is let in any more", () -> isShut(server));
            mayEnd.countDown();
            assertThat(slow.get(50, TimeUnit.SECONDS).body()).isEqualTo("{\"saved\":true}");
            closing.get(50, TimeUnit.SECONDS);
        }
    }

    @Test
    void everyRequestRunsOnAVirtualThread() {
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/thread",
                        request -> Answer.json(
                                Map.of("virtual", Thread.currentThread().isVirtual()))))) {
            assertThat(server.get("/api/thread").body()).isEqualTo("{\"virtual\":true}");
        }
    }

    private static boolean isShut(ServerUnderTest server) {
        try (RawConnection letIn = server.raw()) {
            return false;
        } catch (UncheckedIOException refused) {
            return refused.getCause() instanceof ConnectException;
        }
    }

    private static String take(LinkedBlockingQueue<String> queue) {
        try {
            return queue.take();
        } catch (InterruptedException stopping) {
            return "interrupted";
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("A running request was interrupted.", interrupted);
        }
    }
}
