package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class KnockingTest {
    /** More than Java's 50, and no more than every Linux lets a program have (128 once, 4,096 now). */
    private static final int CALLERS = 120;

    private static final int TIMEOUT_MILLIS = 30_000;

    /** Shown to fail with the queue that Java takes when nobody says how long it should be. */
    @Test
    void moreCallersThanUsualWhoComeAtOnceAllFindRoom() throws IOException {
        List<Socket> callers = new ArrayList<>();
        try (PacedConnector connector =
                new PacedConnector(new Server(), new HttpConnectionFactory(), System::nanoTime)) {
            connector.setHost("127.0.0.1");
            connector.open(); // and nobody accepts
            for (int number = 0; number < CALLERS; number++) {
                Socket caller = new Socket();
                callers.add(caller);
                caller.connect(new InetSocketAddress("127.0.0.1", connector.getLocalPort()), TIMEOUT_MILLIS);
            }
            assertThat(callers).allMatch(Socket::isConnected);
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }
}
