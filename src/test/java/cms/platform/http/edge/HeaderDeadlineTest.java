package cms.platform.http.edge;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HeaderDeadlineTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** Far fewer than make a head too large, which would end the connection too. */
    private static final int LINES_MAX = 50;

    private static final int SILENCE_MILLIS = 20;
    private static final int TIMEOUT_SECONDS = 30;

    private static final int MANY = 3;
    private static final Duration HEAD_MAX = Duration.ofMillis(200);
    private static final Duration WELL_WITHIN = Duration.ofMillis(150);
    private static final Duration WELL_OVER = Duration.ofMillis(700);

    private final AtomicLong nanos = new AtomicLong();
    private final HeaderDeadline deadline = new HeaderDeadline(HEAD_MAX, MANY, nanos::get);
    private final BlockingQueue<Runnable> streams = new LinkedBlockingQueue<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(Duration.ofMinutes(10).toMillis()); // so that nothing but the deadline closes
        connector.addEventListener(deadline);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws InterruptedException {
                asked.countDown();
                if (request.getHttpURI().getPath().equals("/stream")) {
                    Content.Sink.write(
                            response,
                            false,
                            "begun\n",
                            Callback.from(() -> streams.add(() -> {
                                Content.Sink.write(response, true, "ended", callback);
                            })));
                    return true;
                }
                mayAnswer.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
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

    /** Shown to fail where nothing is closed. */
    @Test
    void aHeadThatTricklesInIsCutOff() throws IOException {
        try (Socket socket = connect()) {
            send(socket.getOutputStream(), "GET / HTTP/1.1\r\nHost: a\r\n");
            trickleUntilClosed(socket);
        }
    }

    /** Shown to fail where only a begun answer counts as one that is being given. */
    @Test
    void aRequestThatIsBeingAnsweredMayTakeItsTime() throws Exception {
        try (Socket socket = connect()) {
            send(socket.getOutputStream(), REQUEST);
            assertThat(asked.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            checkAfter(WELL_OVER);
            checkAfter(WELL_OVER);
            mayAnswer.countDown();
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 200");
        }
    }

    /** Shown to fail where an answer counts as given as soon as it has begun. */
    @Test
    void anAnswerThatHasBegunMayLastForLongAndTheNextHeadMayNot() throws Exception {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            send(out, REQUEST.replace(" / ", " /stream "));
            Runnable end = streams.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertThat(end).isNotNull();
            for (int look = 0; look < 5; look++) {
                checkAfter(WELL_OVER);
            }
            end.run();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(in.lines().takeWhile(line -> !line.equals("0"))).contains("begun", "ended");
            trickleUntilClosed(socket);
        }
    }

    /** Shown to fail where an answer does not begin the time anew. */
    @Test
    void aConnectionThatKeepsAskingIsKept() throws IOException {
        mayAnswer.countDown();
        try (Socket socket = connect()) {
            for (int request = 0; request < 10; request++) {
                send(socket.getOutputStream(), REQUEST);
                assertThat(statusLine(socket)).startsWith("HTTP/1.1 200");
                checkAfter(WELL_WITHIN);
            }
        }
    }

    /** Shown to fail where the time is always the same. */
    @Test
    void whileManyWaitTheyGoSooner() throws IOException {
        mayAnswer.countDown();
        List<Socket> waiting = new ArrayList<>();
        try (Socket asking = connect()) {
            for (int number = 0; number <= MANY; number++) {
                Socket socket = connect();
                waiting.add(socket);
                send(socket.getOutputStream(), REQUEST);
                statusLine(socket);
            }
            awaitAnswered(waiting.size());
            checkAfter(Duration.ZERO);
            send(asking.getOutputStream(), REQUEST);
            statusLine(asking);
            awaitAnswered(waiting.size() + 1);
            checkAfter(HEAD_MAX.dividedBy(4));
            for (Socket socket : waiting) {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            checkAfter(HEAD_MAX.dividedBy(16)); // those that were closed may still be counted
            send(asking.getOutputStream(), REQUEST);
            assertThat(statusLine(asking)).startsWith("HTTP/1.1 200");
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    /** Before, all that are open counted: the streams of a website shortened the time of a proxy. */
    @Test
    void streamsShortenNobodysTime() throws Exception {
        mayAnswer.countDown();
        List<Socket> listening = new ArrayList<>();
        try (Socket waiting = connect()) {
            send(waiting.getOutputStream(), REQUEST);
            statusLine(waiting);
            for (int number = 0; number <= MANY; number++) {
                Socket socket = connect();
                listening.add(socket);
                send(socket.getOutputStream(), REQUEST.replace(" / ", " /stream "));
                assertThat(streams.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isNotNull();
            }
            checkAfter(Duration.ZERO);
            checkAfter(HEAD_MAX.dividedBy(4));
            send(waiting.getOutputStream(), REQUEST);
            assertThat(statusLine(waiting)).startsWith("HTTP/1.1 200");
        } finally {
            for (Socket socket : listening) {
                socket.close();
            }
        }
    }

    /** The client may read an answer before the server has counted it. */
    private void awaitAnswered(int connections) {
        eventually(
                "the server has counted the answers",
                () -> connector.getConnectedEndPoints().stream()
                                .filter(endPoint -> endPoint.getConnection() instanceof HttpConnection http
                                        && http.getMessagesOut() > 0
                                        && http.getGenerator().isIdle())
                                .count()
                        == connections);
    }

    private void checkAfter(Duration time) {
        nanos.addAndGet(time.toNanos());
        deadline.check();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", connector.getLocalPort());
        socket.setSoTimeout(TIMEOUT_SECONDS * 1_000);
        return socket;
    }

    private static String statusLine(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after " + head).isNotNegative();
            head.append((char) next);
        }
        return head.toString();
    }

    /** What comes back is no answer to the lines, only the end. */
    private void trickleUntilClosed(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        AtomicInteger lines = new AtomicInteger();
        eventually("the connection is closed", () -> {
            try {
                if (lines.incrementAndGet() <= LINES_MAX) {
                    send(socket.getOutputStream(), "X-A: a\r\n");
                }
                checkAfter(WELL_WITHIN);
                return socket.getInputStream().read() < 0;
            } catch (SocketTimeoutException open) {
                return false;
            } catch (IOException closed) {
                return true;
            }
        });
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
