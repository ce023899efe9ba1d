package cms.platform.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.failure.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that answers once on each connection and closes it, without a word, when it is asked again there. */
class RestingConnectionTest {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private OutgoingHttp http;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (Socket connection = server.accept()) {
                    BufferedReader requests = new BufferedReader(
                            new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
                    note(requests);
                    connection.getOutputStream().write(ANSWER);
                    note(requests);
                } catch (IOException closed) {
                    // The next connection, if there is one.
                }
            }
        });
        http = new OutgoingHttp(new NetSettings(List.of(), null));
    }

    @AfterEach
    void stop() throws IOException {
        http.close();
        server.close();
    }

    /** Shown to fail with the second attempt taken out of {@link Connections}. */
    @Test
    void whatOnlyReadsIsAskedAgainOnAnotherConnection() throws IOException {
        assertThat(http.toSettings().send(WebRequest.get(url("/first"))).text()).isEqualTo("ok");
        assertThat(http.toSettings().send(WebRequest.get(url("/second"))).text())
                .isEqualTo("ok");
        assertThat(asked).containsExactly("GET /first", "GET /second", "GET /second");
        try (StreamAnswer third = http.streamsToSettings().open(post("/third").repeatable())) {
            assertThat(third.body().readAllBytes()).hasSize(2);
        }
        assertThat(asked.subList(3, 5)).containsExactly("POST /third", "POST /third");
    }

    /** Shown to fail when every request is repeatable. */
    @Test
    void whatMayChangeSomethingIsSentOnce() {
        http.toSettings().send(WebRequest.get(url("/first")));
        assertThat(catchThrowableOfType(Failure.class, () -> http.toSettings().send(post("/second"))))
                .isNotNull();
        assertThat(asked).containsExactly("GET /first", "POST /second");
    }

    private void note(BufferedReader requests) throws IOException {
        String line = requests.readLine();
        if (line == null) {
            throw new IOException("closed");
        }
        asked.add(line.replace(" HTTP/1.1", ""));
        String header = line;
        while (header != null && !header.isEmpty()) {
            header = requests.readLine();
        }
    }

    private WebRequest post(String path) {
        return WebRequest.post(url(path), "text/plain", new byte[0]);
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
    }
}
