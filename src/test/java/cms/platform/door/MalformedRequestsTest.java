package cms.platform.door;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.edge.PacedConnector;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads of a malformed request, in the order in which two of them gave back the same buffer. */
@Timeout(60)
class MalformedRequestsTest {
    private final Threads threads = new Threads();
    private final Server server = new Server(threads);
    private final PacedConnector connector = new PacedConnector(
            server, new PlainConnections(new HttpConfiguration(), List.of(), Optional.empty()), System::nanoTime);

    /**
     * Holds the thread that parsed a malformed request until the one that reads on after the answer has ended, or waits
     * for it.
     */
    private static final class Threads extends QueuedThreadPool {
        private final CompletableFuture<Thread> readingOn = new CompletableFuture<>();
        private final CompletableFuture<Thread.State> whileParsing = new CompletableFuture<>();

        @Override
        public void execute(Runnable job) {
            if (job instanceof HttpConnection && !readingOn.isDone()) {
                readingOn.complete(Thread.ofPlatform().daemon().start(job));
            } else {
                super.execute(job);
            }
        }

        @Override
        public boolean tryExecute(Runnable task) {
            if (task instanceof AdaptiveExecutionStrategy) {
                return super.tryExecute(task);
            }
            Thread.ofPlatform().daemon().start(task);
            Thread next = readingOn.join();
            eventually(
                    "the next reader has ended, or waits",
                    () -> next.getState() == Thread.State.TERMINATED || next.getState() == Thread.State.WAITING);
            whileParsing.complete(next.getState());
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Shown to fail without the lock of the connection: the second thread had ended. */
    @Test
    void oneThreadAtATimeReadsFromAConnection() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.getOutputStream()
                    .write("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 400 ");
        }
        assertThat(threads.whileParsing.join()).isNotEqualTo(Thread.State.TERMINATED);
        threads.readingOn.join().join();
    }
}
