package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RefusedBodyTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n";

    private final Server server = new Server();
    private final PacedConnector connector = new PacedConnector(server, new HttpConnectionFactory(), System::nanoTime);
    private final CompletableFuture<Boolean> readElsewhere = new CompletableFuture<>();

    /** A request whose idle time is over just when the rest of its body is read, before anything is waited for. */
    private final class TimedOut extends Request.Wrapper {
        TimedOut(Request request) {
            super(request);
        }

        @Override
        public Content.@Nullable Chunk read() {
            if (!readElsewhere.isDone()) {
                getConnectionMetaData().getConnection().onIdleExpired(new TimeoutException("silent"));
                Content.Chunk chunk = super.read();
                readElsewhere.complete(Content.Chunk.isFailure(chunk));
                return chunk;
            }
            return super.read();
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.setStatus(400);
                Callback end = UnreadBody.discardBefore(new TimedOut(request), response, "192.0.2.1", callback);
                response.write(true, ByteBuffer.allocate(1), end);
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Shown to fail without a listener: the timer had read what has arrived, beside the thread that was about to. */
    @Test
    void theTimerOfAConnectionLeavesTheRestOfABodyToTheThreadThatDiscardsIt() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.getOutputStream().write(HEAD.getBytes(StandardCharsets.US_ASCII));
            assertThat(readElsewhere.get()).isFalse();
            socket.getOutputStream().write("body".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400 ");
        }
    }
}
