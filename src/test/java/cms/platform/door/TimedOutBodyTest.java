package cms.platform.door;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimedOutBodyTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n";

    private final AtomicInteger reads = new AtomicInteger();
    private final CompletableFuture<Integer> readsAfterTimeout = new CompletableFuture<>();
    private final Server server = new Server();
    private final ServerConnector connector =
            new ServerConnector(server, new PlainConnections(new HttpConfiguration(), List.of(), Optional.empty())) {
                @Override
                protected SocketChannelEndPoint newEndPoint(
                        SocketChannel channel, ManagedSelector selector, SelectionKey key) {
                    return new Counting(channel, selector, key);
                }
            };

    /** An endpoint that counts its reads while it is open, and leaves each request to the server's parser. */
    private final class Counting extends SocketChannelEndPoint implements SecondLook {
        Counting(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            super(channel, selector, key, connector.getScheduler());
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            reads.addAndGet(isOpen() ? 1 : 0);
            return super.fill(buffer);
        }

        @Override
        public int read(ByteBuffer empty) {
            return 0;
        }

        @Override
        public void putBack(ByteBuffer bytes) {
            throw new IllegalStateException();
        }

        @Override
        public long receivedNanos() {
            return System.nanoTime();
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                assertThat(request.read()).isNull();
                request.demand(() -> refuse(request, response, callback));
                return true;
            }
        });
        server.start();
    }

    /** Answers a request whose body has timed out, and notes how often the connection was read after that. */
    private void refuse(Request request, Response response, Callback callback) {
        request.read();
        reads.set(0);
        response.setStatus(408);
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.write(
                true, ByteBuffer.allocate(1), Callback.from(callback, () -> readsAfterTimeout.complete(reads.get())));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Shown to fail before: what is read while a read is registered may run within itself. */
    @Test
    void theRestOfABodyThatTimedOutIsNotReadWhileAReadOfItIsRegistered() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.getOutputStream().write(HEAD.getBytes(StandardCharsets.US_ASCII));
            eventually("the body is waited for", this::isWaiting);
            connection().onIdleExpired(new TimeoutException("silent"));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 408 ");
            assertThat(readsAfterTimeout.get()).isZero(); // before the client closes, which ends the registered read
        }
    }

    private boolean isWaiting() {
        return !connector.getConnectedEndPoints().isEmpty()
                && connection().getMessagesIn() == 1
                && connection().isFillInterested();
    }

    private PlainConnection connection() {
        return (PlainConnection)
                connector.getConnectedEndPoints().iterator().next().getConnection();
    }
}
