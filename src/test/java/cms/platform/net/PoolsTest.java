package cms.platform.net;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a silent, slow or talkative host may do to those who wait for it, and to everybody else. */
@Timeout(60)
class PoolsTest {
    private static final Stall SHORT =
            new Stall(Duration.ofMillis(300), Duration.ofMillis(300), InstantSource.system());
    private static final Stall SHORT_BETWEEN =
            new Stall(Duration.ofMinutes(1), Duration.ofMillis(300), InstantSource.system());
    private static final Stall LONG = new Stall(Duration.ofHours(1), Duration.ofHours(1), InstantSource.system());

    private final CountDownLatch never = new CountDownLatch(1);
    private final Semaphore ending = new Semaphore(0);
    private final AtomicInteger hanging = new AtomicInteger();
    private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
    private HttpServer server;
    private OutgoingHttp http;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        http = new OutgoingHttp(new NetSettings(List.of(server.getAddress()), null));
    }

    @AfterEach
    void stop() {
        never.countDown();
        http.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        connections.add(exchange.getRemoteAddress());
        exchange.getRequestBody().readAllBytes();
        try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
                case "/short" -> {
                    exchange.sendResponseHeaders(201, 2);
                    exchange.getResponseBody().write(new byte[] {'o', 'k'});
                }
                case "/ends" -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('o');
                    exchange.getResponseBody().flush();
                    ending.acquireUninterruptibly();
                }
                case "/large" -> {
                    exchange.sendResponseHeaders(202, 0);
                    exchange.getResponseBody().write(new byte[200_000]);
                }
                case "/begins" -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('a');
                    exchange.getResponseBody().flush();
                    hang();
                }
                default -> hang();
            }
        }
    }

    private void hang() {
        hanging.incrementAndGet();
        try {
            never.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aStreamThatFallsSilentIsEndedByItsWatchdog() throws IOException {
        try (StreamAnswer answer = http.streamsToModels().open(post("/begins").watchedBy(SHORT_BETWEEN))) {
            assertThat(answer.body().read()).isEqualTo('a');
            assertThatThrownBy(() -> answer.body().read())
                    .isInstanceOf(IOException.class)
                    .hasStackTraceContaining("The stream was silent");
        }
        assertThatThrownBy(() -> http.streamsToModels().open(post("/hangs").watchedBy(SHORT)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in time");
    }

    @Test
    void closingAStreamOnAnotherThreadEndsTheReadThatWaits() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                StreamAnswer answer =
                        http.streamsToOutside().open(post("/begins").watchedBy(LONG))) {
            assertThat(answer.body().read()).isEqualTo('a');
            Future<Integer> reading = threads.submit(() -> answer.body().read());
            answer.close();
            assertThatThrownBy(reading::get).hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void everyStreamToOutsideGoesThroughTheGuard() {
        for (String inner : List.of("http://127.0.0.1:1/", "http://localhost:1/", "http://[::ffff:10.0.0.1]/")) {
            WebRequest request = WebRequest.get(URI.create(inner));
            assertThat(catchThrowableOfType(
                                    Failure.class, () -> http.streamsToOutside().open(request))
                            .kind())
                    .isEqualTo(FailureKind.INVALID);
            assertThat(catchThrowableOfType(
                                    Failure.class, () -> http.deliveries().send(request))
                            .kind())
                    .isEqualTo(FailureKind.INVALID);
        }
        assertThat(connections).isEmpty();
    }

    @Test
    void theStatusOfADeliveryCountsWhateverBecomesOfTheBody() {
        assertThat(http.deliveries().send(post("/large").taking(4096)).status()).isEqualTo(202);
        eventually( // a machine that is busy for half a second has no beginning
                "the beginning is read",
                () -> http.deliveries().send(post("/large").taking(4096)).beginning().length == 4096);
        eventually("what has come of a body that does not end is read", () -> {
            HeadAnswer slow = http.deliveries().send(post("/begins").taking(4096));
            assertThat(slow.status()).isEqualTo(200);
            return Arrays.equals(slow.beginning(), new byte[] {'a'});
        });
    }

    @Test
    void anAnswerThatEndsSoonKeepsTheConnection() {
        eventually("five in turn come whole and over one connection", () -> {
            int before = connections.size();
            boolean whole = true;
            for (int i = 0; i < 5; i++) {
                HeadAnswer answer = http.deliveries().send(post("/short").taking(4096));
                assertThat(answer.status()).isEqualTo(201);
                whole &= new String(answer.beginning(), StandardCharsets.UTF_8).equals("ok");
            }
            return whole && connections.size() <= Math.max(1, before);
        });
    }

    /** Shown to fail with {@code close} in place of {@code finish}: most requests then open a connection. */
    @Test
    void aStreamThatIsAboutToEndGivesItsConnectionBackAside() {
        AtomicInteger asked = new AtomicInteger();
        eventually("connections are used again", () -> {
            try {
                StreamAnswer answer = http.streamsToModels().open(post("/ends").watchedBy(LONG));
                assertThat(answer.body().read()).isEqualTo('o');
                answer.finish();
                ending.release();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            return asked.incrementAndGet() >= 20 && connections.size() < asked.get() / 2;
        });
    }

    /** Shown to fail without tags: the ninth request waits for one of eight connections that hang. */
    @Test
    void aReceiverThatHangsTakesNoConnectionFromItsNeighbourOnTheSameHost() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                threads.submit(() ->
                        http.deliveries().send(post("/hangs").tagged("hangs").within(Duration.ofHours(1))));
            }
            eventually("eight hang", () -> hanging.get() == 8);
            assertThat(http.deliveries().send(post("/short").tagged("other")).status())
                    .isEqualTo(201);
            assertThat(catchThrowableOfType(
                                    Failure.class,
                                    () -> http.deliveries()
                                            .send(post("/short").tagged("hangs").within(Duration.ofMillis(200))))
                            .kind())
                    .isEqualTo(FailureKind.UNAVAILABLE);
            never.countDown();
        }
    }

    private WebRequest post(String path) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return new WebRequest(
                "POST", url, Map.of("Content-Type", "text/plain"), new byte[] {'x'}, Duration.ofSeconds(30), 1_000_000);
    }
}
