package cms.platform.db;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.failure.Failure;
import cms.testing.FreePort;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wrong settings of a database are one sentence; a server that starts later is waited for. */
@Timeout(60)
class FirstConnectionTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void aDatabaseThatDoesNotExistIsSaidAtOnce() throws Exception {
        try (Refusing server = new Refusing(0, "3D000", "database \"nope\" does not exist")) {
            Failure refused = refusal(server.url(), LONG);
            assertThat(refused.message()).contains("CMS_DATABASE_URL", "does not exist", "create it");
            assertThat(server.asked()).isEqualTo(1);
        }
    }

    @Test
    void aWrongPasswordIsSaidAtOnceAndNotShown() throws Exception {
        try (Refusing server = new Refusing(0, "28P01", "password authentication failed for user \"u\"")) {
            Failure refused = refusal(server.url(), LONG);
            assertThat(refused.message())
                    .contains("CMS_DATABASE_URL", "password")
                    .doesNotContain("s3cret");
            assertThat(server.asked()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidWhenTheTimeIsUp() throws Exception {
        try (FreePort port = new FreePort()) {
            Failure refused = refusal(url(port.number()), Duration.ZERO);
            assertThat(refused.message()).contains("CMS_DATABASE_URL", "does not answer");
        }
    }

    /** The second answer is another one than "starting up", so the wait has ended because of it. */
    @Test
    void aServerThatIsStillStartingIsWaitedFor() throws Exception {
        try (Refusing server = new Refusing(0, "57P03", "the database system is starting up")) {
            var waiting = CompletableFuture.supplyAsync(() -> refusal(server.url(), LONG));
            eventually("it was asked more than once", () -> server.asked() > 1);
            assertThat(waiting).isNotDone();
            server.says("3D000");
            assertThat(waiting.get().message()).contains("does not exist");
        }
    }

    private static Failure refusal(String url, Duration timeout) {
        return catchThrowableOfType(Failure.class, () -> FirstConnection.await(url, timeout));
    }

    private static String url(int port) {
        return "postgresql://u:s3cret@127.0.0.1:" + port + "/nope?sslmode=disable";
    }

    /** Speaks as much of the protocol as a refusal needs: reads the first message, answers an error, hangs up. */
    private static final class Refusing implements AutoCloseable {
        private final ServerSocket listening;
        private final String message;
        private final AtomicInteger asked = new AtomicInteger();
        private volatile String state;

        Refusing(int port, String state, String message) throws IOException {
            this.listening = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"));
            this.state = state;
            this.message = message;
            Thread.ofVirtual().start(this::serve);
        }

        String url() {
            return FirstConnectionTest.url(listening.getLocalPort());
        }

        int asked() {
            return asked.get();
        }

        void says(String newState) {
            state = newState;
        }

        private void serve() {
            while (true) {
                try (Socket client = listening.accept()) {
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    in.readNBytes(in.readInt() - Integer.BYTES);
                    asked.incrementAndGet();
                    answer(client.getOutputStream());
                } catch (IOException gone) {
                    if (listening.isClosed()) {
                        return;
                    }
                }
            }
        }

        private void answer(OutputStream out) throws IOException {
            byte[] fields = ("SFATAL\0VFATAL\0C" + state + "\0M" + message + "\0\0").getBytes(StandardCharsets.UTF_8);
            out.write('E');
            out.write(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(fields.length + Integer.BYTES)
                    .array());
            out.write(fields);
            out.flush();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }
}
