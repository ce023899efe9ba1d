package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uploads with a scanner that speaks clamd's INSTREAM and takes nothing else. */
@Timeout(120)
class VirusScannerTest {
    private final byte[] bad = Drawn.halves("png", 30, 20, Color.RED, Color.BLUE);
    private ServerSocket scanner;
    private TestApp app;
    private World world;
    private Thread serving;

    @BeforeEach
    void start() throws IOException {
        scanner = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        serving = Thread.ofVirtual().start(this::serve);
        app = TestApp.start(Map.of("CMS_CLAMAV_ADDRESS", "127.0.0.1:" + scanner.getLocalPort()));
        world = World.blog(app);
    }

    @AfterEach
    void stop() throws IOException {
        app.close();
        scanner.close();
    }

    private void serve() {
        while (!scanner.isClosed()) {
            try (Socket socket = scanner.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                assertThat(in.readNBytes(10)).isEqualTo("zINSTREAM\0".getBytes(StandardCharsets.US_ASCII));
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                for (int length = in.readInt(); length > 0; length = in.readInt()) {
                    all.writeBytes(in.readNBytes(length));
                }
                String answer =
                        Arrays.equals(all.toByteArray(), bad) ? "stream: Test-Signature FOUND\0" : "stream: OK\0";
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException over) {
                // the test has ended, or a client has
            }
        }
    }

    private Reply upload(byte[] bytes) {
        return Form.of("a.png", bytes).post(world.ada().http(), world.p() + "/media");
    }

    @Test
    void whatTheScannerFindsIsRefusedAndASilentScannerLetsNothingIn() throws IOException, InterruptedException {
        upload(Drawn.halves("png", 31, 20, Color.RED, Color.BLUE)).is(201);
        Reply refused = upload(bad).is(422);
        assertThat(refused.json().get("code").asString()).isEqualTo("media.infected");
        scanner.close();
        serving.join(); // until then it may accept one more
        Reply silent =
                upload(Drawn.halves("png", 32, 20, Color.RED, Color.BLUE)).is(503);
        assertThat(silent.text()).doesNotContain("127.0.0.1");
        assertThat(silent.header("Retry-After")).isNotBlank();
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/media")
                        .is(200)
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(1);
    }
}
