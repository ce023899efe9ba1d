package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What every test that starts a server on a port of its own relies on, whatever else runs on the machine. */
class FreePortTest {
    private static final int HELD = 200;
    private static final int ASKED = 2_000;
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @Test
    void whoeverNamesItListensThereAndComesBack() throws IOException {
        try (FreePort port = new FreePort()) {
            for (int start = 0; start < 3; start++) {
                assertThatThrownBy(() -> new Socket(HERE, port.number()).close())
                        .isInstanceOf(ConnectException.class);
                try (ServerSocket server = new ServerSocket(port.number(), 1, HERE);
                        Socket client = new Socket(HERE, port.number());
                        Socket accepted = server.accept()) {
                    assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());
                }
            }
        }
    }

    /** Of ports that were let go of, a program beside the test saw the system hand out a quarter of 20,000 again. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theSystemPicksItForNobodyElse() throws IOException {
        Map<Integer, FreePort> held = new HashMap<>();
        try {
            for (int i = 0; i < HELD; i++) {
                FreePort port = new FreePort();
                held.put(port.number(), port);
            }
            for (int i = 0; i < ASKED; i++) {
                try (ServerSocket another = new ServerSocket(0, 1, HERE)) {
                    assertThat(held).doesNotContainKey(another.getLocalPort());
                }
            }
        } finally {
            held.values().forEach(FreePort::close);
        }
    }
}
