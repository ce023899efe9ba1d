package cms.platform.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import cms.platform.scratch.Scratch;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection may be idle for far longer than any of these tests last. */
@Timeout(60)
class IncomingBodyTest {
    private static final Duration GRACE = Duration.ofMillis(300);
    private static final Duration IDLE_MAX = Duration.ofMinutes(10);
    private static final BodyTimeouts UNPACED = new BodyTimeouts(GRACE, IDLE_MAX, IDLE_MAX);
    private static final int BODY_BYTES_MAX = 1_000;

    /**
     * Of which clients that nobody knows have a fourth while they are waited for, and each address a fourth of that:
     * two.
     */
    private static final long MEMORY_BYTES = 16 * 90_000;

    private final Admission admission = new Admission(1, System::nanoTime);
    private final Bodies longTimeout = bodies(new BodyTimeouts(IDLE_MAX, IDLE_MAX, IDLE_MAX));
    private final Bodies unpaced = bodies(UNPACED);
    private final Bodies hasty = bodies(new BodyTimeouts(IDLE_MAX, GRACE, IDLE_MAX));
    private final Bodies withoutRoomToWait =
            new Bodies(new Scratch(Path.of("target/scratch")), UNPACED, 4 * (RequestBody.WAITING_BYTES - 1));
    private final Bodies shortTimeout = bodies(new BodyTimeouts(IDLE_MAX, IDLE_MAX, GRACE));
    private final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> idleMillis = new LinkedBlockingQueue<>();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(IDLE_MAX.toMillis());
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
                        if (request.getRequestURI().equals("/servlet")) {
                            outcomes.add(read(new PacedRequest(request, UNPACED, admission.noPermit())));
                            return;
                        }
                        Bodies bodies = switch (request.getRequestURI()) {
                            case "/impatient" -> shortTimeout;
                            case "/unpaced" -> unpaced;
                            case "/hasty" -> hasty;
                            case "/large" -> withoutRoomToWait;
                            default -> longTimeout;
                        };
                        Admission.Permit permit = admission.permit();
                        permit.enter();
                        try (RequestBody body = bodies.of(request, "here", permit)) {
                            if (bodies == withoutRoomToWait) {
                                body.countForCaller("ada");
                            }
                            outcomes.add(new String(body.whole(BODY_BYTES_MAX), StandardCharsets.UTF_8));
                        } catch (Failure failure) {
                            outcomes.add(failure.message());
                        }
                        permit.leave();
                        connector.getConnectedEndPoints().forEach(one -> idleMillis.add(one.getIdleTimeout()));
                    }
                }),
                "/*");
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Shown to fail where the time is looked at only when a byte comes; each of the three bounds by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"/impatient", "/unpaced", "/hasty", "/servlet"})
    void aClientThatFallsSilentIsNotWaitedFor(String path) throws Exception {
        try (Socket socket = post(path, "{")) {
            assertThat(outcome()).isEqualTo("The request body came too slowly.");
            assertThat(socket.isConnected()).isTrue();
        }
    }

    /** Shown to fail where whoever waits for a client keeps its place: there is one for all. */
    @Test
    void aClientThatIsWaitedForHoldsNoPlace() throws Exception {
        try (Socket slow = post("/", "{");
                Socket quick = post("/", "{" + " ".repeat(99))) {
            assertThat(outcome()).hasSize(100);
            send(slow, " ".repeat(99));
            assertThat(outcome()).hasSize(100);
            assertThat(quick.isConnected()).isTrue();
        }
    }

    @Test
    void aBodyThatComesInPartsIsReadAndTheConnectionMayRestAsBefore() throws Exception {
        try (Socket socket = post("/", "{\n")) {
            send(socket, " ".repeat(98));
            assertThat(outcome()).hasSize(100);
            assertThat(idleMillis.poll(50, TimeUnit.SECONDS)).isEqualTo(IDLE_MAX.toMillis());
        }
    }

    @Test
    void aBodyWithoutALengthThatIsTooLongIsRefused() throws Exception {
        String chunk = "400\r\n" + " ".repeat(0x400) + "\r\n";
        try (Socket socket = connect()) {
            send(socket, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n");
            assertThat(outcome()).isEqualTo("The request body is larger than " + BODY_BYTES_MAX + " bytes.");
        }
    }

    /** Shown to fail where only bytes that have come are counted: thousands who sent one took the heap. */
    @Test
    void aClientThatIsWaitedForHoldsMemory() throws Exception {
        List<Socket> clients = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            clients.add(post("/", "{"));
        }
        assertThat(outcome()).isEqualTo(Admission.SENTENCE);
        for (Socket client : clients) {
            send(client, " ".repeat(99));
        }
        assertThat(List.of(outcome(), outcome())).allMatch(text -> text.length() == 100);
        for (Socket client : clients) {
            client.close();
        }
    }

    /** Before, the caller was told to come back later, however often. */
    @Test
    void whoseBodyNeverFitsWhileItsRestIsWaitedForIsTold() throws Exception {
        try (Socket socket = post("/large", "{")) {
            assertThat(outcome()).startsWith("The body takes more memory than one caller may have here");
            assertThat(socket.isConnected()).isTrue();
        }
    }

    /** As a servlet that is none of ours reads it. */
    private static String read(HttpServletRequest request) {
        try {
            return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ended) {
            return String.valueOf(ended.getMessage());
        }
    }

    private static Bodies bodies(BodyTimeouts timeouts) {
        return new Bodies(new Scratch(Path.of("target/scratch")), timeouts, MEMORY_BYTES);
    }

    private String outcome() throws InterruptedException {
        String outcome = outcomes.poll(30, TimeUnit.SECONDS);
        return outcome == null ? "still waiting" : outcome;
    }

    private Socket post(String path, String start) throws IOException {
        Socket socket = connect();
        send(socket, "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n" + start);
        return socket;
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", connector.getLocalPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}
