package cms.platform.http.edge;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HeaderDeadlineTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private final HeaderDeadline deadline = new HeaderDeadline(Duration.ofMillis(200));
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.addEventListener(deadline);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws InterruptedException {
                mayAnswer.await(10, TimeUnit.SECONDS);
                callback.succeeded();
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
    void aHeadThatTricklesInIsCutOff() throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            send(out, "GET / HTTP/1.1\r\nHost: a\r\n");
            eventually("the connection is closed", () -> {
                deadline.check();
                return !isOpen(out, "X-A: a\r\n");
            });
        }
    }

    @Test
    void aRequestThatIsBeingAnsweredMayTakeItsTime() throws IOException {
        try (Socket socket = connect()) {
            send(socket.getOutputStream(), REQUEST);
            long end = System.nanoTime() + Duration.ofMillis(700).toNanos();
            eventually("well over the deadline", () -> {
                deadline.check();
                return System.nanoTime() > end;
            });
            mayAnswer.countDown();
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aConnectionThatKeepsAskingIsKept() throws IOException {
        mayAnswer.countDown();
        try (Socket socket = connect()) {
            long end = System.nanoTime() + Duration.ofMillis(700).toNanos();
            while (System.nanoTime() < end) {
                send(socket.getOutputStream(), REQUEST);
                assertThat(statusLine(socket)).startsWith("HTTP/1.1 200");
                deadline.check();
            }
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", connector.getLocalPort());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static String statusLine(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) socket.getInputStream().read());
        }
        return head.toString();
    }

    private static boolean isOpen(OutputStream out, String text) {
        try {
            send(out, text);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
