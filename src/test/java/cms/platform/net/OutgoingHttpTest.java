package cms.platform.net;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A canary listens on this machine; no URL from outside may make it sing. */
class OutgoingHttpTest {
    private static final AtomicInteger HEARD = new AtomicInteger();
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static HttpServer canary;
    private static OutgoingHttp http;

    @BeforeAll
    static void listen() throws IOException {
        canary = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        canary.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        canary.createContext("/", exchange -> {
            HEARD.incrementAndGet();
            switch (exchange.getRequestURI().getPath()) {
                case "/away" -> {
                    exchange.getResponseHeaders().add("Location", "/elsewhere");
                    exchange.sendResponseHeaders(302, -1);
                }
                case "/large" -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write(new byte[200_000]);
                }
                case "/hangs" -> {
                    try {
                        NEVER.await();
                    } catch (InterruptedException stopping) {
                        Thread.currentThread().interrupt();
                    }
                }
                default -> {
                    byte[] text =
                            exchange.getRequestHeaders().entrySet().toString().getBytes();
                    exchange.sendResponseHeaders(200, text.length);
                    exchange.getResponseBody().write(text);
                }
            }
            exchange.close();
        });
        canary.start();
        http = new OutgoingHttp(new NetSettings(List.of(), null));
    }

    @AfterAll
    static void stop() {
        NEVER.countDown();
        http.close();
        canary.stop(0);
    }

    @BeforeEach
    void quiet() {
        HEARD.set(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:P/",
                "http://localhost:P/",
                "http://2130706433:P/",
                "http://127.1:P/",
                "http://0:P/",
                "http://0.0.0.0:P/",
                "http://0177.0.0.1:P/",
                "http://0x7f000001:P/",
                "http://0x7f.0.0.1:P/",
                "http://017700000001:P/",
                "http://127.0.0.1.:P/",
                "http://[::1]:P/",
                "http://[::]:P/",
                "http://[::ffff:7f00:1]:P/",
                "http://[::ffff:127.0.0.1]:P/",
                "http://[::127.0.0.1]:P/",
                "http://[fd00::1]:P/",
                "http://[fe80::1]:P/",
                "http://[fe80::1%25lo]:P/",
                "http://[64:ff9b::7f00:1]:P/",
                "http://[64:ff9b:1::7f00:1]:P/",
                "http://[2002:7f00:1::]:P/",
                "http://[2001:0:7f00:1::]:P/",
                "http://[ff02::1]:P/",
                "http://[100::1]:P/",
                "http://[5f00::1]:P/",
                "http://10.0.0.1:P/",
                "http://100.64.0.1:P/",
                "http://169.254.169.254:P/",
                "http://172.16.0.1:P/",
                "http://172.31.255.255:P/",
                "http://192.168.0.1:P/",
                "http://192.0.0.1:P/",
                "http://198.18.0.1:P/",
                "http://224.0.0.1:P/",
                "http://255.255.255.255:P/",
                "http://256.0.0.1:P/",
                "http://127.0.0.1:0/",
                "http://user@127.0.0.1:P/",
                "http://example.com@127.0.0.1:P/",
                "ftp://127.0.0.1:P/",
                "file:///etc/passwd",
                "http:///x",
                "//127.0.0.1:P/",
                "mailto:ada@example.com",
                "jar:http://127.0.0.1:P/!/",
                "http://a..b:P/",
                "http://-a:P/"
            })
    void noFormOfAPrivateAddressIsReached(String form) {
        URI url = URI.create(form.replace("P", Integer.toString(port())));
        Failure refused = catchThrowableOfType(
                Failure.class, () -> http.toOutside().send(WebRequest.get(url).within(Duration.ofSeconds(3))));
        assertThat(refused.kind()).as(form).isEqualTo(FailureKind.INVALID);
        assertThat(HEARD).hasValue(0);
    }

    @Test
    void addressesOfThePublicInternetAreWelcome() {
        AddressGuard guard = http.guard();
        for (String url : List.of(
                "https://93.184.216.34/x",
                "http://8.8.8.8:8080",
                "https://[2606:4700::1111]/",
                "https://example.com",
                "https://xn--bcher-kva.example/?q=1#part",
                "http://172.32.0.1/",
                "http://100.128.0.1/")) {
            guard.check(URI.create(url));
        }
    }

    @Test
    void anOperatorMayAllowOneAddressAndOnePort() throws IOException {
        InetSocketAddress allowed = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port());
        try (OutgoingHttp lenient = new OutgoingHttp(new NetSettings(List.of(allowed), null))) {
            for (String host : List.of("127.0.0.1", "localhost", "[::ffff:7f00:1]")) {
                assertThat(lenient.toOutside().send(get(host, "/")).status())
                        .as(host)
                        .isEqualTo(200);
            }
            URI otherPort = URI.create("http://127.0.0.1:" + (port() == 9 ? 10 : 9) + "/");
            assertThat(catchThrowableOfType(
                                    Failure.class, () -> lenient.toOutside().send(WebRequest.get(otherPort)))
                            .kind())
                    .isEqualTo(FailureKind.INVALID);
        }
    }

    @Test
    void aNameIsLookedUpOnceAndTheCheckedAddressIsConnectedTo() {
        AtomicInteger asked = new AtomicInteger();
        try (Connections connections = new Connections(Pool.FOREIGN, Trust.with(null), (host, port) -> {
            asked.incrementAndGet();
            return List.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port()));
        })) {
            URI name = URI.create("http://rebinding.example:1/");
            assertThat(connections.send(WebRequest.get(name)).text()).contains("rebinding.example:1");
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void theSettingsReachThisMachineAndFollowNothing() {
        WebAnswer answer = http.toSettings().send(get("127.0.0.1", "/away"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(HEARD).hasValue(1);
        assertThat(http.toSettings().send(get("localhost", "/")).text())
                .doesNotContainIgnoringCase("cookie")
                .doesNotContainIgnoringCase("accept-encoding");
    }

    @Test
    void anAnswerIsCutByItsLengthAndItsTime() {
        WebClient client = http.toSettings();
        assertThat(client.send(get("127.0.0.1", "/large")).body()).hasSize(200_000);
        assertThat(kindOf(client, get("127.0.0.1", "/large").taking(100_000))).isEqualTo(FailureKind.BAD_GATEWAY);
        assertThat(kindOf(client, get("127.0.0.1", "/hangs").within(Duration.ofMillis(200))))
                .isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(kindOf(client, WebRequest.get(URI.create("http://127.0.0.1:1/"))))
                .isEqualTo(FailureKind.BAD_GATEWAY);
        assertThat(kindOf(client, WebRequest.get(URI.create("http://nowhere.invalid/"))))
                .isEqualTo(FailureKind.BAD_GATEWAY);
    }

    /** Shown to fail without the end of reading: the request would be waited for as long as its timeout says. */
    @Test
    @Timeout(60)
    void aStopEndsWhatIsReadAndNotWhatChangesSomething() throws Exception {
        WebRequest hanging = get("127.0.0.1", "/hangs").within(Duration.ofHours(1));
        WebRequest change = new WebRequest(
                "POST", get("127.0.0.1", "/").url(), Map.of(), new byte[0], Duration.ofHours(1), 100_000);
        try (OutgoingHttp own = new OutgoingHttp(new NetSettings(List.of(), null));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            StreamClient client = own.streamsToSettings();
            Future<StreamAnswer> waiting = threads.submit(() -> client.open(hanging));
            eventually("it is under way", () -> HEARD.get() == 1);
            own.endReading();
            assertThatThrownBy(waiting::get).hasRootCauseMessage("The service is stopping.");
            assertThatThrownBy(() -> client.open(hanging)).hasRootCauseMessage("The service is stopping.");
            try (StreamAnswer answer = client.open(change)) {
                assertThat(answer.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aForeignHostHeaderIsRefused() {
        assertThat(kindOf(
                        http.toOutside(),
                        WebRequest.get(URI.create("http://example.com/")).with("host", "inner")))
                .isEqualTo(FailureKind.INVALID);
    }

    private static FailureKind kindOf(WebClient client, WebRequest request) {
        return catchThrowableOfType(Failure.class, () -> client.send(request)).kind();
    }

    private static WebRequest get(String host, String path) {
        return WebRequest.get(URI.create("http://" + host + ":" + port() + path));
    }

    private static int port() {
        return canary.getAddress().getPort();
    }
}
