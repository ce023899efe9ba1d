package cms.platform.http.edge;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The clock stands still but for the test, and the idle timeout is far longer than any of these. All of them have been
 * shown to fail: the first two without the cut, the others as they say.
 */
@Timeout(60)
class PacedConnectorTest {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int ANSWER_BYTES = 16 * 1024 * 1024;
    private static final int GENEROUS_BYTES = 1024 * 1024;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration HALF_A_WINDOW = Duration.ofSeconds(13);
    private static final Duration FAR_OVER = Duration.ofMinutes(5);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicReference<Runnable> more = new AtomicReference<>(() -> {});
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Server server = new Server();
    private final PacedConnector connector = new PacedConnector(server, new HttpConnectionFactory(), nanos::get);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(Duration.ofMinutes(10).toMillis());
        // Little of an answer fits into the network, so what a client reads is what the server gets rid of.
        connector.setAcceptedSendBufferSize(BUFFER_BYTES);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (request.getHttpURI().getPath().equals("/stream")) {
                    more.set(() -> Content.Sink.write(response, true, "ended" + " ".repeat(2_000), callback));
                    Content.Sink.write(response, false, "begun\n", Callback.from(begun::countDown));
                } else {
                    begun.countDown();
                    response.write(true, ByteBuffer.allocate(ANSWER_BYTES), callback);
                }
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void aClientThatDoesNotReadIsCutOff() throws Exception {
        try (Socket socket = ask("/")) {
            eventually("the connection is closed", () -> {
                lookAfter(BETWEEN_LOOKS);
                return connector.getConnectedEndPoints().isEmpty();
            });
            assertThat(socket.isConnected()).isTrue();
        }
    }

    /** An idle timeout alone would begin anew with each of its reads. */
    @Test
    void aClientThatReadsALittleNowAndThenIsCutOff() throws Exception {
        try (Socket socket = ask("/")) {
            eventually("the connection is closed", () -> {
                readSome(socket, 64);
                lookAfter(BETWEEN_LOOKS);
                return connector.getConnectedEndPoints().isEmpty();
            });
        }
    }

    /** Shown to fail where only the time counts, and not what was read in it. */
    @Test
    void aClientThatReadsGetsEverythingHoweverLongItTakes() throws Exception {
        try (Socket socket = ask("/")) {
            long read = 0;
            while (read < ANSWER_BYTES) {
                byte[] bytes = socket.getInputStream().readNBytes(GENEROUS_BYTES);
                assertThat(bytes.length).isPositive();
                read += bytes.length;
                lookAfter(HALF_A_WINDOW);
            }
        }
    }

    /** Shown to fail where a connection is judged that has nothing to send. */
    @Test
    void aStreamThatIsSilentIsKept() throws Exception {
        try (Socket socket = ask("/stream")) {
            for (int look = 0; look < 10; look++) {
                lookAfter(FAR_OVER);
            }
            more.get().run();
            assertThat(new String(socket.getInputStream().readNBytes(2_000), StandardCharsets.US_ASCII))
                    .contains("begun", "ended");
        }
    }

    private void lookAfter(Duration time) {
        nanos.addAndGet(time.toNanos());
        connector.check();
    }

    private Socket ask(String path) throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(BUFFER_BYTES);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress("127.0.0.1", connector.getLocalPort()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        assertThat(begun.await(50, TimeUnit.SECONDS)).isTrue();
        return socket;
    }

    private static void readSome(Socket socket, int bytes) {
        try {
            InputStream in = socket.getInputStream();
            in.readNBytes(Math.min(bytes, in.available()));
        } catch (IOException closed) {
            // That is what the test waits for.
        }
    }
}
